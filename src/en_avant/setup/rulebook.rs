//! `impl Rulebook`: from files to a prepared engagement.

use super::position::{Position, write};
use super::scenario::Scenario;
use crate::data::{DataError, Key, Source};
use crate::en_avant::army::Army;
use crate::en_avant::rules::Rules;
use crate::en_avant::state::State;
use crate::en_avant::state::engagement::Engagement;
use crate::game::{BySide, LoadError, Positioned, Prepared, Rulebook, SetupError, ShowError, Suite};

/// The rulebook En Avant !.
#[derive(Clone, Copy, Debug)]
pub struct EnAvant;

impl Rulebook for EnAvant {
    type Game = Engagement;
    type Rules = Rules;
    type Army = Army;
    type Scenario = Scenario;

    const NAME: &'static str = "en-avant";
    const SECTION: &'static str = "en_avant";
    const DEFAULT_RULES: &'static str = "en-avant";
    const DEFAULT_ARMIES: &'static [&'static str] = &["carthaginians", "republican-romans"];
    const DEFAULT_SCENARIOS: &'static [&'static str] = &["open-field"];
    const LADDER: Suite = Suite { scenarios: &["open-field", "village-and-fields"], armies: &["republican-romans"] };

    fn keys() -> &'static [Key] {
        Rules::schema()
    }

    fn read_rules(source: &Source) -> Result<Rules, DataError> {
        Rules::read(source)
    }

    fn read_army(source: &Source) -> Result<Army, DataError> {
        Army::read(source)
    }

    fn read_scenario(source: &Source) -> Result<Scenario, DataError> {
        Scenario::read(source)
    }

    fn read_position(source: &Source, rules: Option<&Rules>) -> Result<Positioned<Engagement>, LoadError> {
        let game = Position::read(source, rules)?.engagement;
        let state = game.start;
        Ok(Positioned { game, state })
    }

    fn write_position(game: &Engagement, scenario: &str, rules: &str, state: &State) -> Result<String, ShowError> {
        Ok(write(game, rules, scenario, state))
    }

    fn further_sources(scenario: &Scenario) -> &[Source] {
        &scenario.sources
    }

    fn remarks(rules: &Rules, scenario: &Scenario) -> Vec<String> {
        scenario.remarks(rules)
    }

    fn army_remarks(rules: &Rules, army: &Army) -> Result<Vec<String>, SetupError> {
        army.remarks(rules).map_err(|fault| SetupError { subject: army.name.clone(), faults: vec![fault] })
    }

    fn army_points(rules: &Rules, army: &Army) -> u32 {
        army.points(rules)
    }

    fn brings_armies(scenario: &Scenario) -> bool {
        scenario.brings_armies()
    }

    fn prepare(
        rules: &Rules,
        scenario: &Scenario,
        armies: BySide<Option<&Army>>,
    ) -> Result<Prepared<Engagement>, SetupError> {
        let game = scenario.prepare(rules, armies)?;
        let points = BySide::from_fn(|side| game.troops.points(side));
        Ok(Prepared::new(game, points))
    }
}
