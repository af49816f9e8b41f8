export module keep.module;

import keep.imported;

export namespace keep_exported {
int keep_module_function(int n) { return hidden_in_module; }
}
export int keep_exported_function();
