//! The numbers and switches of the rules: the keys of a rules file, with the values each accepts.
//!
//! | file | covers |
//! |---|---|
//! | `keys` | one line for each key: field, rule IDs, accepted values, meaning |
//! | `units` | the types of unit and their numbers (T2, T3) |
//! | `names` | sets and rows of names: terrain (T4, T5), faces, qualities (T10) |
//! | `bands` | tables by the size of an army (T12, JI-44) |
//! | `choices` | choices between readings of the text |
//! | `load` | checking; `army::rules_file` reads, since rules may state costs of troops |

mod bands;
mod choices;
mod keys;
mod load;
mod names;
mod units;

pub use bands::{ActivationBand, OfficersBand};
pub use choices::*;
pub use keys::Rules;
pub use load::BASE;
pub use names::*;
pub use units::{UNIT_KINDS, UnitKind, UnitNumbers};
