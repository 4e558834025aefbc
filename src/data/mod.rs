//! Reading and writing of files, with messages that show the line and what was expected. This layer is independent of
//! rulebooks: a rulebook brings its own types and keys.
//!
//! [`Library::find`] finds a file by path or name and returns a [`Source`]. [`Source::read`] turns it into any type
//! that derives `serde::Deserialize` with `deny_unknown_fields`; checks made afterwards report their faults with
//! [`Source::error`]. Rules files, which may extend each other, are read as [`Layers`] and checked against a list of
//! [`Key`]s.

mod accept;
pub mod differs;
pub mod document;
pub mod extend;
pub mod find;
pub mod fraction;
pub mod kind;
mod limits;
pub mod manifest;
pub mod message;
mod nesting;
mod part;
pub mod read;
mod reader;
pub mod relative;
pub mod schema;
pub mod sealed;
pub mod seeded;
mod source;
pub mod troop_costs;
pub mod whole;
pub mod work_log;
mod write;

pub use document::Document;
pub use extend::{Layers, Override};
pub use find::{COMMA, Entry, Library};
pub use fraction::Fraction;
pub use kind::Kind;
pub use limits::{MOST_LAYERS, printable, read_text, shown};
pub use manifest::{Input, Inputs, with_bases};
pub use message::{DataError, Fault, Located, Mark, PathStep, TextPosition, quoted_path, quoted_word};
pub use nesting::{TooNested, check_nesting};
pub use part::{Findings, Reading};
pub use read::{Exactly, read_data};
pub use schema::{Accepts, Column, Key, RuleValue};
pub use source::Source;
pub use troop_costs::TroopCosts;
pub use work_log::{Stopped, Unlogged, WorkLog};
pub use write::toml_text;
