; Namespaces
(namespace_definition name: (_) @name !body) @definition.module
(namespace_definition name: (_) @name body: (_) @members) @definition.namespace

; Types
(class_declaration
  name: (name) @name
  body: (declaration_list) @members) @definition.class
(class_declaration (base_clause [(name) (qualified_name)] @base)) @definition.class
(class_declaration (class_interface_clause [(name) (qualified_name)] @base)) @definition.class
(interface_declaration
  name: (name) @name
  body: (declaration_list) @members) @definition.interface
(interface_declaration (base_clause [(name) (qualified_name)] @base)) @definition.interface
(trait_declaration
  name: (name) @name
  body: (declaration_list) @members) @definition.class
(enum_declaration
  name: (name) @name
  body: (enum_declaration_list) @members) @definition.enum
(enum_declaration (class_interface_clause [(name) (qualified_name)] @base)) @definition.enum

; Callables
(function_definition
  name: (name) @name
  parameters: (formal_parameters) @parameters
  return_type: (_)? @returns
  body: (compound_statement) @body) @definition.function
(method_declaration
  name: (name) @name
  parameters: (formal_parameters) @parameters
  return_type: (_)? @returns
  body: (compound_statement)? @body) @definition.method
((method_declaration name: (name) @_name) @definition.constructor (#eq? @_name "__construct"))

; Properties, constants, cases, traits used
(property_declaration
  type: (_)? @type
  (property_element name: (variable_name (name) @name) default_value: (_)? @value)) @definition.field
(property_declaration (property_hook_list)) @definition.property
(property_declaration (property_hook_list (property_hook body: (_) @accessor))) @definition.property
(const_declaration type: (_)? @type (const_element (name) @name "=" (_) @value)) @definition.constant
(enum_case name: (name) @name value: (_)? @value) @definition.enum_member
(use_declaration [(name) (qualified_name)] @name) @definition.field
((expression_statement
  (function_call_expression
    function: (name) @_define
    arguments: (arguments . (argument (string (string_content) @name)) . (argument (_) @value)))) @definition.constant
  (#eq? @_define "define"))

; Functions and classes that a variable holds
((expression_statement
  (assignment_expression
    left: (variable_name (name) @name)
    right: (anonymous_function
      parameters: (formal_parameters) @parameters
      return_type: (_)? @returns
      body: (_) @body))) @definition.function (#set! elision "{};"))
(expression_statement
  (assignment_expression
    left: (variable_name (name) @name)
    right: (object_creation_expression
      (anonymous_class body: (declaration_list) @members)))) @definition.class

; Conditional definitions
(if_statement
  body: (compound_statement "{" @signature.end "}" @close) @branch.body) @branch

; Modifiers, in any order
(_ attributes: (attribute_list (attribute_group) @decorator))
(_ (visibility_modifier) @visibility)
(_ [(abstract_modifier) (static_modifier) (final_modifier) (readonly_modifier)] @nature)

; Imports
(namespace_use_declaration
  (namespace_use_clause
    (qualified_name prefix: (namespace_name) @import.module (name) @import.name)
    alias: (name)? @import.alias)) @import
(namespace_use_declaration
  (namespace_use_clause . (name) @import.module alias: (name)? @import.alias)) @import
(namespace_use_declaration
  (namespace_name) @import.module
  body: (namespace_use_group
    (namespace_use_clause . [(name) (qualified_name)] @import.name alias: (name)? @import.alias))) @import
((_ [
    (require_expression [(string) @import.module (binary_expression right: (string) @import.module)])
    (require_once_expression [(string) @import.module (binary_expression right: (string) @import.module)])
    (include_expression [(string) @import.module (binary_expression right: (string) @import.module)])
    (include_once_expression [(string) @import.module (binary_expression right: (string) @import.module)])]) @import
  (#set! name "*"))
