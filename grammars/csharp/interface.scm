; Namespaces
(namespace_declaration
  name: (_) @name
  body: (declaration_list) @members) @definition.namespace
(file_scoped_namespace_declaration name: (_) @name) @definition.module

; Types
((class_declaration
  name: (identifier) @name
  (type_parameter_list)? @type_parameters
  body: (declaration_list)? @members) @definition.class)
((struct_declaration
  name: (identifier) @name
  (type_parameter_list)? @type_parameters
  body: (declaration_list)? @members) @definition.struct)
((record_declaration
  name: (identifier) @name
  (type_parameter_list)? @type_parameters
  body: (declaration_list)? @members) @definition.class)
((interface_declaration
  name: (identifier) @name
  (type_parameter_list)? @type_parameters
  body: (declaration_list)? @members) @definition.interface)
((enum_declaration
  name: (identifier) @name
  body: (enum_member_declaration_list) @members) @definition.enum)
(class_declaration (parameter_list) @parameters) @definition.class
(struct_declaration (parameter_list) @parameters) @definition.struct
(record_declaration (parameter_list) @parameters) @definition.class
(class_declaration (base_list (_) @base)) @definition.class
(struct_declaration (base_list (_) @base)) @definition.struct
(record_declaration (base_list (_) @base)) @definition.class
(interface_declaration (base_list (_) @base)) @definition.interface
(delegate_declaration
  type: (_) @returns
  name: (identifier) @name
  parameters: (parameter_list) @parameters) @definition.type_alias

; Callables
(method_declaration
  returns: (_) @returns
  name: (identifier) @name
  type_parameters: (type_parameter_list)? @type_parameters
  parameters: (parameter_list) @parameters
  body: (_)? @body) @definition.method
(constructor_declaration
  name: (identifier) @name
  parameters: (parameter_list) @parameters
  body: (_)? @body) @definition.constructor
(constructor_declaration
  parameters: (parameter_list) @signature.end
  (constructor_initializer)) @definition.constructor
((destructor_declaration
  name: (identifier) @name
  parameters: (parameter_list) @parameters
  body: (_)? @body) @definition.method (#set! visibility "private"))
(operator_declaration
  type: (_) @returns
  operator: _ @name
  parameters: (parameter_list) @parameters
  body: (_)? @body) @definition.operator
(conversion_operator_declaration
  type: (_) @name
  parameters: (parameter_list) @parameters
  body: (_)? @body) @definition.operator
(local_function_statement
  type: (_) @returns
  name: (identifier) @name
  parameters: (parameter_list) @parameters
  body: (_)? @body) @definition.function

; Properties: what their accessors do is cut
(property_declaration
  type: (_) @returns @type
  name: (identifier) @name) @definition.property
((property_declaration
  value: (arrow_expression_clause) @body) @definition.property (#set! elision "{ get; }"))
((indexer_declaration
  type: (_) @returns
  "this" @name
  parameters: (_) @parameters) @definition.property)
((indexer_declaration
  value: (arrow_expression_clause) @body) @definition.property (#set! elision "{ get; }"))

(property_declaration (accessor_list (accessor_declaration body: (_) @accessor))) @definition.property
(indexer_declaration (accessor_list (accessor_declaration body: (_) @accessor))) @definition.property

; Fields, constants, events, values of an enum
(field_declaration
  (variable_declaration
    type: (_) @type
    (variable_declarator name: (identifier) @name))) @definition.field
(field_declaration
  (modifier "const")
  (variable_declaration
    (variable_declarator (identifier) "=" (_) @value))) @definition.constant
(event_field_declaration
  (variable_declaration
    type: (_) @type
    (variable_declarator name: (identifier) @name))) @definition.event
(event_declaration
  type: (_) @type
  name: (identifier) @name) @definition.event
((enum_member_declaration
  name: (identifier) @name
  value: (_)? @value) @definition.enum_member (#set! tail ","))

; Modifiers, in any order
(_ (attribute_list) @decorator)
(_ (modifier ["public" "protected" "private" "internal" "file"] @visibility))
(_ (modifier ["static" "abstract" "async" "virtual" "override" "sealed" "partial"] @nature))

; Conditional compilation
(preproc_if condition: (_) @signature.end "#endif"? @close) @branch
((preproc_elif condition: (_) @signature.end) @branch (#set! alternative))
((preproc_else "#else" @signature.end) @branch (#set! alternative))

; Imports
((using_directive !name [(identifier) (qualified_name) (alias_qualified_name)] @import.module) @import (#set! name "*"))
(using_directive name: (identifier) @import.alias "=" (_) @import.module) @import
