pub fn keep_before() -> u8 { 1 }

pub fn broken( -> {

pub fn keep_after(a: u8) -> u8 { a }
