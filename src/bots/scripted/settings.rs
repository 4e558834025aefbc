//! What a bot file says of a script: its text, and the limits within which it runs.

use super::super::keys::Keys;
use crate::game::Weights;

/// The text of a script, and where it was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// The path as messages and manifests show it.
    pub path: String,
    /// What stands in it.
    pub text: String,
}

/// What a script may use up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Bytes of memory.
    pub memory: u64,
    /// Steps of work in one decision: a call, a return or a turn of a loop is one, and what the library and the view do
    /// is counted in the same coin.
    pub interrupts: u64,
    /// Bytes of the longest string that a function of the library takes or makes.
    pub longest_string: u64,
    /// Entries of the longest table that a function of the library takes or makes.
    pub longest_table: u64,
    /// Seconds after which the clock stops a decision, whatever it has left.
    pub seconds: f64,
}

/// No script gets more memory.
const MOST_MEMORY: u64 = 16 << 20;

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            memory: MOST_MEMORY,
            interrupts: 1_000_000,
            longest_string: 1 << 16,
            longest_table: 1 << 16,
            seconds: 30.0,
        }
    }
}

/// A script with its limits, and the weights behind the values that it sees.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The script.
    pub script: Script,
    /// What it may use up.
    pub limits: Limits,
    /// The rulebook that it plays.
    pub rulebook: &'static str,
    /// The weights behind the values of actions; a script whose bot file has none sees no values.
    pub judgement: Option<Weights>,
}

impl Settings {
    /// The key that names the script.
    pub const SCRIPT: &'static str = "script";
    /// The table of limits.
    pub const LIMITS: &'static str = "limits";
    /// The keys at the top of a bot file.
    pub const KEYS: &'static [&'static str] = &[Settings::SCRIPT, Settings::LIMITS];
}

impl Limits {
    /// Reads the table of limits of a bot file.
    pub(in super::super) fn read(mut keys: Keys<'_>) -> Limits {
        let usual = Limits::default();
        let limits = Limits {
            memory: keys.whole("memory", usual.memory, 1 << 18..=MOST_MEMORY),
            interrupts: keys.whole("interrupts", usual.interrupts, 1_000..=1_000_000_000),
            longest_string: keys.whole("longest_string", usual.longest_string, 16..=1 << 20),
            longest_table: keys.whole("longest_table", usual.longest_table, 16..=1 << 20),
            seconds: keys.real("seconds", usual.seconds, 0.01..=86_400.0),
        };
        keys.done();
        limits
    }
}
