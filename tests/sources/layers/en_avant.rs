//! The rooms of En Avant !, in the order in which they build on each other: each uses only rooms that stand before it.
//! No path runs the other way. Calls of methods do not show in paths, and one runs up: the decisions of `combat` ask
//! `check_listed` of `turn/engine.rs` whether an action is among those that are proposed.
//!
//! `mod.rs` of the rulebook is no room: it stands above all of them, with `impl Game`.

/// Each folder of `src/en_avant`, and the others that its paths may name.
pub const ROOMS: &[(&str, &[&str])] = &[
    ("rules", &[]),
    ("table", &["rules"]),
    ("army", &["rules", "table"]),
    ("state", &["rules", "table", "army"]),
    ("notation", &["rules", "table", "army", "state"]),
    ("combat", &["rules", "table", "army", "state", "notation"]),
    ("command", &["rules", "table", "army", "state", "combat"]),
    ("turn", &["rules", "table", "army", "state", "combat", "command"]),
    ("setup", &["rules", "table", "army", "state", "notation", "combat", "command", "turn"]),
    ("evaluate", &["rules", "table", "army", "state", "combat", "command", "turn"]),
    ("describe", &["rules", "table", "army", "state", "notation", "combat", "command", "turn", "setup"]),
];
