; What C does not have; a template is a statement around what it is a template of
(template_declaration parameters: (template_parameter_list) @type_parameters) @wrapper

; Functions: constructors and conversions have no type; the list of initialisers is body
(function_definition
  declarator: (_) @declarator) @definition.function
(function_definition
  body: (compound_statement) @body) @definition.function
(function_definition
  body: (try_statement) @body) @definition.function
(function_definition
  declarator: (_) @signature.end
  (field_initializer_list)) @definition.function
(declaration
  declarator: (_) @declarator) @definition.variable
(friend_declaration
  (function_definition
    declarator: (_) @declarator
    body: (compound_statement) @body)) @definition.function
(friend_declaration (declaration declarator: (_) @declarator)) @definition.function

; Namespaces and types
(namespace_definition
  name: (_) @name
  body: (declaration_list) @members) @definition.namespace
((namespace_definition
  !name
  body: (declaration_list) @members) @definition.namespace
  (#set! name "(unnamed)") (#set! visibility "private"))
((class_specifier
  name: (_) @name
  body: (field_declaration_list) @members) @definition.class (#set! tail ";"))
(class_specifier (base_class_clause [
  (type_identifier) @base
  (template_type) @base
  (qualified_identifier) @base])) @definition.class
((struct_specifier
  name: (_) @name
  body: (field_declaration_list) @members) @definition.struct (#set! tail ";"))
(struct_specifier (base_class_clause [
  (type_identifier) @base
  (template_type) @base
  (qualified_identifier) @base])) @definition.struct
((class_specifier name: (_) @name !body) @definition.class (#set! tail ";"))
(alias_declaration
  name: (_) @name
  type: (_) @value) @definition.type_alias
(namespace_alias_definition name: (_) @name) @definition.type_alias
(using_declaration (qualified_identifier name: (_) @name)) @definition.type_alias
(using_declaration . (identifier) @name) @definition.type_alias
((using_declaration "namespace" [(identifier) (qualified_identifier)] @name) @definition.type_alias (#set! visibility "private"))
((static_assert_declaration "static_assert" @name) @definition.constant)
(concept_definition name: (_) @name) @definition.interface

; Types inside types
(field_declaration
  type: (class_specifier name: (_) @name body: (_) @members)
  !declarator) @definition.class
(field_declaration
  type: (struct_specifier name: (_) @name body: (_) @members)
  !declarator) @definition.struct
(field_declaration
  type: (union_specifier name: (_) @name body: (_) @members)
  !declarator) @definition.struct
(field_declaration
  type: (enum_specifier name: (_) @name body: (_) @members)
  !declarator) @definition.enum
((field_declaration
  type: (enum_specifier !name body: (_) @members)
  !declarator) @definition.enum (#set! name "enum"))
(field_declaration default_value: (_) @value) @definition.field

; `public:` opens a section
(access_specifier) @visibility
