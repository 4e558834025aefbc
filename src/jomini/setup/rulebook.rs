//! `impl Rulebook`: preparation of a battle from files.

use super::position::{Frame, Position, write};
use super::preparation;
use super::scenario::Scenario;
use crate::data::{DataError, Key, Source};
use crate::game::{BySide, LoadError, Positioned, Prepared, Rulebook, SetupError, ShowError, Suite};
use crate::jomini::army::list::Army;
use crate::jomini::rules::Rules;
use crate::jomini::state::State;
use crate::jomini::state::battle::Battle;

/// The rulebook Jomini.
#[derive(Clone, Copy, Debug)]
pub struct Jomini;

impl Rulebook for Jomini {
    type Game = Battle;
    type Rules = Rules;
    type Army = Army;
    type Scenario = Scenario;

    const NAME: &'static str = "jomini";
    const SECTION: &'static str = "jomini";
    const DEFAULT_RULES: &'static str = "jomini-v2";
    const DEFAULT_ARMIES: &'static [&'static str] = &["france", "prussia"];
    const DEFAULT_SCENARIOS: &'static [&'static str] = &["plain"];
    const LADDER: Suite = Suite { scenarios: &["crossroads", "village-and-hill"], armies: &["brigade"] };

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

    fn read_position(source: &Source, rules: Option<&Rules>) -> Result<Positioned<Battle>, LoadError> {
        let Position { battle: game, state, .. } = Position::read(source, rules)?;
        Ok(Positioned { game, state })
    }

    fn write_position(game: &Battle, scenario: &str, rules: &str, state: &State) -> Result<String, ShowError> {
        Ok(write(&Frame::of(scenario, rules), game, state))
    }

    fn further_sources(scenario: &Scenario) -> &[Source] {
        &scenario.sources
    }

    fn remarks(_rules: &Rules, scenario: &Scenario) -> Vec<String> {
        vec![match scenario.asymmetry() {
            None => "the same for both sides".to_owned(),
            Some(difference) => format!("not the same for both sides: {difference}"),
        }]
    }

    fn army_remarks(rules: &Rules, army: &Army) -> Result<Vec<String>, SetupError> {
        Ok(army.remarks(rules))
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
    ) -> Result<Prepared<Battle>, SetupError> {
        let game = preparation::prepare(rules, scenario, armies)?;
        let points = BySide::from_fn(|side| game.field.forces.points(side));
        Ok(Prepared::new(game, points))
    }
}
