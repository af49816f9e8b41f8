; Functions: with a body, old style, and declared; names lie inside declarators
(function_definition
  type: (_) @returns
  declarator: (_) @declarator
  body: (compound_statement) @body) @definition.function
((function_definition
  (declaration)) @definition.function (#set! elision "{}"))
(declaration
  type: (_) @type
  declarator: (_) @declarator) @definition.variable
(declaration
  declarator: (init_declarator value: (_) @value)) @definition.variable
(_ (storage_class_specifier "static" @visibility))

; What holds when a file is compiled
((expression_statement (call_expression function: (identifier) @name)) @definition.constant
  (#any-of? @name "static_assert" "_Static_assert"))

; Types
((struct_specifier
  name: (type_identifier) @name
  body: (field_declaration_list) @members) @definition.struct (#set! tail ";"))
((union_specifier
  name: (type_identifier) @name
  body: (field_declaration_list) @members) @definition.struct (#set! tail ";"))
((enum_specifier
  name: (type_identifier)? @name
  body: (enumerator_list) @members) @definition.enum (#set! tail ";") (#set! name "enum"))
(type_definition
  type: (_) @value
  declarator: (_) @declarator) @definition.type_alias
(type_definition
  type: [
    (struct_specifier name: (_)? @name body: (_) @members)
    (union_specifier name: (_)? @name body: (_) @members)]) @definition.struct
(type_definition
  type: (enum_specifier name: (_)? @name body: (_) @members)) @definition.enum

((struct_specifier name: (type_identifier) @name !body) @definition.struct (#set! tail ";"))
((union_specifier name: (type_identifier) @name !body) @definition.struct (#set! tail ";"))

; Members
((enumerator
  name: (identifier) @name
  value: (_)? @value) @definition.enum_member (#set! tail ","))
(field_declaration
  type: (_) @type
  declarator: (_) @declarator) @definition.field
((field_declaration
  type: [(struct_specifier body: (_)) (union_specifier body: (_))]
  !declarator) @definition.field (#set! name "(unnamed)"))

; Macros; what a function-like one becomes is its body
(preproc_def
  name: (identifier) @name
  value: (_)? @value) @definition.macro
((preproc_function_def
  name: (identifier) @name
  parameters: (preproc_params) @parameters
  value: (_)? @body) @definition.macro (#set! elision ""))

; Conditional compilation; the guard of a header is no condition
(preproc_ifdef name: (_) @signature.end "#endif"? @close) @branch
(preproc_if condition: (_) @signature.end "#endif"? @close) @branch
((preproc_elif condition: (_) @signature.end) @branch (#set! alternative))
((preproc_elifdef name: (_) @signature.end) @branch (#set! alternative))
((preproc_else "#else" @signature.end) @branch (#set! alternative))
((preproc_ifdef
  "#ifndef" name: (_) @_guard
  . (preproc_def name: (_) @_same)) @branch
  (#eq? @_guard @_same)
  (#set! unconditional))
((preproc_ifdef
  "#ifndef" name: (_) @_guard
  . (preproc_def name: (_) @_same !value) @definition.macro)
  (#eq? @_guard @_same)
  (#set! omit))
((linkage_specification body: (declaration_list) @branch.body) @branch (#set! unconditional))
(linkage_specification body: (function_definition
  type: (_) @returns
  declarator: (_) @declarator
  body: (compound_statement) @body)) @definition.function
(linkage_specification body: (declaration
  type: (_) @type
  declarator: (_) @declarator)) @definition.variable

; Imports
((preproc_include path: (string_literal) @import.module) @import (#set! name "*"))
((preproc_include path: (system_lib_string) @import.module) @import (#set! name "*"))
