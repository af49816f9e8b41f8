(package_clause name: (package_identifier) @name !body) @definition.module
(package_clause
  name: (package_identifier) @name
  body: (template_body) @members) @definition.namespace
((package_object
  name: (identifier) @name
  body: (template_body)? @members) @definition.class (#set! nature "package"))

; Types; statements among the members run whenever an instance is made
(class_definition
  body: (template_body [(call_expression) (if_expression) (match_expression)] @initializer)) @definition.class
((class_definition
  name: (_) @name
  type_parameters: (type_parameters)? @type_parameters
  body: (template_body)? @members) @definition.class)
(class_definition class_parameters: (class_parameters)+ @parameters) @definition.class
((object_definition
  name: (_) @name
  body: (template_body)? @members) @definition.class)
((trait_definition
  name: (_) @name
  type_parameters: (type_parameters)? @type_parameters
  body: (template_body)? @members) @definition.interface)
((enum_definition
  name: (_) @name
  type_parameters: (type_parameters)? @type_parameters
  body: (enum_body)? @members) @definition.enum)
(trait_definition body: (template_body (self_type ":") @continued)) @definition.interface
(class_definition body: (template_body (self_type ":") @continued)) @definition.class
(_ extend: (extends_clause [
  (type_identifier) (generic_type) (stable_type_identifier) (annotated_type)] @base))
(type_definition
  name: (type_identifier) @name
  type_parameters: (type_parameters)? @type_parameters
  type: (_)? @value) @definition.type_alias
(enum_case_definitions [(simple_enum_case name: (_) @name) (full_enum_case name: (_) @name)]) @definition.enum_member

; Callables
(function_definition
  name: (_) @name
  parameters: (type_parameters)? @type_parameters
  return_type: (_)? @returns
  body: (_) @body) @definition.function
(function_declaration
  name: (_) @name
  parameters: (type_parameters)? @type_parameters
  return_type: (_)? @returns) @definition.function
(function_definition (parameters) @parameters) @definition.function
(function_declaration (parameters) @parameters) @definition.function
(extension_definition
  parameters: (parameters)
  body: (function_definition
    name: (_) @name
    return_type: (_)? @returns
    body: (_) @body)) @definition.function
((extension_definition
  "extension" @name
  parameters: (parameters) @signature.end
  body: (function_definition)
  body: (function_definition)) @definition.namespace @members)
((extension_definition
  "extension" @name
  "{" @signature.end
  (function_definition)
  "}" @close) @definition.namespace @members)
(given_definition
  name: (_) @name
  return_type: (_) @type
  body: (_) @body) @definition.variable
((given_definition
  "given" @name
  return_type: (_) @type
  body: (_) @body) @definition.variable)
(given_definition
  "with" @signature.end
  body: (with_template_body) @members) @definition.class

; What a class passes on of its parts
((export_declaration "export" @name) @definition.variable)

; Values
((val_definition pattern: (_) @name type: (_)? @type value: (_) @value) @definition.constant (#set! patterns))
((val_definition value: (instance_expression (template_body) @body)) @definition.constant (#set! elision "{}"))
(val_declaration name: (_) @name type: (_)? @type) @definition.constant
((var_definition pattern: (_) @name type: (_)? @type value: (_) @value) @definition.variable (#set! patterns))
(var_declaration name: (_) @name type: (_)? @type) @definition.variable

; Modifiers, in any order
(_ (annotation) @decorator)
(_ (modifiers (access_modifier) @visibility))
(_ (modifiers ["abstract" "override" "sealed" "implicit" "lazy" "final"] @nature))

; Imports: the parts of a path are children of the statement
((import_declaration (identifier) .) @import (#set! field "path") (#set! split "."))
((import_declaration (namespace_wildcard)) @import (#set! field "path") (#set! name "*"))
((import_declaration (namespace_selectors (identifier) @import.name)) @import (#set! field "path"))
((import_declaration (namespace_selectors (namespace_wildcard))) @import (#set! field "path") (#set! name "*"))
((import_declaration (namespace_selectors
  (arrow_renamed_identifier name: (_) @import.name alias: (_) @import.alias))) @import (#set! field "path"))
