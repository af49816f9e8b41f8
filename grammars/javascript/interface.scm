; What stands in an export is read as if it stood in its place, from the word `export` on.
((export_statement declaration: (_)) @wrapper (#set! exported "1"))
((export_statement
  "default"
  value: [(class) (function_expression) (generator_function) (arrow_function)]) @wrapper
  (#set! exported "1"))

; Functions
([(function_declaration
    "async"? @nature
    name: (identifier) @name
    parameters: (formal_parameters) @parameters
    body: (statement_block) @body)
  (generator_function_declaration
    "async"? @nature
    name: (identifier) @name
    parameters: (formal_parameters) @parameters
    body: (statement_block) @body)] @definition.function)

; ... without a name of their own: the default export
([(function_expression
    "async"? @nature
    name: (identifier)? @name
    parameters: (formal_parameters) @parameters
    body: (statement_block) @body)
  (generator_function
    "async"? @nature
    name: (identifier)? @name
    parameters: (formal_parameters) @parameters
    body: (statement_block) @body)
  (arrow_function
    "async"? @nature
    parameters: (formal_parameters)? @parameters
    parameter: (identifier)? @parameters
    body: (_) @body)] @definition.function
  (#set! name "default"))

; Types that a comment defines; each is exported
(((comment) @definition.type_alias)
  (#match? @definition.type_alias "^/\\*\\*[^@]*@(typedef|callback)\\s")
  (#set! named "@callback\\s+([\\w$.]+)|@typedef\\s+(?:\\{(?:[^{}]|\\{(?:[^{}]|\\{[^{}]*\\})*\\})*\\}\\s+)?([\\w$.]+)")
  (#set! exported "1"))

; Classes
(class_declaration
  name: (_) @name
  body: (class_body) @members) @definition.class
((class
  name: (_)? @name
  body: (class_body) @members) @definition.class
  (#set! name "default"))

; ... what they extend, and decorators: these captures belong to the definition that it stands in
((_ (class_heritage (_) @base)) (#not-match? @base "^(extends|implements)\\b"))
((_ . (variable_declarator value: (class (class_heritage (_) @base))))
  (#not-match? @base "^(extends|implements)\\b"))

(_ decorator: (decorator) @decorator)

; Variables: of `const a = 1, b = 2` and `const { a, b: { c } } = d` every name; a pattern that begins
; with `(_` sees no second child, unless others are still looking
([
  (lexical_declaration (variable_declarator name: (_) @name))
  (variable_declaration (variable_declarator name: (_) @name))] @definition.variable
  (#set! patterns))
(_ . (variable_declarator value: (_) @value) .) @definition.variable
(lexical_declaration "const" (variable_declarator)) @definition.constant

; ... that hold a function; of `a => b => ...` the body of the last arrow is the body
(_ . (variable_declarator
  value: [(function_expression
            "async"? @nature
            parameters: (formal_parameters) @parameters
            body: (statement_block) @body)
          (generator_function
            "async"? @nature
            parameters: (formal_parameters) @parameters
            body: (statement_block) @body)
          (arrow_function
            "async"? @nature
            parameters: (formal_parameters)? @parameters
            parameter: (identifier)? @parameters
            body: (_) @body)]) .) @definition.function
(_ . (variable_declarator
  value: (arrow_function body: (arrow_function body: (_) @body))) .) @definition.function
(_ . (variable_declarator
  value: (arrow_function
    body: (arrow_function body: (arrow_function body: (_) @body)))) .) @definition.function

; ... a class
(_ . (variable_declarator
  value: (class
      body: (class_body) @members)) .) @definition.class

; ... an object with functions: these are its members, in `Object.freeze({ ... })` and its kind as well
(_ . (variable_declarator
  name: (identifier)
  value: (object
    [(method_definition)
     (pair value: [(arrow_function) (function_expression) (generator_function)])]) @members) .) @definition.constant
(_ . (variable_declarator
  name: (identifier)
  value: (call_expression
    arguments: (arguments
      (object
        [(method_definition)
         (pair value: [(arrow_function) (function_expression) (generator_function)])]) @members))) .)
  @definition.constant

; Default exports that are values
((export_statement
  "default"
  value: [(object) (array) (call_expression) (new_expression) (member_expression) (subscript_expression)
          (string) (number) (template_string) (unary_expression) (binary_expression) (ternary_expression)
          (parenthesized_expression) (await_expression) (true) (false) (null) (regex)] @value)
  @definition.constant
  (#set! name "default") (#set! exported "1"))
(export_statement
  "default"
  value: (object
    [(method_definition)
     (pair value: [(arrow_function) (function_expression) (generator_function)])]) @members)
  @definition.constant
(export_statement
  "default"
  value: (call_expression
    arguments: (arguments
      (object
        [(method_definition)
         (pair value: [(arrow_function) (function_expression) (generator_function)])]) @members)))
  @definition.constant

; Values given to a property of what the file defines: `Box.limit = 3`
((expression_statement
  (assignment_expression
    left: (member_expression object: (identifier) @_owner) @name
    right: (_) @value)) @definition.field
  (#not-match? @_owner "^(this|exports|module|window|globalThis|self|global|document|process|console)$"))

; Functions and classes given to a property: `Box.from = function () {}`, `Box.prototype.grow = ...`
((expression_statement
  (assignment_expression
    left: (member_expression) @name
    right: [(function_expression
              "async"? @nature
              parameters: (formal_parameters) @parameters
              body: (statement_block) @body)
            (generator_function
              "async"? @nature
              parameters: (formal_parameters) @parameters
              body: (statement_block) @body)
            (arrow_function
              "async"? @nature
              parameters: (formal_parameters)? @parameters
              parameter: (identifier)? @parameters
              body: (_) @body)])) @definition.method
  (#not-match? @name "^(this|exports|module)\\b"))
((expression_statement
  (assignment_expression
    left: (member_expression) @name
    right: (class body: (class_body) @members))) @definition.class
  (#not-match? @name "^(this|exports|module)\\b"))
((expression_statement
  (assignment_expression
    left: (member_expression property: (property_identifier) @_prototype) @name
    right: (object) @members)) @definition.constant
  (#eq? @_prototype "prototype"))

; Several given at once, or one with accessors: `Object.assign(Box.prototype, { ... })`
((expression_statement
  (call_expression
    function: (member_expression object: (identifier) @_object property: (property_identifier) @_word)
    arguments: (arguments
      . [(identifier) (member_expression)] @name
      (object) @members .))) @definition.constant
  (#eq? @_object "Object")
  (#any-of? @_word "assign" "defineProperties" "defineProperty")
  (#not-match? @name "^(this|exports|module\\.exports|window|globalThis|self|global|document|process)$"))

; CommonJS: `module.exports = ...`; a plain name or a `require` there is a re-export
((expression_statement
  (assignment_expression
    left: (member_expression) @name
    right: (_) @value)) @definition.constant
  (#eq? @name "module.exports")
  (#not-match? @value "^((?!(true|false|null)$)[A-Za-z_$][\\w$]*$|require\\()")
  (#set! exported "1"))
((expression_statement
  (assignment_expression
    left: (member_expression) @name
    right: (object
      [(method_definition)
       (pair value: [(arrow_function) (function_expression) (generator_function)])]) @members))
  @definition.constant
  (#eq? @name "module.exports")
  (#set! exported "1"))
((expression_statement
  (assignment_expression
    left: (member_expression) @name
    right: [(function_expression
              "async"? @nature
              parameters: (formal_parameters) @parameters
              body: (statement_block) @body)
            (generator_function
              "async"? @nature
              parameters: (formal_parameters) @parameters
              body: (statement_block) @body)
            (arrow_function
              "async"? @nature
              parameters: (formal_parameters)? @parameters
              parameter: (identifier)? @parameters
              body: (_) @body)])) @definition.function
  (#eq? @name "module.exports")
  (#set! exported "1"))
((expression_statement
  (assignment_expression
    left: (member_expression) @name
    right: (class body: (class_body) @members))) @definition.class
  (#eq? @name "module.exports")
  (#set! exported "1"))

; ... `exports.name = ...`, `module.exports.name = ...`
((expression_statement
  (assignment_expression
    left: (member_expression object: (_) @_exports property: (property_identifier) @name)
    right: (_) @value)) @definition.constant
  (#any-of? @_exports "exports" "module.exports")
  (#not-match? @value "^((?!(true|false|null)$)[A-Za-z_$][\\w$]*$|require\\(|void 0|(module\\.)?exports\\b)")
  (#set! exported "1"))
((expression_statement
  (assignment_expression
    left: (member_expression object: (_) @_exports property: (property_identifier) @name)
    right: [(function_expression
              "async"? @nature
              parameters: (formal_parameters) @parameters
              body: (statement_block) @body)
            (generator_function
              "async"? @nature
              parameters: (formal_parameters) @parameters
              body: (statement_block) @body)
            (arrow_function
              "async"? @nature
              parameters: (formal_parameters)? @parameters
              parameter: (identifier)? @parameters
              body: (_) @body)])) @definition.function
  (#any-of? @_exports "exports" "module.exports")
  (#set! exported "1"))
((expression_statement
  (assignment_expression
    left: (member_expression object: (_) @_exports property: (property_identifier) @name)
    right: (class body: (class_body) @members))) @definition.class
  (#any-of? @_exports "exports" "module.exports")
  (#set! exported "1"))

; ... `exports["a-b"] = ...`, `exports.a = exports.b = ...`
((expression_statement
  (assignment_expression
    left: (member_expression object: (_) @_exports property: (property_identifier) @name)
    right: (assignment_expression
      left: (member_expression object: (_) @_other property: (property_identifier) @name)
      right: (_) @value))) @definition.constant
  (#any-of? @_exports "exports" "module.exports")
  (#any-of? @_other "exports" "module.exports")
  (#not-match? @value "^((?!(true|false|null)$)[A-Za-z_$][\\w$]*$|require\\(|void 0|(module\\.)?exports\\b)")
  (#set! exported "1"))
((expression_statement
  (assignment_expression
    left: (subscript_expression object: (_) @_exports index: (string) @name)
    right: (_) @value)) @definition.constant
  (#any-of? @_exports "exports" "module.exports")
  (#set! exported "1"))

; ... `Object.assign(exports, { ... })`, `Object.defineProperty(exports, "name", { get })`
((expression_statement
  (call_expression
    function: (member_expression object: (identifier) @_object property: (property_identifier) @_word)
    arguments: (arguments
      . [(identifier) (member_expression)] @name
      . (object) @members .))) @definition.constant
  (#eq? @_object "Object")
  (#eq? @_word "assign")
  (#any-of? @name "exports" "module.exports")
  (#set! exported "1"))
((expression_statement
  (call_expression
    function: (member_expression object: (identifier) @_object property: (property_identifier) @_word)
    arguments: (arguments
      . [(identifier) (member_expression)] @_exports
      . (string) @name
      . (object) @members .))) @definition.constant
  (#eq? @_object "Object")
  (#eq? @_word "defineProperty")
  (#any-of? @_exports "exports" "module.exports")
  (#not-match? @name "__esModule")
  (#set! exported "1"))

; `const x = require("m")` is an import, below
((_ . (variable_declarator
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) .)))) @definition.constant
  (#eq? @_require "require")
  (#set! omit "1"))
((_ . (variable_declarator value: (await_expression (call_expression function: (import))))) @definition.constant
  (#set! omit "1"))

; Members of classes, and methods of objects
(method_definition
  name: (_) @name
  parameters: (formal_parameters) @parameters
  body: (statement_block) @body) @definition.method
(method_definition ["async" "static"] @nature) @definition.method
(method_definition ["get" "set"] @nature) @definition.property
((method_definition name: (property_identifier) @name) @definition.constructor
  (#eq? @name "constructor"))

; Fields: the only members whose name is in the field `property`; one that holds a function is a method
((_
  property: [(property_identifier) (private_property_identifier) (computed_property_name) (string) (number)] @name
  value: (_)? @value) @definition.field
  (#set! ending ";"))
(class_body (_
  (function_expression
    "async"? @nature
    parameters: (formal_parameters) @parameters
    body: (statement_block) @body)) @definition.method)
(class_body (_
  (arrow_function
    "async"? @nature
    parameters: (formal_parameters)? @parameters
    parameter: (identifier)? @parameters
    body: (_) @body)) @definition.method)

; Members of objects
((object (pair key: (_) @name value: (_) @value) @definition.field) (#set! ending ","))
((object [(shorthand_property_identifier) (spread_element)] @name @definition.field) (#set! ending ","))
((object (method_definition) @definition.method) (#set! ending ","))
((object (method_definition ["get" "set"]) @definition.property) (#set! ending ","))
((object
  (pair
    key: (_) @name
    value: [(function_expression
              "async"? @nature
              parameters: (formal_parameters) @parameters
              body: (statement_block) @body)
            (generator_function
              "async"? @nature
              parameters: (formal_parameters) @parameters
              body: (statement_block) @body)
            (arrow_function
              "async"? @nature
              parameters: (formal_parameters)? @parameters
              parameter: (identifier)? @parameters
              body: (_) @body)]) @definition.method)
  (#set! ending ","))
((object
  (pair
    key: (_) @name
    value: (object
      [(method_definition)
       (pair value: [(arrow_function) (function_expression) (generator_function)])]) @members) @definition.field)
  (#set! ending ","))

; Imports, anywhere in the file. No name is the module itself; `default` and `*` are what they say.
(import_statement . (string) @import.module) @import
((import_statement
  (import_clause (identifier) @import.alias)
  source: (string) @import.module) @import
  (#set! name "default") (#set! type_only_by "type"))
((import_statement
  (import_clause (namespace_import (identifier) @import.alias))
  source: (string) @import.module) @import
  (#set! type_only_by "type"))
((import_statement
  (import_clause
    (named_imports
      (import_specifier name: [(_) "default"] @import.name alias: (_)? @import.alias)))
  source: (string) @import.module) @import
  (#set! type_only_by "type"))

; ... `require`, whole, in parts, one part
((_ (variable_declarator
  name: (identifier) @import.alias
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string) @import.module)))) @import
  (#eq? @_require "require"))
((_ (variable_declarator
  name: (object_pattern
    [(shorthand_property_identifier_pattern) @import.name
     (object_assignment_pattern left: (_) @import.name)
     (pair_pattern key: (_) @import.name value: (identifier) @import.alias)])
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string) @import.module)))) @import
  (#eq? @_require "require"))
((_ (variable_declarator
  name: (identifier) @import.alias
  value: (member_expression
    object: (call_expression
      function: (identifier) @_require
      arguments: (arguments . (string) @import.module))
    property: (property_identifier) @import.name))) @import
  (#eq? @_require "require"))
(([(expression_statement
     (call_expression
       function: (identifier) @_require
       arguments: (arguments . (string) @import.module)))
   (arguments
     (call_expression
       function: (identifier) @_require
       arguments: (arguments . (string) @import.module)))
   (call_expression
     function: (call_expression
       function: (identifier) @_require
       arguments: (arguments . (string) @import.module)))
   (return_statement
     (call_expression
       function: (identifier) @_require
       arguments: (arguments . (string) @import.module)))]) @import
  (#eq? @_require "require"))

; ... `import("m")`
(call_expression function: (import) arguments: (arguments . (string) @import.module)) @import
(_ (variable_declarator
  name: (identifier) @import.alias
  value: (await_expression
    (call_expression function: (import) arguments: (arguments . (string) @import.module))))) @import
(_ (variable_declarator
  name: (object_pattern
    [(shorthand_property_identifier_pattern) @import.name
     (pair_pattern key: (_) @import.name value: (identifier) @import.alias)])
  value: (await_expression
    (call_expression function: (import) arguments: (arguments . (string) @import.module))))) @import

; Exports by name. Those of the file itself have no module; the default export is called `default`.
((export_statement
  (export_clause (export_specifier name: [(_) "default"] @import.name alias: (_)? @import.alias))
  source: (string)? @import.module) @import
  (#set! exported "1") (#set! type_only_by "type"))
((export_statement "*" @import.name source: (string) @import.module) @import
  (#set! exported "1") (#set! type_only_by "type"))
((export_statement (namespace_export (_) @import.alias) source: (string) @import.module) @import
  (#set! exported "1") (#set! type_only_by "type"))
((export_statement
  "default"
  [declaration: (_ name: (_) @import.name)
   value: (class name: (_) @import.name)
   value: (function_expression name: (_) @import.name)
   value: (generator_function name: (_) @import.name)
   value: (identifier) @import.name]) @import
  (#set! exported "1") (#set! alias "default"))

; ... of CommonJS; `const app = module.exports = {}` exports what is set on `app`
((variable_declarator
  name: (identifier) @import.name
  value: (assignment_expression left: (_) @_exports)) @import
  (#any-of? @_exports "exports" "module.exports")
  (#set! exported "1") (#set! alias "default"))
((expression_statement
  (assignment_expression left: (member_expression) @_exports right: (identifier) @import.name)) @import
  (#eq? @_exports "module.exports")
  (#set! exported "1") (#set! alias "default"))
((expression_statement
  (assignment_expression
    left: (member_expression) @_exports
    right: (object
      [(shorthand_property_identifier) @import.name
       (pair key: (property_identifier) @import.alias value: (identifier) @import.name)]))) @import
  (#eq? @_exports "module.exports")
  (#set! exported "1"))
((expression_statement
  (call_expression
    function: (member_expression) @_assign
    arguments: (arguments
      . (_) @_exports
      (object
        [(shorthand_property_identifier) @import.name
         (pair key: (property_identifier) @import.alias value: (identifier) @import.name)])))) @import
  (#eq? @_assign "Object.assign")
  (#any-of? @_exports "exports" "module.exports")
  (#set! exported "1"))
(((assignment_expression
  left: (member_expression object: (_) @_exports property: (property_identifier) @import.alias)
  right: (assignment_expression
    left: (member_expression object: (_) @_other)
    right: (identifier) @import.name))) @import
  (#any-of? @_exports "exports" "module.exports")
  (#any-of? @_other "exports" "module.exports")
  (#set! exported "1"))
((assignment_expression
  left: (member_expression object: (_) @_exports)
  right: (assignment_expression
    left: (member_expression object: (_) @_other property: (property_identifier) @import.alias)
    right: (identifier) @import.name)) @import
  (#any-of? @_exports "exports" "module.exports")
  (#any-of? @_other "exports" "module.exports")
  (#set! exported "1"))
((expression_statement
  (assignment_expression
    left: (member_expression object: (_) @_exports property: (property_identifier) @import.alias)
    right: (identifier) @import.name)) @import
  (#any-of? @_exports "exports" "module.exports")
  (#set! exported "1"))
((expression_statement
  (assignment_expression
    left: (member_expression) @_exports
    right: (call_expression
      function: (identifier) @_require
      arguments: (arguments . (string) @import.module)))) @import
  (#eq? @_exports "module.exports")
  (#eq? @_require "require")
  (#set! exported "1") (#set! name "*"))
((expression_statement
  (assignment_expression
    left: (member_expression object: (_) @_exports property: (property_identifier) @import.alias)
    right: [
      (call_expression
        function: (identifier) @_require
        arguments: (arguments . (string) @import.module))
      (member_expression
        object: (call_expression
          function: (identifier) @_require
          arguments: (arguments . (string) @import.module))
        property: (property_identifier) @import.name)])) @import
  (#any-of? @_exports "exports" "module.exports")
  (#eq? @_require "require")
  (#set! exported "1"))
((expression_statement
  (call_expression
    function: (identifier) @_star
    arguments: (arguments
      (call_expression
        function: (identifier) @_require
        arguments: (arguments . (string) @import.module))))) @import
  (#eq? @_star "__exportStar")
  (#eq? @_require "require")
  (#set! exported "1") (#set! name "*"))
