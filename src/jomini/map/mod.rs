//! The map, and everything about it that never changes in a game: J1.2, chapter 7, lines of sight.
//!
//! | file | covers |
//! |---|---|
//! | `hex`, `hex_set`, `hex_map` | hexes, directions, distances (J1.2); sets of hexes as bits; values of some hexes |
//! | `terrain` | terrain and obstacles by name (tables T4, T5 and T14) |
//! | `mover` | classes of units by terrain |
//! | `map_file` | maps drawn in text |
//! | `board` | neighbours, steps and effects of terrain on attacks, precomputed (J7.1, J7.3) |
//! | `window` | the hexes around a given one |
//! | `sight` | lines of sight (J5.25 to J5.36) |

pub mod board;
pub mod hex;
pub mod hex_map;
pub mod hex_set;
pub mod map_file;
pub mod mover;
pub mod sight;
pub mod terrain;
pub mod window;
