//! MKFILEMODULEDOC

pub fn r#mk_raw_identifier(r#type: u8) {}

thread_local! {
    pub static MK_THREAD_LOCAL: u8 = const { 1 };
}
