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
    /// The codes of this program, each once.
    pub const ALL: [Exit; 5] = [Exit::Done, Exit::Internal, Exit::BadInput, Exit::DoneWithForfeits, Exit::Interrupted];

    /// What it means, as in the table of docs/runs.md.
    pub const fn meaning(self) -> &'static str {
        match self {
            Exit::Done => "done",
            Exit::Internal => "an error of the program or the system, such as an output that cannot be written",
            Exit::BadInput => "bad input: a file, an option, a folder; nothing was played",
            Exit::DoneWithForfeits => "done, but games were forfeited",
            Exit::Interrupted => {
                "interrupted, or results could not be written; recorded games are kept, and `--resume` continues"
            }
            Exit::OfProgram(_) => "the code of another program",
        }
    }

    /// The table for `reglette --help`.
    pub(super) fn table() -> String {
        let lines = Exit::ALL.map(|exit| format!("  {}  {}", exit.code(), exit.meaning()));
        format!("Exit codes:\n{}", lines.join("\n"))
    }

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
