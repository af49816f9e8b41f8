; What TypeScript has is read by its patterns; markup is a value like any other.
((export_statement "default" value: [(jsx_element) (jsx_self_closing_element)] @value) @definition.constant
  (#set! name "default") (#set! exported "1"))
