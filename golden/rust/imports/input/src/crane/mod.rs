pub mod hook;
pub fn keep_lift(tons: u32) -> u32 { let hidden_lift = tons; hidden_lift }
