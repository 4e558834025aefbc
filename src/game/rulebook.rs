//! The trait [`Rulebook`]: from files to a prepared game.

use super::judge::Evaluate;
use super::play::Game;
use super::show::{Show, ShowError};
use super::side::BySide;
use super::weigh::Weigh;
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
#[error(
    "{}: {} {}{}",
    .subject,
    .faults.len(),
    if .faults.len() == 1 { "fault" } else { "faults" },
    .faults.iter().map(|f| format!("\n   {f}")).collect::<String>()
)]
pub struct SetupError {
    /// The file at fault.
    pub subject: String,
    /// Each fault in words.
    pub faults: Vec<String>,
}

/// Why files do not give a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// A file cannot be read, or has faults of its own.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The files do not go together.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A position file describes no position of its game.
    #[error("{path}: {fault}")]
    Position {
        /// The position file.
        path: String,
        /// What is wrong.
        fault: ShowError,
    },
}

/// A position from a file, with the game to which it belongs.
pub struct Positioned<G: Game> {
    /// The game.
    pub game: G,
    /// The position.
    pub state: G::State,
}

/// A fixed suite of scenarios, on which every bot leads every army.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suite {
    /// The scenarios.
    pub scenarios: &'static [&'static str],
    /// The armies.
    pub armies: &'static [&'static str],
}

/// A rulebook: reads its files and prepares games. `Rules`, `Army` and `Scenario` are checked values, ready to be
/// combined.
pub trait Rulebook {
    /// The game that this rulebook prepares.
    type Game: Evaluate + Show + Weigh + 'static;
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
    /// What the ladder of bots is played on.
    const LADDER: Suite;

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

    /// Reads a position file. It names its scenario and armies; it may name rules, which `rules` replaces if given. The
    /// position is the one that is written: nothing is played on, also where it leaves a side no choice
    /// ([`Game::advance_forced`]).
    ///
    /// # Errors
    /// As for [`Rulebook::read_rules`] and [`Rulebook::prepare`].
    fn read_position(source: &Source, rules: Option<&Self::Rules>) -> Result<Positioned<Self::Game>, LoadError>;

    /// The text of a position file for any state of a game that was prepared from the scenario and the rules of these
    /// names: [`Rulebook::read_position`] gives the state back.
    ///
    /// # Errors
    /// Says what of the position a file cannot state.
    fn write_position(
        game: &Self::Game,
        scenario: &str,
        rules: &str,
        state: &<Self::Game as Game>::State,
    ) -> Result<String, ShowError>;

    /// The files beside its own that a scenario was read from, such as the armies that it brings.
    fn further_sources(_scenario: &Self::Scenario) -> &[Source] {
        &[]
    }

    /// What `check` says of a sound scenario, a line each: for instance whether it is symmetric.
    fn remarks(_scenario: &Self::Scenario) -> Vec<String> {
        Vec::new()
    }

    /// What `check` says of a sound army list, a line each: for instance its points.
    fn army_remarks(_army: &Self::Army) -> Vec<String> {
        Vec::new()
    }

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
