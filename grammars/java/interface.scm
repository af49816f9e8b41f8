; The package; what stands above it (in package-info.java) documents it
(package_declaration [(identifier) (scoped_identifier)] @name) @definition.module

; Types
(class_declaration
  name: (identifier) @name
  type_parameters: (type_parameters)? @type_parameters
  body: (class_body) @members) @definition.class
(class_declaration superclass: (superclass (_) @base)) @definition.class
(class_declaration interfaces: (super_interfaces (type_list (_) @base))) @definition.class
(record_declaration
  name: (identifier) @name
  type_parameters: (type_parameters)? @type_parameters
  parameters: (formal_parameters) @parameters
  body: (class_body) @members) @definition.class
(record_declaration interfaces: (super_interfaces (type_list (_) @base))) @definition.class
(interface_declaration
  name: (identifier) @name
  type_parameters: (type_parameters)? @type_parameters
  body: (interface_body) @members) @definition.interface
(interface_declaration (extends_interfaces (type_list (_) @base))) @definition.interface
(annotation_type_declaration
  name: (identifier) @name
  body: (annotation_type_body) @members) @definition.interface
(enum_declaration
  name: (identifier) @name
  body: (enum_body) @members) @definition.enum
(enum_declaration interfaces: (super_interfaces (type_list (_) @base))) @definition.enum

; Callables
(method_declaration
  type_parameters: (type_parameters)? @type_parameters
  type: (_) @returns
  name: (identifier) @name
  parameters: (formal_parameters) @parameters
  body: (block)? @body) @definition.method
(constructor_declaration
  type_parameters: (type_parameters)? @type_parameters
  name: (identifier) @name
  parameters: (formal_parameters) @parameters
  body: (constructor_body) @body) @definition.constructor
(compact_constructor_declaration
  name: (identifier) @name
  body: (block) @body) @definition.constructor
(annotation_type_element_declaration
  type: (_) @returns
  name: (identifier) @name
  value: (_)? @value) @definition.method

; Fields and constants
(field_declaration
  type: (_) @type
  declarator: (variable_declarator name: (identifier) @name value: (_)? @value)) @definition.field
((field_declaration
  declarator: (variable_declarator
    value: (object_creation_expression (class_body) @body))) @definition.field (#set! elision "{};"))
(constant_declaration
  type: (_) @type
  declarator: (variable_declarator name: (identifier) @name value: (_)? @value)) @definition.constant
((enum_constant
  name: (identifier) @name
  body: (class_body)? @body) @definition.enum_member (#set! tail ",;"))
((enum_body_declarations) @branch (#set! unconditional))

; Modules
(module_declaration name: (_) @name) @definition.namespace

; Modifiers, in any order
(_ (modifiers [(annotation) (marker_annotation)] @decorator))
(_ (modifiers ["public" "protected" "private"] @visibility))
(_ (modifiers ["static" "abstract" "final" "default" "synchronized" "native" "sealed"] @nature))

; Imports
((import_declaration (scoped_identifier scope: (_) @import.module name: (_) @import.name) . ";") @import)
((import_declaration (identifier) @import.module . ";") @import)
((import_declaration (_) @import.module . (asterisk)) @import (#set! name "*"))
