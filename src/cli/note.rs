//! Notes on the error stream.

/// Prints a note on the error stream. A closed stream is not an error.
macro_rules! note {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), "{}", crate::report::screen::for_errors(&format!($($text)*)));
    }};
}

pub(crate) use note;
