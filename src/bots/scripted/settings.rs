//! The settings of a bot file for a script: its text and its limits.

use super::super::keys::Keys;
use crate::game::Weights;

/// The text of a script, and its path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// The path as messages and manifests show it.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// The resource limits of a script.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The memory limit in bytes.
    pub memory: u64,
    /// Steps of work per decision: a call, a return or a loop iteration is one; the library and the view count theirs
    /// in the same unit.
    pub interrupts: u64,
    /// The length in bytes of the longest string that a library function takes or creates.
    pub longest_string: u64,
    /// The number of entries of the longest table that a library function takes or creates.
    pub longest_table: u64,
    /// The time limit of a decision in seconds, whatever else is left.
    pub seconds: f64,
}

/// The greatest memory limit.
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

/// A script with its limits, and the weights of the values that it sees.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The script.
    pub script: Script,
    /// Its limits.
    pub limits: Limits,
    /// The rulebook that it plays.
    pub rulebook: &'static str,
    /// The weights of the action values; without them a script sees no values.
    pub weights: Option<Weights>,
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
        let default = Limits::default();
        let limits = Limits {
            memory: keys.whole("memory", default.memory, 1 << 18..=MOST_MEMORY),
            interrupts: keys.whole("interrupts", default.interrupts, 1_000..=1_000_000_000),
            longest_string: keys.whole("longest_string", default.longest_string, 16..=1 << 20),
            longest_table: keys.whole("longest_table", default.longest_table, 16..=1 << 20),
            seconds: keys.real("seconds", default.seconds, 0.01..=86_400.0),
        };
        keys.done();
        limits
    }
}
