//! Crate text: keep_crate_doc.
#![allow(dead_code)]

use std::collections::HashMap as KeepMapAlias;
pub use keep_inline::KeepInlineItem;

/// A constant: keep_const_doc.
pub const KEEP_CONST: u32 = 40;
pub static mut KEEP_STATIC: &str = "keep_static_value";

/// keep_alias_doc
pub type KeepAlias<T> = Result<T, KeepError>;

/// A struct: keep_struct_doc.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct KeepStruct<'keep, T: Copy + 'keep, const KEEP_N: usize = 8>
where
    T: Default,
{
    /// keep_field_doc
    pub keep_field: &'keep [T; KEEP_N],
    #[serde(rename = "keep_attribute")]
    pub(crate) keep_crate_field: Option<u8>,
    keep_private_field: u8,
}

pub struct KeepTuple(pub u8, String);
pub struct KeepUnit;

/// keep_enum_doc
#[repr(u8)]
pub enum KeepEnum {
    /// keep_variant_doc
    KeepPlain = 1,
    KeepTupleVariant(u8, String),
    KeepStructVariant { keep_inner: u8 },
}

#[derive(Debug)]
pub enum KeepError {
    KeepTooBig(u32),
}

pub union KeepUnion {
    pub keep_bits: u32,
    pub keep_float: f32,
}

/// A trait: keep_trait_doc.
pub unsafe trait KeepTrait<'a>: Sized + 'a {
    type KeepOut: Clone
    where
        Self: 'a;
    const KEEP_LIMIT: usize = 4;
    /// # Errors
    /// keep_errors_doc
    fn keep_required(&'a mut self, tag: &str) -> Result<Self::KeepOut, KeepError>;
    fn keep_default(self) -> bool
    where
        Self: Copy,
    {
        let hidden_default = true;
        hidden_default
    }
}

impl<'keep, T: Copy + Default, const KEEP_N: usize> KeepStruct<'keep, T, KEEP_N> {
    pub const KEEP_ASSOCIATED: usize = 0;

    #[must_use = "keep_must_use"]
    pub const fn keep_const_fn(&self) -> usize {
        let hidden_const = KEEP_N;
        hidden_const
    }

    pub(crate) unsafe fn keep_unsafe(&mut self, len: usize) {
        hidden_call(len);
    }

    fn keep_private_method(self: Box<Self>) {}
}

impl<T: Copy> std::fmt::Display for KeepTuple2<T> {
    fn fmt(&self, keep_formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(keep_formatter, "hidden {}", 1)
    }
}

/// keep_async_doc
pub async fn keep_async<F>(f: F, names: &[&'static str]) -> impl Iterator<Item = u8>
where
    F: for<'x> Fn(&'x str) -> bool + Send + 'static,
{
    let hidden_iter = vec![u8::from(f(names[0]))];
    fn hidden_nested() {}
    hidden_iter.into_iter()
}

pub extern "C" fn keep_extern(keep_argument: i32) -> i32 {
    keep_argument
}

extern "C" {
    pub fn keep_foreign(a: i32, ...) -> i32;
}

#[cfg(feature = "keep_cfg")]
pub fn keep_conditional() {}

pub mod keep_inline {
    /// keep_inline_doc
    pub struct KeepInlineItem;
    fn keep_inline_private() {}
}

/// keep_macro_doc
#[macro_export]
macro_rules! keep_macro {
    ($keep_left:expr, $($rest:tt)*) => {
        hidden_expansion!($keep_left)
    };
}
