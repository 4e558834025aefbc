//! The trait [`Rulebook`]: from files to a prepared game.

use super::combat_odds::CombatOdds;
use super::files::GameFiles;
use super::judge::Evaluate;
use super::play::Game;
use super::show::{Show, ShowError};
use super::side::BySide;
use crate::data::{DataError, Key, Source};
use std::sync::Arc;

/// A game ready to be played, with the points of both armies.
pub struct Prepared<G> {
    /// The game.
    pub game: G,
    /// The points of each side's army at the start.
    pub points: BySide<u32>,
    /// The files that it was read from; `None` if it comes from other sources, such as armies drawn at random.
    pub files: Option<Arc<GameFiles>>,
}

impl<G> Prepared<G> {
    /// A game without files.
    pub fn new(game: G, points: BySide<u32>) -> Prepared<G> {
        Prepared { game, points, files: None }
    }

    /// The same game with its files.
    #[must_use]
    pub fn with_files(self, files: GameFiles) -> Prepared<G> {
        Prepared { files: Some(Arc::new(files)), ..self }
    }
}

/// One fault in the same line, several below each other.
fn listed(faults: &[String]) -> String {
    match faults {
        [only] => only.clone(),
        several => {
            let lines: String = several.iter().map(|fault| format!("\n   {fault}")).collect();
            format!("{} faults{lines}", several.len())
        }
    }
}

/// Why files that are each valid do not form a game together: every reason at once.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{subject}: {}", listed(.faults))]
pub struct SetupError {
    /// The file at fault.
    pub subject: String,
    /// Each fault as text.
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
    /// A position file does not describe a position of its game.
    #[error("{path}: {fault}")]
    Position {
        /// The position file.
        path: String,
        /// What is wrong.
        fault: ShowError,
    },
}

impl LoadError {
    /// The error in a single line: of several faults the first.
    pub fn in_a_line(&self) -> String {
        match self {
            LoadError::Data(error) => error.in_a_line(),
            LoadError::Setup(SetupError { subject, faults }) => format!("{subject}: {}", faults.join("; ")),
            LoadError::Position { .. } => self.to_string(),
        }
    }
}

/// A position from a file, with the game to which it belongs.
pub struct Positioned<G: Game> {
    /// The game.
    pub game: G,
    /// The position.
    pub state: G::State,
}

/// A fixed suite of scenarios, on which every bot plays every army.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suite {
    /// The scenarios.
    pub scenarios: &'static [&'static str],
    /// The armies.
    pub armies: &'static [&'static str],
}

/// A rulebook: reads its files and prepares games. `Rules`, `Army` and `Scenario` are checked values, ready to be
/// combined by [`Rulebook::prepare`].
pub trait Rulebook {
    /// The game that this rulebook prepares.
    type Game: Evaluate + Show + CombatOdds + 'static;
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
    /// The suite of the bot ladder.
    const LADDER: Suite;

    /// Every key of a rules file, in the order of the shipped one.
    fn keys() -> &'static [Key];

    /// Reads a rules file, laid over the one it extends.
    ///
    /// # Errors
    /// The file, line and key at fault, and what was expected.
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
    /// position is taken as written: nothing is played automatically, even where it leaves a side no choice
    /// ([`Game::advance_forced`]).
    ///
    /// # Errors
    /// As for [`Rulebook::read_rules`] and [`Rulebook::prepare`].
    fn read_position(source: &Source, rules: Option<&Self::Rules>) -> Result<Positioned<Self::Game>, LoadError>;

    /// The text of a position file for any state of a game that was prepared from the scenario and the rules of these
    /// names: [`Rulebook::read_position`] returns the same state.
    ///
    /// # Errors
    /// What of the position a file cannot represent.
    fn write_position(
        game: &Self::Game,
        scenario: &str,
        rules: &str,
        state: &<Self::Game as Game>::State,
    ) -> Result<String, ShowError>;

    /// Further files that a scenario was read from, such as the armies that it brings.
    fn further_sources(_scenario: &Self::Scenario) -> &[Source] {
        &[]
    }

    /// Remarks of `check` on a valid scenario under these rules, one per line: for instance whether it is symmetric.
    fn remarks(_rules: &Self::Rules, _scenario: &Self::Scenario) -> Vec<String> {
        Vec::new()
    }

    /// Remarks of `check` on a valid army list under these rules, one per line: its points, units and budget.
    ///
    /// # Errors
    /// If no game under these rules can be played with it.
    fn army_remarks(_rules: &Self::Rules, _army: &Self::Army) -> Result<Vec<String>, SetupError> {
        Ok(Vec::new())
    }

    /// The points of an army list under these rules, rounded up.
    fn army_points(rules: &Self::Rules, army: &Self::Army) -> u32;

    /// Whether the scenario brings its own armies, so that none need be given.
    fn brings_armies(scenario: &Self::Scenario) -> bool;

    /// Combines rules, a scenario and two armies into a game.
    ///
    /// # Errors
    /// All faults: unknown troops, compositions, places.
    fn prepare(
        rules: &Self::Rules,
        scenario: &Self::Scenario,
        armies: BySide<Option<&Self::Army>>,
    ) -> Result<Prepared<Self::Game>, SetupError>;
}
