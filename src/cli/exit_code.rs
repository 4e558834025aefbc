//! The exit codes of the program, by name.

/// An exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Everything requested is done.
    Done,
    /// A fault of the program or of the system.
    Internal,
    /// A fault in the command line or in a file.
    BadInput,
    /// Done, but some games ended by forfeit.
    DoneWithForfeits,
    /// Stopped by an interrupt or a write error; it can be resumed.
    Interrupted,
    /// The exit code of a program run under a warden.
    OfProgram(u8),
}

impl Exit {
    /// The number that the shell sees.
    pub const fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Internal => 1,
            // The number that clap uses for faults of the command line.
            Exit::BadInput => 2,
            Exit::DoneWithForfeits => 3,
            Exit::Interrupted => 4,
            Exit::OfProgram(code) => code,
        }
    }
}
