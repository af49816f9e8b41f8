pub struct KeepRail(pub u8);
