// Copyright of the shop.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

//! Rates of a shop.
//!
//! All are in cents.

/// Adds two.
pub fn add(a: u32, b: u32) -> u32 {
    a + b
}
