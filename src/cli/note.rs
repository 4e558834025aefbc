//! Notes on the error stream.

/// Says something on the error stream. That nobody reads it any more is no fault.
macro_rules! note {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($text)*);
    }};
}

pub(crate) use note;
