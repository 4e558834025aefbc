//! The files of the race: rules, teams, tracks and positions.

use super::roster::NAMES;
use super::{MOST_DICE, MOST_RUNNERS, OUT, Runner, State, Toy};
use crate::data::schema::rule_keys;
use crate::data::{Accepts, DataError, Fault, Key, Kind, Layers, RuleValue, Source, TroopCosts};
use crate::game::{BySide, LoadError, Positioned, Prepared, Rulebook, SetupError, ShowError, Side, Suite};
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// The rulebook of the race.
pub struct ToyBook;

/// The steps on the faces of a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faces([u8; 6]);

impl RuleValue for Faces {
    fn read(value: &toml::Value) -> Option<Faces> {
        let mut faces = [0; 6];
        for (name, face) in FACES.iter().zip(&mut faces) {
            *face = u8::read(value.get(name)?)?;
        }
        Some(Faces(faces))
    }
}

const FACES: &[&str] = &["one", "two", "three", "four", "five", "six"];

rule_keys! {
    /// The numbers of a rules file.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ToyRules {
        "The race" {
            faces: Faces, "", Accepts::Row { names: FACES, least: 0, most: 9 }, "steps on each face of a die; 0 is a \
                stumble";
            needed: u8, "", Accepts::Whole { least: 1, most: MOST_RUNNERS as i64 }, "runners at home that win";
            trips_on: u8, "", Accepts::Whole { least: 1, most: 10 }, "the least steps on a die that trip a runner";
            price: u8, "", Accepts::Whole { least: 0, most: 100 }, "points for each die of a runner";
        }
        derived {
            /// The costs of runners, in place of the price of their dice.
            troop_costs: TroopCosts,
        }
    }
}

impl ToyRules {
    /// The cost of a runner with this many dice.
    pub(super) fn cost(&self, dice: u8) -> f64 {
        match self.troop_costs.of(NAMES[usize::from(dice) - 1]) {
            Some(hundredths) => f64::from(hundredths) / 100.0,
            None => f64::from(dice) * f64::from(self.price),
        }
    }
}

/// A team list.
#[derive(Clone, Debug)]
pub struct Team {
    pub(super) source: Source,
    pub(super) data: TeamData,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TeamData {
    #[serde(rename = "name")]
    pub(super) _name: String,
    pub(super) runners: Vec<RunnerData>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RunnerData {
    pub(super) name: String,
    pub(super) dice: u8,
}

/// A scenario: the track, and optionally the teams.
#[derive(Clone, Debug)]
pub struct Race {
    path: String,
    data: RaceData,
    brought: Vec<Source>,
    teams: Option<BySide<Team>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RaceData {
    #[serde(rename = "name")]
    _name: String,
    length: u8,
    rounds: u16,
    first: Option<Side>,
    armies: Option<BySide<String>>,
}

/// A moment of a race: its frame and, as `position`, the output of [`Show::position_to_data`]. The runners are those of
/// the armies named or listed.
///
/// [`Show::position_to_data`]: crate::game::Show::position_to_data
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct PositionFile {
    rules: Option<String>,
    scenario: String,
    armies: Option<BySide<String>>,
    teams: Option<BySide<Vec<RunnerData>>>,
    position: State,
}

impl Rulebook for ToyBook {
    type Game = Toy;
    type Rules = ToyRules;
    type Army = Team;
    type Scenario = Race;

    const NAME: &'static str = "toy";
    const SECTION: &'static str = "toy";
    const DEFAULT_RULES: &'static str = "toy";
    const DEFAULT_ARMIES: &'static [&'static str] = &["hares", "tortoises"];
    const DEFAULT_SCENARIOS: &'static [&'static str] = &["sprint"];
    const LADDER: Suite = Suite { scenarios: &["sprint"], armies: &["hares"] };

    fn keys() -> &'static [Key] {
        static KEYS: OnceLock<Vec<Key>> = OnceLock::new();
        KEYS.get_or_init(ToyRules::listed_keys)
    }

    fn read_rules(source: &Source) -> Result<ToyRules, DataError> {
        let table = Layers::of(source)?.merged(Self::NAME, Self::keys())?;
        let costs = TroopCosts::of_rules(&table);
        let unknown = costs.unknown(|name| NAMES.contains(&name), &NAMES.map(str::to_owned));
        if unknown.is_empty() { Ok(ToyRules::from_checked(&table, costs)) } else { Err(source.error(unknown)) }
    }

    fn read_army(source: &Source) -> Result<Team, DataError> {
        let data: TeamData = source.read()?;
        let mut faults = Vec::new();
        if !(1..=MOST_RUNNERS).contains(&data.runners.len()) {
            faults.push(
                Fault::at("runners", format!("{} runners", data.runners.len()))
                    .expected(format!("1 to {MOST_RUNNERS}")),
            );
        }
        for (index, runner) in data.runners.iter().enumerate() {
            if !(1..=MOST_DICE).contains(&usize::from(runner.dice)) {
                faults.push(
                    Fault::at(&format!("runners[{index}].dice"), "no such runner")
                        .expected(format!("1 to {MOST_DICE} dice")),
                );
            }
        }
        if faults.is_empty() { Ok(Team { source: source.clone(), data }) } else { Err(source.error(faults)) }
    }

    fn read_scenario(source: &Source) -> Result<Race, DataError> {
        let data: RaceData = source.read()?;
        if !(1..=200).contains(&data.length) {
            return Err(source.error(vec![Fault::at("length", "no such track").expected("1 to 200 squares")]));
        }
        if !(1..=1000).contains(&data.rounds) {
            return Err(source.error(vec![Fault::at("rounds", "no such limit").expected("1 to 1000 rounds")]));
        }
        let team = |name: &String| Self::read_army(&source.library().find(Kind::Army, name)?);
        let teams = match &data.armies {
            Some(BySide { red, blue }) => Some(BySide::new(team(red)?, team(blue)?)),
            None => None,
        };
        let brought = teams.iter().flat_map(|teams| [teams.red.source.clone(), teams.blue.source.clone()]).collect();
        Ok(Race { path: source.path().to_string(), data, brought, teams })
    }

    fn read_position(source: &Source, rules: Option<&ToyRules>) -> Result<Positioned<Toy>, LoadError> {
        let data: PositionFile = source.read()?;
        let find =
            |kind, key: &str, name: &str| source.named(kind, key, name).map_err(|fault| source.error(vec![fault]));
        let rules = match (rules, &data.rules) {
            (Some(rules), _) => rules.clone(),
            (None, named) => {
                let name = named.as_deref().unwrap_or(Self::DEFAULT_RULES);
                Self::read_rules(&find(Kind::Rules, "rules", name)?)?
            }
        };
        let scenario = Self::read_scenario(&find(Kind::Scenario, "scenario", &data.scenario)?)?;
        let teams = match (data.armies, data.teams) {
            (Some(BySide { red, blue }), None) => {
                let team = |key: &str, name: &str| Self::read_army(&find(Kind::Army, key, name)?);
                BySide::new(Some(team("armies.red", &red)?), Some(team("armies.blue", &blue)?))
            }
            (None, Some(teams)) => {
                let team = |runners| Team {
                    source: source.clone(),
                    data: TeamData { _name: source.name().to_owned(), runners },
                };
                teams.map(|runners| Some(team(runners)))
            }
            (None, None) => BySide::default(),
            (Some(_), Some(_)) => {
                return Err(source
                    .error(vec![Fault::at("teams", "the runners are those of armies or of teams, one of the two")])
                    .into());
            }
        };
        let game = Self::prepare(&rules, &scenario, teams.as_ref().map(Option::as_ref))?.game;
        game.check_position(&data.position)
            .map_err(|fault| LoadError::Position { path: source.path().to_string(), fault })?;
        Ok(Positioned { game, state: data.position })
    }

    fn write_position(game: &Toy, scenario: &str, rules: &str, state: &State) -> Result<String, ShowError> {
        let runner = |runner: &Runner| RunnerData { name: runner.name.clone(), dice: runner.dice };
        let teams = game.teams.as_ref().map(|team| team.iter().map(runner).collect());
        let (rules, scenario) = (Some(rules.to_owned()), scenario.to_owned());
        let file = PositionFile { rules, scenario, armies: None, teams: Some(teams), position: *state };
        Ok(toml::to_string(&file).expect("a position file is plain tables and values"))
    }

    fn further_sources(scenario: &Race) -> &[Source] {
        &scenario.brought
    }

    fn brings_armies(scenario: &Race) -> bool {
        scenario.teams.is_some()
    }

    fn army_remarks(rules: &ToyRules, team: &Team) -> Result<Vec<String>, SetupError> {
        Ok(vec![format!("{} points: {} runners", Self::army_points(rules, team), team.data.runners.len())])
    }

    fn army_points(rules: &ToyRules, team: &Team) -> u32 {
        team.data.runners.iter().map(|runner| rules.cost(runner.dice)).sum::<f64>().ceil() as u32
    }

    fn prepare(rules: &ToyRules, race: &Race, armies: BySide<Option<&Team>>) -> Result<Prepared<Toy>, SetupError> {
        let brought = race.teams.as_ref().map(BySide::as_ref);
        let mut faults = Vec::new();
        let teams = BySide::from_fn(|side| {
            let team = armies[side].or(brought.map(|teams| teams[side]));
            let Some(team) = team else {
                faults.push(format!("{side} has no army"));
                return Vec::new();
            };
            if team.data.runners.len() < usize::from(rules.needed) {
                faults.push(format!("{side} has {} runners but needs {}", team.data.runners.len(), rules.needed));
            }
            let runner = |data: &RunnerData| Runner {
                name: data.name.clone(),
                dice: data.dice,
                points: rules.cost(data.dice).round() as u32,
            };
            team.data.runners.iter().map(runner).collect()
        });
        if !faults.is_empty() {
            return Err(SetupError { subject: race.path.clone(), faults });
        }
        let points = BySide::from_fn(|side| teams[side].iter().map(|runner: &Runner| runner.points).sum());
        let RaceData { length, rounds, first, .. } = race.data;
        debug_assert_ne!(length, OUT, "the length was checked when the track was read");
        let ToyRules { faces: Faces(faces), needed, trips_on, .. } = rules.clone();
        Ok(Prepared::new(Toy { teams, length, rounds, first, faces, needed, trips_on }, points))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Library;
    use crate::game::{Game, Moment};

    #[test]
    fn a_position_file_gives_the_game_and_the_position() {
        let text = r#"
            scenario = "sprint"
            armies = { red = "hares", blue = "tortoises" }
            [position]
            places = { red = [3, 0, 12, 0], blue = [3, 0, 255, 0] }
            player_turn = 5
            trips = 1
            active = "red"
            phase = { name = "react", runner = 0, tripper = 0 }
        "#;
        let source = Source::new(&Library::built_in(), Kind::Position, "level.toml", text);
        let Positioned { game, state } = ToyBook::read_position(&source, None).unwrap();
        assert_eq!(game.moment(&state), Moment::Decide(Side::Blue));
        assert_eq!(game.tally(&state).points_lost, BySide::new(0, 4));
        let wrong = Source::new(
            &Library::built_in(),
            Kind::Position,
            "level.toml",
            text.replace("[3, 0, 12, 0]", "[3, 0, 13, 0]"),
        );
        let error = ToyBook::read_position(&wrong, None).err().unwrap();
        assert_eq!(error.to_string(), "level.toml: place 13 lies beyond home, which is 12");
    }

    #[test]
    fn runners_cost_what_the_rules_say_of_them() {
        let rules = |costs: &str| {
            let text = format!("extends = \"toy\"\n[troop_costs]\n{costs}");
            ToyBook::read_rules(&Source::new(&Library::built_in(), Kind::Rules, "dear.toml", text))
                .map_err(|error| error.to_string())
        };
        let plain = ToyBook::read_rules(&Library::built_in().find(Kind::Rules, "toy").unwrap()).unwrap();
        let dear = rules("brisk = 7.25").unwrap();
        assert_eq!([1, 2, 3].map(|dice| dear.cost(dice)), [plain.cost(1), 7.25, plain.cost(3)]);
        assert_ne!(plain.cost(2), 7.25);
        let error = rules("brisc = 7").unwrap_err();
        assert!(error.contains("unknown troop") && error.contains("did you mean \"brisk\"?"), "{error}");
    }

    #[test]
    fn a_team_too_small_for_the_rules_is_refused() {
        let find = |kind, name| Library::built_in().find(kind, name).unwrap();
        let rules = Source::new(&Library::built_in(), Kind::Rules, "four.toml", "extends = \"toy\"\nneeded = 4");
        let rules = ToyBook::read_rules(&rules).unwrap();
        let race = ToyBook::read_scenario(&find(Kind::Scenario, "classic")).unwrap();
        let error = ToyBook::prepare(&rules, &race, BySide::default()).err().unwrap();
        assert_eq!(error.faults, ["red has 3 runners but needs 4", "blue has 3 runners but needs 4"]);
    }
}
