; Modules and classes
((module
  name: (_) @name @signature.end
  body: (body_statement)? @members) @definition.namespace (#set! close "end"))
((class
  name: (_) @name @signature.end
  body: (body_statement)? @members) @definition.class (#set! close "end"))
(class superclass: (superclass (_) @base) @signature.end) @definition.class
((singleton_class
  value: (_) @signature.end
  body: (body_statement) @branch.body "end" @close) @branch)

; Methods; a text that begins in a parameter ends below the head
((method name: (_) @name @signature.end) @definition.function)
((method
  parameters: (_) @parameters @signature.end) @definition.function)
((method (_) @signature.end) @definition.function (#match? @signature.end "^\n") (#set! elision "\nend"))
(method body: (_) @body) @definition.function
((singleton_method name: (_) @name @signature.end) @definition.function (#set! nature "static"))
((singleton_method
  parameters: (_) @parameters @signature.end) @definition.function (#set! nature "static"))
((singleton_method (_) @signature.end) @definition.function (#match? @signature.end "^\n") (#set! elision "\nend"))
(singleton_method body: (_) @body) @definition.function
((method !body) @definition.function @body)
((singleton_method !body) @definition.function @body)

(heredoc_body) @continued

; Constants, attributes, what is mixed in, what a class is told about itself
(assignment
  left: (constant) @name
  right: (_) @value) @definition.constant
(assignment
  left: (left_assignment_list (constant) @name)
  right: (_) @value) @definition.constant
(assignment
  left: (global_variable) @name
  right: (_) @value) @definition.variable
((assignment
  left: [(class_variable) (instance_variable)] @name
  right: (_) @value) @definition.field (#set! visibility "private"))
((assignment
  left: (constant) @name
  right: (call block: (do_block body: (body_statement) @members))) @definition.class (#set! close "end"))
((call
  method: (identifier) @_word
  arguments: (argument_list [(simple_symbol) (string)] @name)) @definition.field
  (#any-of? @_word "attr_reader" "attr_writer" "attr_accessor" "attr" "cattr_accessor" "mattr_accessor" "class_attribute"))
((call
  method: (identifier) @_word
  arguments: (argument_list [(constant) (scope_resolution)] @name)) @definition.field
  (#any-of? @_word "include" "extend" "prepend"))
((call
  method: (identifier) @_word
  arguments: (argument_list . [(simple_symbol) (string)] @name)) @definition.property
  (#any-of? @_word "alias_method" "delegate" "def_delegator" "def_delegators" "has_many" "has_one" "belongs_to"
    "has_and_belongs_to_many" "scope" "enum" "define_method"))
(alias name: (_) @name) @definition.property

; Definitions under a condition, behind or before them, and inside the blocks that hold definitions
(if
  condition: (_) @signature.end
  consequence: (then) @branch.body
  "end" @close) @branch
(unless
  condition: (_) @signature.end
  consequence: (then) @branch.body
  "end" @close) @branch
((if alternative: (else "else" @signature.end) @branch @branch.body) @branch.group)
((unless alternative: (else "else" @signature.end) @branch @branch.body) @branch.group)
(if
  alternative: (elsif
    condition: (_) @signature.end
    consequence: (then) @branch.body) @branch) @branch.group
((if alternative: (elsif alternative: (else "else" @signature.end) @branch @branch.body)) @branch.group)
([(if_modifier) (unless_modifier)] @branch (#set! unconditional))
((call
  method: (identifier) @_word
  block: (do_block
    "do" @signature.end
    body: (body_statement) @branch.body
    "end" @close)) @branch
  (#any-of? @_word "refine" "included" "prepended" "class_methods"))

; Visibility: a section, around a definition, of names
((identifier) @visibility
  (#any-of? @visibility "private" "protected" "public" "module_function"))
((call
  method: (identifier) @visibility
  arguments: (argument_list) @wrapper)
  (#any-of? @visibility "private" "protected" "public" "module_function" "private_class_method" "public_class_method"))
((call
  method: (identifier) @visibility
  arguments: (argument_list [(simple_symbol) (string)] @name))
  (#any-of? @visibility "private" "protected" "public" "private_class_method" "private_constant"))

; Imports
((call
  method: (identifier) @_word
  arguments: (argument_list . (string (string_content) @import.module))) @import
  (#any-of? @_word "require" "load") (#set! name "*"))
((call
  method: (identifier) @_word
  arguments: (argument_list . (string (string_content) @import.module))) @import
  (#eq? @_word "require_relative") (#set! name "*") (#set! level "1"))
((call
  method: (identifier) @_word
  arguments: (argument_list (simple_symbol) @import.name (string (string_content) @import.module))) @import
  (#eq? @_word "autoload"))
