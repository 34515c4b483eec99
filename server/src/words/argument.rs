//! The arguments of messages: numbers and texts.

use askama::filters::{Escaper, Html};
use fluent_bundle::FluentValue;

use crate::html::TrustedHtml;

/// A value that a message takes as an argument.
pub trait Argument {
    /// As it is.
    fn plain(&self) -> FluentValue<'static>;

    /// As a part of a page.
    fn html(&self) -> FluentValue<'static> {
        match self.plain() {
            FluentValue::String(text) => {
                let mut escaped = String::with_capacity(text.len());
                Html.write_escaped_str(&mut escaped, &text)
                    .expect("a string takes whatever is written to it");
                escaped.into()
            }
            number => number,
        }
    }
}

impl<T: Argument + ?Sized> Argument for &T {
    fn plain(&self) -> FluentValue<'static> {
        (*self).plain()
    }

    fn html(&self) -> FluentValue<'static> {
        (*self).html()
    }
}

impl Argument for str {
    fn plain(&self) -> FluentValue<'static> {
        self.to_owned().into()
    }
}

impl Argument for String {
    fn plain(&self) -> FluentValue<'static> {
        self.as_str().plain()
    }
}

impl Argument for TrustedHtml {
    fn plain(&self) -> FluentValue<'static> {
        self.as_str().plain()
    }

    fn html(&self) -> FluentValue<'static> {
        self.plain()
    }
}

/// Numbers, by which plurals are chosen and which are printed with their digits in groups.
macro_rules! numbers {
    ($($number:ty)+) => {$(
        impl Argument for $number {
            fn plain(&self) -> FluentValue<'static> {
                self.into()
            }
        }
    )+};
}
numbers!(i16 i32 i64 u8 u16 u32 u64 usize);
