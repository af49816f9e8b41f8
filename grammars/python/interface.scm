; Functions and methods; a decorated definition carries its decorators in a node around it.
(function_definition
  name: (identifier) @name
  type_parameters: (type_parameter)? @type_parameters
  parameters: (parameters) @parameters
  return_type: (type)? @returns
  ":" @signature.end
  body: (block) @body) @definition.function

(decorated_definition
  [(decorator) @decorator (comment)]+  ; a comment between two decorators ends a run of `(decorator)+`
  definition: (function_definition
    name: (identifier) @name
    type_parameters: (type_parameter)? @type_parameters
    parameters: (parameters) @parameters
    return_type: (type)? @returns
    ":" @signature.end
    body: (block) @body) @definition.function)

; Classes
(class_definition
  name: (identifier) @name
  type_parameters: (type_parameter)? @type_parameters
  superclasses: (argument_list)? @_bases
  ":" @signature.end
  body: (block) @members) @definition.class

(decorated_definition
  [(decorator) @decorator (comment)]+  ; a comment between two decorators ends a run of `(decorator)+`
  definition: (class_definition
    name: (identifier) @name
    type_parameters: (type_parameter)? @type_parameters
    superclasses: (argument_list)? @_bases
    ":" @signature.end
    body: (block) @members) @definition.class)

; Constants, variables and fields; the extractor finds the names in patterns and chains
(expression_statement
  (assignment
    left: [(identifier) (pattern_list) (tuple_pattern) (list_pattern)] @name
    type: (type)? @type
    right: (_)? @value)) @definition.variable

(type_alias_statement
  left: (type [
    (identifier) @name
    (generic_type (identifier) @name (type_parameter) @type_parameters)])
  right: (type) @value) @definition.type_alias

; Strings that document: the module, or the assignment above
(expression_statement . [(string) (concatenated_string)] @doc)
(expression_statement . (parenthesized_expression . [(string) (concatenated_string)]) @doc)

; Conditional definitions
(if_statement consequence: (block) @branch.body) @branch
(if_statement
  alternative: (elif_clause consequence: (block) @branch.body) @branch) @branch.group
(if_statement
  alternative: (else_clause body: (block) @branch.body) @branch) @branch.group
(try_statement body: (block) @branch.body) @branch
(try_statement (except_clause (block) @branch.body) @branch) @branch.group
(try_statement (else_clause body: (block) @branch.body) @branch) @branch.group
(try_statement (finally_clause (block) @branch.body) @branch) @branch.group
(with_statement body: (block) @branch.body) @branch
(for_statement body: (block) @branch.body) @branch
(while_statement body: (block) @branch.body) @branch
(match_statement body: (block) @branch.body) @branch
(block (case_clause consequence: (block) @branch.body) @branch) @branch.group

; Imports, anywhere in the file
(import_statement name: (dotted_name) @import.module) @import
(import_statement
  name: (aliased_import name: (dotted_name) @import.module alias: (identifier) @import.alias)) @import
(import_from_statement
  module_name: [
    (dotted_name) @import.module
    (relative_import (import_prefix) @import.level (dotted_name)? @import.module)]
  name: (dotted_name) @import.name) @import
(import_from_statement
  module_name: [
    (dotted_name) @import.module
    (relative_import (import_prefix) @import.level (dotted_name)? @import.module)]
  name: (aliased_import name: (dotted_name) @import.name alias: (identifier) @import.alias)) @import
(import_from_statement
  module_name: [
    (dotted_name) @import.module
    (relative_import (import_prefix) @import.level (dotted_name)? @import.module)]
  (wildcard_import) @import.name) @import
((future_import_statement name: (dotted_name) @import.name) @import
  (#set! module "__future__"))
