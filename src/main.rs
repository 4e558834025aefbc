//! The command line: parse, run, report the error, choose the exit code.

fn main() {}
