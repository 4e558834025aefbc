//! The rooms of En Avant !, and which of the others the `use` lines and paths of each may name.
//!
//! `mod.rs` of the rulebook is no room: it stands above all of them, with `impl Game`.

/// Each folder of `src/en_avant`, and what of the others it may use.
pub const ROOMS: &[(&str, &[&str])] = &[
    // The only circle, `rules` ↔ `army`: a rules file may give prices to troops (`[troop_costs]`), and what troops are
    // called is known to `army/price.rs`.
    ("rules", &["army"]),
    ("table", &["rules"]),
    ("army", &["rules", "table"]),
    ("state", &["rules", "table", "army"]),
    ("notation", &["rules", "table", "army", "state"]),
    // Two calls go up unseen, since a method needs no `use`: `flow.rs` ends an impulse when no melee is left
    // (`Engagement::end_impulse` of `turn`), and `rout.rs` turns a unit about (`Places::turned_about` of `command`).
    ("combat", &["rules", "table", "army", "state", "notation"]),
    ("command", &["rules", "table", "army", "state", "combat"]),
    ("turn", &["rules", "table", "army", "state", "combat", "command"]),
    ("setup", &["rules", "table", "army", "state", "notation", "combat", "command", "turn"]),
    ("evaluate", &["rules", "table", "army", "state", "combat", "command", "turn"]),
    ("describe", &["rules", "table", "army", "state", "notation", "combat", "command", "turn", "setup"]),
];
