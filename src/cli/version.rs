//! `reglette --version`: the version, and the engine signature of every rulebook.

use crate::catalog::{self, Task};
use crate::game::Rulebook;
use crate::report::manifest::VERSION;
use crate::tournament::signature;

struct Signature;

impl Task for Signature {
    type Output = String;

    fn run<R: Rulebook + 'static>(self) -> String {
        signature::<R>()
    }
}

/// The version, and a line for each rulebook with its signature: two programs with the same signatures play the same
/// games.
pub fn render() -> String {
    let line = |name: &&str| {
        format!("  {name:<10} {}\n", catalog::with(name, Signature).expect("every rulebook is in the catalog"))
    };
    format!("reglette {VERSION}\nengine signatures\n{}", catalog::NAMES.iter().map(line).collect::<String>())
}
