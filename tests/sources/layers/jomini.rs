//! The rooms of Jomini, in the order in which they build on each other: each uses only rooms that stand before it.
//!
//! No path runs the other way. Calls of methods do not show in paths: `evaluate` and `setup` call methods of `command`
//! and `turn` too, which stand before them, and those of one file run up: `combat/odds` drives a copy of the game
//! (`generate_actions`, `execute` of `turn`).

/// Each room, and the rooms that its paths may name.
pub const ROOMS: &[(&str, &[&str])] = &[
    ("rules", &[]),
    ("map", &["rules"]),
    ("army", &["rules", "map"]),
    ("state", &["rules", "map", "army"]),
    ("notation", &["map", "army", "state"]),
    ("command", &["rules", "map", "army", "state"]),
    ("combat", &["rules", "map", "army", "state", "notation", "command"]),
    ("turn", &["rules", "map", "army", "state", "command", "combat"]),
    ("setup", &["rules", "map", "army", "state", "notation", "command", "combat"]),
    ("evaluate", &["rules", "map", "army", "state", "combat"]),
    ("describe", &["rules", "map", "army", "state", "notation", "combat", "turn"]),
];
