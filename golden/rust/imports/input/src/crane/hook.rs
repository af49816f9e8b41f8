pub struct KeepHook { pub keep_name: String }
impl KeepHook { pub fn keep_swing(&mut self) {} }
