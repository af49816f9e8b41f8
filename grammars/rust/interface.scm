; Functions, with a body or without
(function_item
  (visibility_modifier)? @visibility
  name: (identifier) @name
  type_parameters: (type_parameters)? @type_parameters
  parameters: (parameters) @parameters
  return_type: (_)? @returns
  body: (block) @body) @definition.function
(function_signature_item
  (visibility_modifier)? @visibility
  name: (identifier) @name
  type_parameters: (type_parameters)? @type_parameters
  parameters: (parameters) @parameters
  return_type: (_)? @returns) @definition.function

; Types
((struct_item
  (visibility_modifier)? @visibility
  name: (type_identifier) @name
  type_parameters: (type_parameters)? @type_parameters
  body: (field_declaration_list)? @members) @definition.struct)
(union_item
  (visibility_modifier)? @visibility
  name: (type_identifier) @name
  type_parameters: (type_parameters)? @type_parameters
  body: (field_declaration_list) @members) @definition.struct
(enum_item
  (visibility_modifier)? @visibility
  name: (type_identifier) @name
  type_parameters: (type_parameters)? @type_parameters
  body: (enum_variant_list) @members) @definition.enum
(trait_item
  (visibility_modifier)? @visibility
  name: (type_identifier) @name
  type_parameters: (type_parameters)? @type_parameters
  body: (declaration_list) @members) @definition.interface
(trait_item bounds: (trait_bounds (_) @base)) @definition.interface
(type_item
  (visibility_modifier)? @visibility
  name: (type_identifier) @name
  type_parameters: (type_parameters)? @type_parameters
  type: (_) @value) @definition.type_alias
(associated_type
  name: (type_identifier) @name
  type_parameters: (type_parameters)? @type_parameters) @definition.type_alias

; Members
((field_declaration
  (visibility_modifier)? @visibility
  name: (field_identifier) @name
  type: (_) @type) @definition.field (#set! tail ","))
((enum_variant
  name: (identifier) @name
  value: (_)? @value) @definition.enum_member (#set! tail ","))

; Members beside their type: an `impl` block has the name of the type. Those of a trait are as public as the trait
((impl_item
  type_parameters: (type_parameters)? @type_parameters
  !trait
  type: [
    (type_identifier) @name
    (generic_type type: [(type_identifier) @name (scoped_type_identifier name: (_) @name)])
    (scoped_type_identifier name: (_) @name)
    (reference_type) @name
    (primitive_type) @name
    (dynamic_type) @name
    (array_type) @name
    (tuple_type) @name
    (pointer_type) @name]
  body: (declaration_list) @members) @definition.class
  (#set! extends) (#set! nature "impl"))
((impl_item
  type_parameters: (type_parameters)? @type_parameters
  trait: (_) @base
  type: [
    (type_identifier) @name
    (generic_type type: [(type_identifier) @name (scoped_type_identifier name: (_) @name)])
    (scoped_type_identifier name: (_) @name)
    (reference_type) @name
    (primitive_type) @name
    (dynamic_type) @name
    (array_type) @name
    (tuple_type) @name
    (function_type) @name
    (pointer_type) @name]
  body: (declaration_list) @members) @definition.class
  (#set! extends) (#set! open) (#set! nature "impl"))

; Values
(const_item
  (visibility_modifier)? @visibility
  name: (identifier) @name
  type: (_) @type
  value: (_)? @value) @definition.constant
(static_item
  (visibility_modifier)? @visibility
  name: (identifier) @name
  type: (_) @type
  value: (_)? @value) @definition.variable

; Modules; foreign blocks
(mod_item
  (visibility_modifier)? @visibility
  name: (identifier) @name
  body: (declaration_list) @members) @definition.namespace
(mod_item
  (visibility_modifier)? @visibility
  name: (identifier) @name
  !body) @definition.namespace
((foreign_mod_item
  (extern_modifier) @name
  body: (declaration_list) @members) @definition.namespace (#set! extends))

; Macros: what each rule takes
((macro_definition
  name: (identifier) @name
  ["{" "("] @signature.end
  (macro_rule)
  ["}" ")"] @close) @definition.macro @members)
((macro_rule
  left: (_) @name
  right: (_) @body) @definition.macro (#set! elision "{};") (#set! visibility "public"))
((attribute_item (attribute (identifier) @_exported))
  . (macro_definition) @definition.macro
  (#eq? @_exported "macro_export")
  (#set! visibility "public"))

; Attributes stand before what they belong to
(attribute_item) @decorator

; Imports
((use_declaration argument: [(identifier) (scoped_identifier)] @import.leaf)
  (#set! statement "use_declaration") (#set! separator "::") (#set! exported_by "visibility_modifier"))
((use_list [(identifier) (scoped_identifier) (self)] @import.leaf)
  (#set! statement "use_declaration") (#set! separator "::") (#set! exported_by "visibility_modifier"))
((use_as_clause path: (_) @import.leaf alias: (identifier) @import.alias)
  (#set! statement "use_declaration") (#set! separator "::") (#set! exported_by "visibility_modifier"))
((use_wildcard (_) @import.leaf)
  (#set! statement "use_declaration") (#set! separator "::") (#set! exported_by "visibility_modifier")
  (#set! name "*"))
(extern_crate_declaration name: (identifier) @import.module alias: (identifier)? @import.alias) @import
((mod_item name: (identifier) @import.name !body) @import
  (#set! module "self") (#set! exported_by "visibility_modifier"))
