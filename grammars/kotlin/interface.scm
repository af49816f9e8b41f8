(package_header (qualified_identifier) @name) @definition.module

; Annotations of the file stand before everything
((file_annotation) @comment (#not-match? @comment "Suppress"))

; Types; parameters of the primary constructor belong to the head
(class_declaration (_ (anonymous_initializer (block) @initializer))) @definition.class
(class_declaration
  "class"
  name: (identifier) @name
  (type_parameters)? @type_parameters
  (class_body)? @members) @definition.class
; Read as an expression where annotations stand above and nothing stands behind the name
((annotated_expression (infix_expression . (identifier) @_annotation . (identifier) . (identifier) @name .)) @definition.class
  (#eq? @_annotation "annotation"))
((annotated_expression (annotated_expression
    (infix_expression . (identifier) @_annotation . (identifier) . (identifier) @name .))) @definition.class
  (#eq? @_annotation "annotation"))
((annotated_expression (annotated_expression (annotated_expression
    (infix_expression . (identifier) @_annotation . (identifier) . (identifier) @name .)))) @definition.class
  (#eq? @_annotation "annotation"))
(class_declaration
  "interface"
  name: (identifier) @name
  (type_parameters)? @type_parameters
  (class_body)? @members) @definition.interface
(class_declaration
  (modifiers (class_modifier "enum"))
  (enum_class_body)? @members) @definition.enum
(class_declaration (primary_constructor (class_parameters) @parameters)) @definition.class
(class_declaration (modifiers (class_modifier "enum")) (primary_constructor)) @definition.enum
(object_declaration
  name: (identifier) @name
  (class_body)? @members) @definition.class
((companion_object
  (class_body)? @members) @definition.class (#set! name "Companion") (#set! nature "companion"))
(companion_object name: (identifier) @name) @definition.class
(_ (delegation_specifiers
  (delegation_specifier [
    (user_type) @base
    (constructor_invocation (user_type) @base)
    (explicit_delegation (user_type) @base)])))
(type_alias
  type: (identifier) @name
  (type_parameters)? @type_parameters
  (_) @value .) @definition.type_alias

; Callables
(function_declaration
  (type_parameters)? @type_parameters
  name: (identifier) @name
  (function_value_parameters) @parameters
  (function_body)? @body) @definition.function
; `fun size() = 1` has a result, `fun size() {}` has none
((function_declaration (function_body "=")) @definition.function (#set! elision "= TODO()"))
((function_declaration
  (function_value_parameters) . ":" . (_) @returns) @definition.function (#set! elision "{}"))
((secondary_constructor
  "constructor" @name
  (function_value_parameters) @parameters @signature.end
  (block) @body) @definition.constructor)
((secondary_constructor
  "constructor" @name
  (function_value_parameters) @parameters) @definition.constructor)

; Properties: accessors are bodies
(property_declaration
  (variable_declaration (identifier) @name (_)? @type)) @definition.variable
(property_declaration "=" . (_) @value) @definition.variable
(property_declaration (modifiers (property_modifier "const"))) @definition.constant
((property_declaration (object_literal (class_body) @body)) @definition.variable (#set! elision "{}"))
((property_declaration (setter) @body) @definition.property (#set! elision ""))
((property_declaration (getter) @body) @definition.property (#set! elision ""))
((property_declaration (setter) @body (getter)) @definition.property (#set! elision ""))
((property_declaration (setter (modifiers (visibility_modifier "private")))) @definition.property
  (#set! elision "private set"))
((property_declaration (setter (modifiers (visibility_modifier "protected")))) @definition.property
  (#set! elision "protected set"))
((property_declaration (setter (modifiers (visibility_modifier "internal")))) @definition.property
  (#set! elision "internal set"))
(property_declaration (multi_variable_declaration (variable_declaration (identifier) @name))) @definition.variable

((enum_entry
  (identifier) @name
  (class_body)? @body) @definition.enum_member (#set! tail ",;"))

; Modifiers, in any order
(_ (modifiers (annotation) @decorator))
(_ (modifiers (visibility_modifier) @visibility))
(_ (modifiers [(inheritance_modifier) (member_modifier) (function_modifier) (class_modifier)] @nature))

; Imports
((import (qualified_identifier) @import.module . "*") @import (#set! name "*"))
((import (qualified_identifier) @import.module) @import (#not-match? @import "[*]| as ") (#set! split "."))
((import (qualified_identifier) @import.module (identifier) @import.alias) @import (#set! split "."))
