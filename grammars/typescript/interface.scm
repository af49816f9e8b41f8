; What JavaScript has is read by its patterns; here is what TypeScript adds.

; `declare` stands around a definition as `export` does; what such a namespace holds is exported without the word.
((ambient_declaration) @wrapper (#set! open "1"))
(expression_statement (internal_module)) @wrapper

; Heads without a body: overloads, and what `declare` says
(function_signature
  "async"? @nature
  name: (identifier) @name
  parameters: (formal_parameters) @parameters) @definition.function

; Types of what has a head: these captures belong to the definition that they stand in.
(_ type_parameters: (type_parameters) @type_parameters)
(_ return_type: (_) @returns)
(_ . (variable_declarator type: (_) @type) .)
(_ . (variable_declarator value: (_ type_parameters: (_) @type_parameters)) .)
(_ . (variable_declarator value: (_ return_type: (_) @returns)) .)
(_ (class_heritage (extends_clause value: (_) @base type_arguments: (_)? @base)))
(_ (class_heritage (implements_clause (_) @base)))
(interface_declaration (extends_type_clause type: (_) @base))
(_ (accessibility_modifier) @visibility)

; Classes
(abstract_class_declaration
  "abstract" @nature
  name: (_) @name
  body: (class_body) @members) @definition.class

; Members of classes
((public_field_definition
  name: (_) @name
  type: (_)? @type
  value: (_)? @value) @definition.field
  (#set! ending ";"))
(public_field_definition ["static" "readonly" "abstract" "declare" "accessor"] @nature) @definition.field
(public_field_definition value: [(arrow_function) (function_expression)]) @definition.method
(class_body (_ value: (_ return_type: (_) @returns)))
([(method_signature name: (_) @name parameters: (formal_parameters) @parameters)
  (abstract_method_signature name: (_) @name parameters: (formal_parameters) @parameters)] @definition.method
  (#set! ending ";"))
([(method_signature ["async" "static"] @nature) (abstract_method_signature "abstract" @nature)] @definition.method)
([(method_signature ["get" "set"] @nature)
  (abstract_method_signature ["get" "set"] @nature)] @definition.property)
((method_signature name: (property_identifier) @name) @definition.constructor
  (#eq? @name "constructor"))

; Interfaces, and types that are an object: their members
(interface_declaration
  name: (_) @name
  body: (interface_body) @members) @definition.interface
(type_alias_declaration name: (_) @name) @definition.type_alias
(type_alias_declaration value: (object_type) @members) @definition.type_alias
((type_alias_declaration value: (_) @value) @definition.type_alias (#not-match? @value "^\\{"))
((property_signature name: (_) @name type: (_)? @type) @definition.field (#set! ending ";"))
(property_signature "readonly" @nature) @definition.field
((call_signature parameters: (_) @parameters) @definition.method (#set! name "()") (#set! ending ";"))
((construct_signature parameters: (_) @parameters type: (_)? @returns) @definition.constructor
  (#set! name "new") (#set! ending ";"))
((index_signature) @definition.field (#set! name "[]") (#set! ending ";"))

; Enums
(enum_declaration name: (_) @name body: (enum_body) @members) @definition.enum
((enum_body name: (_) @name @definition.enum_member) (#set! ending ","))
((enum_assignment name: (_) @name value: (_) @value) @definition.enum_member (#set! ending ","))

; Namespaces, modules, additions to what is global
(internal_module name: (_) @name body: (statement_block)? @members) @definition.namespace
(module name: (_) @name body: (statement_block)? @members) @definition.namespace
((module name: (string) @name) @definition.namespace (#set! exported "1"))
((ambient_declaration "global" @name (statement_block) @members) @definition.namespace
  (#set! open "1") (#set! exported "1"))
(import_alias (identifier) @name) @definition.type_alias

; `global { }` inside a module, of which the parser sees the braces alone
((statement_block (statement_block) @branch) (#set! unconditional "1"))

; Objects with functions behind `as const`, `satisfies T`
(_ . (variable_declarator
  name: (identifier)
  value: [(as_expression
            (object
              [(method_definition)
               (pair value: [(arrow_function) (function_expression) (generator_function)])]) @members)
          (satisfies_expression
            (object
              [(method_definition)
               (pair value: [(arrow_function) (function_expression) (generator_function)])]) @members)]) .)
  @definition.constant

; Default exports that are values, and `export = value`
((export_statement
  "default"
  value: [(as_expression) (satisfies_expression) (non_null_expression)] @value) @definition.constant
  (#set! name "default") (#set! exported "1"))
(export_statement
  "default"
  value: [(as_expression
            (object
              [(method_definition)
               (pair value: [(arrow_function) (function_expression) (generator_function)])]) @members)
          (satisfies_expression
            (object
              [(method_definition)
               (pair value: [(arrow_function) (function_expression) (generator_function)])]) @members)])
  @definition.constant
((export_statement "=" [(object) (call_expression) (new_expression) (member_expression)] @value) @definition.constant
  (#set! name "default") (#set! exported "1"))

; Imports and exports that only TypeScript has
(import_statement
  (import_require_clause (identifier) @import.alias source: (string) @import.module)) @import
((export_statement "=" (identifier) @import.name) @import
  (#set! exported "1") (#set! alias "default"))
((export_statement "as" "namespace" (identifier) @import.alias) @import
  (#set! exported "1"))
