//! The trait [`Rulebook`]: from files to a prepared game.

use super::judge::Judge;
use super::show::Show;
use super::side::BySide;
use crate::data::{DataError, Source};

/// A game ready to be played, with the points of both armies.
pub struct Prepared<G> {
    /// The game.
    pub game: G,
    /// The points of each side's army at the start.
    pub points: BySide<u32>,
}

/// Why files that are each well formed do not make a game together: every reason at once.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {} {}{}", .subject, .faults.len(), if .faults.len() == 1 { "fault" } else { "faults" }, .faults.iter().map(|f| format!("\n   {f}")).collect::<String>())]
pub struct SetupError {
    /// The file at fault.
    pub subject: String,
    /// Each fault in words.
    pub faults: Vec<String>,
}

/// A rulebook: reads its files and prepares games. `Rules`, `Army` and `Scenario` are checked values, ready to be combined.
pub trait Rulebook {
    /// The game that this rulebook prepares.
    type Game: Judge + Show + 'static;
    /// The numbers and switches of a rules file.
    type Rules: Clone + Send + Sync;
    /// An army list.
    type Army: Clone + Send + Sync;
    /// A scenario.
    type Scenario: Clone + Send + Sync;

    /// The name of the rulebook, which is also the folder of its files: `jomini`.
    const NAME: &'static str;
    /// The section of bot files that holds this rulebook's weights.
    const SECTION: &'static str;
    /// The rules file used where none is named.
    const DEFAULT_RULES: &'static str;
    /// The armies of a tournament where none is named.
    const DEFAULT_ARMIES: &'static [&'static str];
    /// The scenarios of a tournament where none is named.
    const DEFAULT_SCENARIOS: &'static [&'static str];

    /// Reads a rules file, laid over the one it extends.
    ///
    /// # Errors
    /// Says which file, line and key are wrong, and what was expected.
    fn read_rules(source: &Source) -> Result<Self::Rules, DataError>;

    /// Reads an army list.
    ///
    /// # Errors
    /// As for [`Rulebook::read_rules`].
    fn read_army(source: &Source) -> Result<Self::Army, DataError>;

    /// Reads a scenario.
    ///
    /// # Errors
    /// As for [`Rulebook::read_rules`].
    fn read_scenario(source: &Source) -> Result<Self::Scenario, DataError>;

    /// Whether the scenario brings its own armies, so that none need be named.
    fn brings_armies(scenario: &Self::Scenario) -> bool;

    /// Puts rules, a scenario and two armies together.
    ///
    /// # Errors
    /// Lists every fault: unknown troops, compositions, places.
    fn prepare(
        rules: &Self::Rules,
        scenario: &Self::Scenario,
        armies: BySide<Option<&Self::Army>>,
    ) -> Result<Prepared<Self::Game>, SetupError>;
}
