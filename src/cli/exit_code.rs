//! How the program ends, by name.

/// What the exit code says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All that was asked for is done.
    Done,
    /// A fault of the program or of the system.
    Internal,
    /// A fault in what was asked for or in a file.
    BadInput,
    /// Done, but some games ended by forfeit.
    DoneWithForfeits,
    /// Broken off by an interrupt or because nothing more could be written; it can be resumed.
    Interrupted,
    /// That of a program that was watched over.
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
