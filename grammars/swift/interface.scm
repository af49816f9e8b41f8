; Types, and extensions beside their type
(class_declaration
  declaration_kind: ["class" "actor"]
  name: (_) @name
  body: (class_body) @members) @definition.class
(class_declaration
  declaration_kind: "struct"
  name: (_) @name
  body: (class_body) @members) @definition.struct
(class_declaration
  declaration_kind: "enum"
  name: (_) @name
  body: (enum_class_body) @members) @definition.enum
((class_declaration
  declaration_kind: "extension"
  name: (_) @name
  body: (_) @members) @definition.class (#set! extends) (#set! nature "extension"))
(class_declaration (type_parameters) @type_parameters)
(_ (inheritance_specifier inherits_from: (_) @base))
(protocol_declaration
  name: (type_identifier) @name
  body: (protocol_body) @members) @definition.interface
(typealias_declaration
  name: (type_identifier) @name
  (type_parameters)? @type_parameters
  value: (_)? @value) @definition.type_alias
(associatedtype_declaration name: (type_identifier) @name) @definition.type_alias

; Callables: parameters are children of the declaration itself; one thing a pattern, as the
; grammar is large and patterns of several optional children take seconds to compile
(function_declaration
  name: [(simple_identifier) (custom_operator) "==" "!=" "<" ">" "<=" ">=" "+" "-" "*" "/" "%"] @name
  ) @definition.function @parameters
(function_declaration (type_parameters) @type_parameters) @definition.function
(function_declaration
  name: [(user_type) (optional_type) (tuple_type) (array_type) (dictionary_type) (opaque_type)
    (function_type) (existential_type)] @returns) @definition.function
(function_declaration body: (function_body) @body) @definition.function
(protocol_function_declaration
  name: [(simple_identifier) (custom_operator) "==" "!=" "<" ">" "<=" ">="] @name
  ) @definition.function @parameters
(protocol_function_declaration (type_parameters) @type_parameters) @definition.function
(protocol_function_declaration
  name: [(user_type) (optional_type) (tuple_type) (array_type) (dictionary_type) (opaque_type)
    (function_type) (existential_type)] @returns) @definition.function
((init_declaration
  name: "init" @name
  body: (function_body)? @body) @definition.constructor @parameters)
((deinit_declaration
  "deinit" @name
  body: (function_body) @body) @definition.method (#set! visibility "private"))
((subscript_declaration "subscript" @name) @definition.property @parameters)
(subscript_declaration (computed_property (statements)) @body) @definition.property
(subscript_declaration
  (computed_property [(computed_getter) (computed_setter)] @accessor)) @definition.property

; Properties: what computes or watches them is cut
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.variable
(property_declaration name: (pattern (pattern (simple_identifier) @name))) @definition.variable
(property_declaration (type_annotation (_) @type)) @definition.variable
(property_declaration value: (_) @value) @definition.variable
(property_declaration (value_binding_pattern mutability: "let")) @definition.constant
(property_declaration computed_value: (computed_property)) @definition.property
(property_declaration computed_value: (computed_property (statements)) @body) @definition.property
(property_declaration
  computed_value: (computed_property [(computed_getter) (computed_setter)] @accessor)) @definition.property
((property_declaration (willset_didset_block) @body) @definition.property (#set! elision ""))
(protocol_property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  (type_annotation (_) @type)?) @definition.property
(enum_entry
  name: (simple_identifier) @name
  raw_value: (_)? @value) @definition.enum_member
(operator_declaration (custom_operator) @name) @definition.operator
(precedence_group_declaration (simple_identifier) @name) @definition.operator
(macro_declaration (simple_identifier) @name) @definition.macro

; Modifiers, in any order
(_ (modifiers (attribute) @decorator))
((_ (modifiers (visibility_modifier) @visibility))
  (#not-match? @visibility "set"))
(_ (modifiers [(member_modifier) (property_modifier) (inheritance_modifier) (mutation_modifier)] @nature))

; Conditional compilation: its lines stand beside what they hold
((directive) @branch (#set! flat))

; Imports
(import_declaration (identifier) @import.module) @import
