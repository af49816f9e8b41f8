pub fn keep_tool() {}
