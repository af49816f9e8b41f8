use crate::KeepRail;
use super::crane::{self, hook::KeepHook as H};
use keep_tools::keep_tool;

pub fn job(h: &mut H) { crane::keep_lift(1); keep_tool(); }
