//! MKCRATEDOC: a book of entries.

#![allow(dead_code, unused_variables, improper_ctypes)]
#![cfg_attr(mkcratecfg, no_std)]

extern crate std as mk_std;

use std::collections::{BTreeMap as MkRenamed, HashMap};
use std::fmt::{self, Debug};

pub use crate::mk_inner::MkReexported;
pub use mk_inner::mk_deep::*;
pub(crate) use std::io::Result as MkIoResult;

/// MKMACRODOC builds an entry.
#[macro_export]
macro_rules! mk_macro {
    ($mk_fragment:expr) => {
        mk_macro_hidden($mk_fragment)
    };
}

#[path = "mk_file_module.rs"]
pub mod mk_declared;

/// MKMODULEDOC of an inline module.
pub mod mk_inner {
    //! MKINNERDOC of the same module.

    /// MKREEXPORTDOC
    pub struct MkReexported;

    pub mod mk_deep {
        pub fn mk_nested_function(mk_nested_param: u8) {}
        pub(super) fn mk_super_function() {}
        pub(in crate::mk_inner) const MK_IN_PATH: u8 = 1;
    }
}

/// MKCONSTDOC
pub const MK_LIMIT: u64 = 15_000;
pub const MK_TABLE: [&str; 2] = ["mktablevalue", "b"];
const MK_PRIVATE: Option<&'static str> = None;
const _: () = assert!(MK_LIMIT > 10);
pub const MK_COMPUTED: usize = {
    let mk_const_hidden = 3;
    mk_const_hidden * 2
};

/// MKSTATICDOC
pub static MK_STATIC: &str = "mkstaticvalue";
pub static mut MK_MUTABLE: u32 = 7;

pub type MkAlias<T> = std::result::Result<T, MkError>;
pub type MkFnPointer = unsafe extern "C" fn(mk_pointer_param: *const u8, ...) -> i32;

/// MKSTRUCTDOC
///
/// MKSECONDPARAGRAPH
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[repr(C, align(8))]
pub struct MkStruct<'a, T: ?Sized + 'a, const MK_N: usize = 4>
where
    T: Debug,
{
    /// MKFIELDDOC
    pub mk_field: Option<&'a T>,
    pub(crate) mk_crate_field: [u8; MK_N],
    #[cfg(mkfieldcfg)]
    pub mk_conditional_field: i64,
    mk_private_field: (),
}

pub struct MkTuple(pub u32, f64);
pub struct MkUnit;

#[repr(u8)]
#[derive(Clone, Copy)]
pub enum MkEnum {
    /// MKVARIANTDOC
    MkUnitVariant = 3,
    MkNext,
    #[deprecated(since = "1.1", note = "mkvariantnote")]
    MkOld = 1 << 4,
}

pub enum MkData<T> {
    MkTupleVariant(T, u8),
    MkStructVariant { mk_variant_field: Vec<T> },
    MkLastVariant,
}

#[repr(C)]
pub union MkUnion {
    pub mk_integer: u32,
    pub mk_float: f32,
}

/// MKTRAITDOC
pub trait MkTrait<'a, T = Self>: Debug + Send
where
    Self: Sized,
{
    /// MKASSOCTYPEDOC
    type MkItem: Clone + 'a;
    type MkGat<'b>: Iterator<Item = &'b u8>
    where
        Self: 'b;
    const MK_ASSOC: usize;
    const MK_ASSOC_DEFAULT: usize = 9;

    /// MKREQUIREDDOC
    fn mk_required(&'a self, mk_required_param: T) -> Self::MkItem;
    fn mk_provided(&mut self, mk_provided_param: u8) -> u8 {
        let mk_provided_hidden = mk_provided_param;
        mk_provided_hidden
    }
    fn mk_receiver(self: Box<Self>);
    fn mk_opaque(&self) -> impl Iterator<Item = u8> + '_;
}

pub unsafe trait MkUnsafeTrait {}

unsafe impl MkUnsafeTrait for MkUnit {}

impl<'a, T, const MK_N: usize> MkStruct<'a, T, MK_N>
where
    T: Debug,
{
    pub const MK_INHERENT: u8 = 2;

    /// MKMETHODDOC
    #[must_use = "mkmustuse"]
    #[inline]
    pub const fn mk_const_fn(&self) -> usize {
        MK_N
    }

    pub fn mk_new(mk_new_param: &'a T) -> Self {
        todo!()
    }

    fn mk_private_method(&self) {}
}

impl<T: Debug> fmt::Display for MkData<T> {
    fn fmt(&self, mk_formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl<T> Drop for MkBox<T> {
    fn drop(&mut self) {}
}

pub struct MkBox<T>(T);

impl<'a, T> IntoIterator for &'a MkBox<T> {
    type Item = &'a T;
    type IntoIter = std::option::IntoIter<&'a T>;
    fn into_iter(self) -> Self::IntoIter {
        Some(&self.0).into_iter()
    }
}

/// MKFUNCDOC
///
/// # Errors
///
/// MKERRORSSECTION when the amount is too small.
///
/// # Panics
///
/// MKPANICSSECTION when the count is zero.
///
/// # Examples
///
/// ```
/// assert_eq!(mk_example(), 1);
/// ```
pub fn mk_errors(mk_amount: u64, mk_count: u64) -> Result<u64, MkError> {
    assert!(mk_count > 0, "mkassertmessage");
    if mk_amount < MK_MINIMUM {
        return Err(MkError::MkTooSmall { mk_given: mk_amount });
    }
    if mk_amount > MK_LIMIT {
        panic!("mkpanicmessage {}", mk_amount);
    }
    let mk_body_hidden = mk_amount / mk_count;
    Ok(mk_body_hidden)
}

const MK_MINIMUM: u64 = 17;

/// MKERRORDOC
#[derive(Debug)]
pub enum MkError {
    MkTooSmall { mk_given: u64 },
    MkIo(std::io::Error),
}

impl std::error::Error for MkError {}

impl From<std::io::Error> for MkError {
    fn from(mk_io_error: std::io::Error) -> Self {
        MkError::MkIo(mk_io_error)
    }
}

impl fmt::Display for MkError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("mk")
    }
}

pub fn mk_match(mk_kind: MkEnum) -> Result<&'static str, MkError> {
    match mk_kind {
        MkEnum::MkNext => Err(MkError::MkTooSmall { mk_given: 0 }),
        _ => Ok("mkmatched"),
    }
}

pub fn mk_option(mk_maybe: Option<u8>) -> Option<u8> {
    let mk_some = mk_maybe?;
    mk_some.checked_add(1)
}

pub fn mk_unwraps(mk_text: &str) -> u32 {
    mk_text.parse().expect("mkexpectmessage")
}

pub async fn mk_async(mk_async_param: String) -> u8 {
    0
}

/// # Safety
///
/// MKSAFETYSECTION
pub unsafe fn mk_unsafe(mk_raw: *mut u8) {}

pub extern "C" fn mk_extern_fn(mk_c_param: i32) -> i32 {
    mk_c_param
}

#[no_mangle]
pub extern "system" fn mk_exported() {}

pub fn mk_impl_trait(mk_impl_param: impl Fn(&str) -> u8, mk_dyn: &dyn MkObject) -> impl Iterator<Item = u8> {
    fn mk_local_hidden() {}
    struct MkLocalHidden;
    let mk_closure_hidden = |x: u8| x + 1;
    // MKCOMMENTHIDDEN
    std::iter::empty()
}

pub fn mk_higher_ranked<F>(f: F) -> Box<dyn for<'c> Fn(&'c str) -> &'c str>
where
    F: for<'b> Fn(&'b [u8]) -> bool + 'static,
    for<'d> &'d F: Send,
{
    loop {}
}

pub fn mk_pattern_params((mk_left, mk_right): (u8, u8), &mk_deref: &u8, MkTuple(mk_inside, _): MkTuple) -> ! {
    loop {}
}

pub trait MkObject {}

#[cfg(all(unix, feature = "mkfeature"))]
pub fn mk_cfg() {}

#[cfg(not(unix))]
pub fn mk_cfg(mk_other: u8) {}

#[doc = "MKDOCATTRIBUTE"]
#[track_caller]
pub fn mk_doc_attribute() {}

#[deprecated = "mkdeprecatednote"]
pub fn mk_deprecated() {}

/** MKBLOCKDOC */
pub fn mk_block_doc() {}

unsafe extern "C" {
    /// MKFOREIGNDOC
    pub fn mk_foreign(mk_foreign_param: *const u8, ...) -> i32;
    pub static MK_FOREIGN_STATIC: i32;
}

#[test]
fn mk_unit_test() {
    let mk_test_hidden = 1;
}
