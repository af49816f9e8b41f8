; The package; what stands above it documents the file
(package_clause (package_identifier) @name) @definition.module

; Under which tags the file is built
((comment) @comment (#match? @comment "^//(go:build| ?[+]build)"))

; Functions, and methods beside their type
(function_declaration
  name: (identifier) @name
  type_parameters: (type_parameter_list)? @type_parameters
  parameters: (parameter_list) @parameters
  result: (_)? @returns
  body: (block)? @body) @definition.function

(method_declaration
  receiver: (parameter_list
    (parameter_declaration
      type: [
        (type_identifier) @receiver
        (generic_type type: (type_identifier) @receiver)
        (pointer_type [(type_identifier) @receiver (generic_type type: (type_identifier) @receiver)])
        (parenthesized_type (_) @receiver)]))
  name: (field_identifier) @name
  parameters: (parameter_list) @parameters
  result: (_)? @returns
  body: (block)? @body) @definition.method

; Types: one alone
((type_declaration [
    (type_spec name: (type_identifier) @name type_parameters: (type_parameter_list)? @type_parameters)
    (type_alias name: (type_identifier) @name type_parameters: (type_parameter_list)? @type_parameters)]) @definition.type_alias
  (#not-match? @definition.type_alias "^type\\s*\\("))
((type_declaration
  (type_spec type: (struct_type (field_declaration_list) @members))) @definition.struct
  (#not-match? @definition.struct "^type\\s*\\("))
((type_declaration
  (type_spec type: (interface_type "{" @signature.end) @members)) @definition.interface
  (#not-match? @definition.interface "^type\\s*\\(")
  (#set! close "}"))

; Types: several in brackets
(type_declaration "(" @signature.end ")" @close) @branch
(type_spec name: (type_identifier) @name type_parameters: (type_parameter_list)? @type_parameters) @definition.type_alias
(type_alias name: (type_identifier) @name type_parameters: (type_parameter_list)? @type_parameters) @definition.type_alias
(type_spec type: (struct_type (field_declaration_list) @members)) @definition.struct
((type_spec type: (interface_type "{" @signature.end) @members) @definition.interface (#set! close "}"))

; Members: fields, embedded fields; methods and type sets of interfaces
(field_declaration
  name: (field_identifier) @name
  type: (_) @type) @definition.field
(field_declaration
  !name
  type: [
    (type_identifier) @name
    (qualified_type name: (type_identifier) @name)
    (generic_type type: [(type_identifier) @name (qualified_type name: (type_identifier) @name)])] @base) @definition.field
((field_declaration !name type: (type_identifier) @name @base) @definition.field
  (#eq? @name "error")
  (#set! visibility "public"))
(method_elem
  name: (field_identifier) @name
  parameters: (parameter_list) @parameters
  result: (_)? @returns) @definition.method
((type_elem) @definition.field @name
  (#not-match? @name "^[\\w.]+(\\[.*\\])?$")
  (#set! visibility "public"))
(type_elem . (type_identifier) @name @base .) @definition.field
((type_elem . (type_identifier) @name @base .) @definition.field
  (#any-of? @name "any" "comparable" "error")
  (#set! visibility "public"))
(type_elem . (qualified_type name: (_) @name) @base .) @definition.field
(type_elem . (generic_type type: [
  (type_identifier) @name
  (qualified_type name: (_) @name)]) @base .) @definition.field

; Constants and variables: alone, in brackets; with `iota` the group is one statement, as its lines count
((const_declaration
  (const_spec (identifier) @name type: (_)? @type value: (expression_list)? @value)) @definition.constant
  (#not-match? @definition.constant "^const\\s*\\("))
((const_declaration "(" @signature.end ")" @close) @branch
  (#not-match? @branch "\\biota\\b") (#set! documented))
((const_declaration "(" (const_spec (identifier) @name)) @definition.constant
  (#match? @definition.constant "\\biota\\b"))
(const_spec (identifier) @name type: (_)? @type value: (expression_list)? @value) @definition.constant
(var_declaration
  (var_spec name: (identifier) @name type: (_)? @type value: (expression_list)? @value)) @definition.variable
((var_declaration
  (var_spec_list "(" @signature.end ")" @close) @branch.body) @branch (#set! documented))
(var_spec name: (identifier) @name type: (_)? @type value: (expression_list)? @value) @definition.variable
; `var _ Reader = (*File)(nil)` says what satisfies an interface; a blank of no type says nothing
((var_declaration (var_spec name: (identifier) @name type: (_) @type)) @definition.variable
  (#eq? @name "_") (#match? @type "^(\\w+[.])?[A-Z]") (#set! visibility "public"))
((var_spec name: (identifier) @name type: (_) @type) @definition.variable
  (#eq? @name "_") (#match? @type "^(\\w+[.])?[A-Z]") (#set! visibility "public"))
((var_declaration (var_spec name: (identifier) @name !type)) @definition.variable
  (#eq? @name "_") (#set! omit))

; Imports
(import_declaration [
  (import_spec !name path: (_) @import.module)
  (import_spec_list (import_spec !name path: (_) @import.module))]) @import
(import_declaration [
  (import_spec name: [(package_identifier) (blank_identifier)] @import.alias path: (_) @import.module)
  (import_spec_list
    (import_spec name: [(package_identifier) (blank_identifier)] @import.alias path: (_) @import.module))]) @import
((import_declaration [
  (import_spec name: (dot) path: (_) @import.module)
  (import_spec_list (import_spec name: (dot) path: (_) @import.module))]) @import (#set! name "*"))
