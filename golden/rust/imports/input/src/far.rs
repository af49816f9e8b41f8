pub fn hidden_far() {}
