//! The soak of En Avant !: every scenario with every pair of armies that may meet, and random battles with every type
//! of troops, weapon and terrain; under the rules as published and under variants: some choices and switches drawn for
//! each place.

use crate::chance_battle::chance_battle;
use crate::en_avant_positions::Scattered;
use crate::rulers_soundness::assert_sound;
use crate::stage::{Fleet, Stage};
use reglette::bots::{BotConfig, BotFile};
use reglette::data::{Accepts, Kind, Library, Override, Source};
use reglette::en_avant::army::Army;
use reglette::en_avant::rules::Rules;
use reglette::en_avant::setup::scenario::Scenario;
use reglette::en_avant::state::{Placing, Step, UnitId, side_of};
use reglette::en_avant::{Action, EnAvant, Engagement, State};
use reglette::game::rng::{Key, Stream};
use reglette::game::{BySide, Game, Rulebook};

/// Places under the rules as published and under a variant alternate.
const RULES: usize = 2;
/// One choice or switch in this many is drawn at random in a variant.
const DRAWN: u32 = 12;
/// A scenario with its own armies occurs as often as this many pairs of armies.
const HISTORICAL: usize = 100;
/// One place in this many is a random battle.
const MADE_UP: usize = 3;
/// Tables covered with works.
const WORKS: u64 = 5_000;

/// Everything that is read once.
pub struct Rulers {
    source: Source,
    rules: Rules,
    scenarios: Vec<Scenario>,
    armies: Vec<Army>,
    grounds: Vec<Place>,
    greedy: BotConfig,
}

enum Place {
    Scenario(usize, BySide<Option<usize>>),
    MadeUp(u64),
    Works(u64),
}

/// The prepared game of a place.
pub struct Tables {
    name: String,
    game: Engagement,
}

impl Stage for Tables {
    type Game = Engagement;

    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&self, scattered: bool, stream: &mut Stream) -> (&Engagement, State) {
        (&self.game, if scattered { self.game.scattered(stream) } else { self.game.initial() })
    }

    fn assert_sound(game: &Engagement, state: &State) {
        assert_sound(game, state);
    }

    fn time(state: &State) -> u32 {
        u32::from(state.turn)
    }

    /// Shots that no list proposes, since they waste the action (EI-54).
    fn stray(game: &Engagement, state: &State, stream: &mut Stream) -> Option<Action> {
        let action = match state.step {
            Step::Act(_) if stream.below(8) == 0 => Action::Shoot,
            Step::Place(unit, Placing::Shot) if stream.below(2) == 0 => {
                let enemies: Vec<UnitId> = game.troops.on_table(state, side_of(unit).other()).collect();
                Action::ShootAt(*enemies.get(stream.below(enemies.len().max(1) as u32) as usize)?)
            }
            _ => return None,
        };
        game.check(state, &action).is_ok().then_some(action)
    }
}

/// The settings of a variant: some switches and choices, each with a value drawn from those that it accepts.
fn settings(stream: &mut Stream) -> Vec<String> {
    let mut drawn = |key: &reglette::data::Key| {
        if stream.below(DRAWN) > 0 {
            return None;
        }
        match key.accepts {
            Accepts::Switch => Some(format!("{} = {}", key.name, stream.below(2) == 0)),
            Accepts::Choice(names) => {
                Some(format!("{} = \"{}\"", key.name, names[stream.below(names.len() as u32) as usize]))
            }
            _ => None,
        }
    };
    Rules::schema().iter().filter_map(&mut drawn).collect()
}

impl Fleet for Rulers {
    type Stage = Tables;

    const TEST: &'static str = "soak_en_avant_over_every_scenario_and_army";
    const GREEDY: u32 = 100;

    fn read() -> Rulers {
        Rulers::over(Rulers::every_place)
    }

    fn places(&self) -> u64 {
        (RULES * self.grounds.len()) as u64
    }

    fn stage(&self, place: u64, seed: u64) -> Option<Tables> {
        let mut variant = Vec::new();
        if !place.is_multiple_of(RULES as u64) {
            variant = settings(&mut Key::new(seed).with(place).with_name("variant").stream());
        }
        let (named, game) = self.prepared(&self.grounds[place as usize / RULES], seed, &variant).or_else(|| {
            // Not every draw is compatible.
            variant.clear();
            self.prepared(&self.grounds[place as usize / RULES], seed, &variant)
        })?;
        let name = if variant.is_empty() { named } else { format!("{named}, with {}", variant.join(", ")) };
        Some(Tables { name, game })
    }

    fn greedy(&self) -> &BotConfig {
        &self.greedy
    }
}

/// Tables covered with works, for rules that seldom apply elsewhere.
pub struct Works(Rulers);

impl Fleet for Works {
    type Stage = Tables;

    const TEST: &'static str = "soak_en_avant_among_works";
    const GREEDY: u32 = Rulers::GREEDY;

    fn read() -> Works {
        Works(Rulers::over(|_, _| (0..WORKS).map(Place::Works).collect()))
    }

    fn places(&self) -> u64 {
        self.0.places()
    }

    fn stage(&self, place: u64, seed: u64) -> Option<Tables> {
        self.0.stage(place, seed)
    }

    fn greedy(&self) -> &BotConfig {
        &self.0.greedy
    }
}

impl Rulers {
    /// Everything that is read, and these places.
    fn over(places: impl FnOnce(&[Scenario], &[Army]) -> Vec<Place>) -> Rulers {
        let library = Library::built_in();
        let listed =
            |kind| library.list(kind).into_iter().filter(|entry| entry.rulebook.as_deref() == Some(EnAvant::NAME));
        let find = |kind, path: &str| library.find(kind, path).unwrap_or_else(|error| panic!("{error}"));
        let scenario =
            |path: &str| Scenario::read(&find(Kind::Scenario, path)).unwrap_or_else(|error| panic!("{error}"));
        let army = |path: &str| Army::read(&find(Kind::Army, path)).unwrap_or_else(|error| panic!("{error}"));
        let scenarios: Vec<Scenario> = listed(Kind::Scenario).map(|entry| scenario(&entry.path)).collect();
        let armies: Vec<Army> = listed(Kind::Army).map(|entry| army(&entry.path)).collect();
        let source = find(Kind::Rules, EnAvant::DEFAULT_RULES);
        let rules = Rules::read(&source).unwrap_or_else(|error| panic!("{error}"));
        let grounds = places(&scenarios, &armies);
        let bot = find(Kind::Bot, "greedy");
        let greedy =
            BotFile::read(&bot).and_then(|file| file.config::<EnAvant>()).unwrap_or_else(|error| panic!("{error}"));
        Rulers { source, rules, scenarios, armies, grounds, greedy }
    }

    /// Every scenario with every pair of armies that may meet, and random battles among them.
    fn every_place(scenarios: &[Scenario], armies: &[Army]) -> Vec<Place> {
        let mut grounds = Vec::new();
        for (index, scenario) in scenarios.iter().enumerate() {
            if scenario.brings_armies() {
                grounds.extend((0..HISTORICAL).map(|_| Place::Scenario(index, BySide::new(None, None))));
                continue;
            }
            for (red, one) in armies.iter().enumerate() {
                let meets = |(_, other): &(usize, &Army)| one.period.may_meet(other.period);
                let others = armies.iter().enumerate().filter(meets);
                grounds.extend(others.map(|(blue, _)| Place::Scenario(index, BySide::new(Some(red), Some(blue)))));
            }
        }
        // Random battles are distributed among the others, so that a part of the places contains them too.
        let grounds = (0..).zip(grounds).flat_map(|(number, place)| {
            let made_up = (number % (MADE_UP - 1) == 0).then_some(Place::MadeUp(number as u64));
            made_up.into_iter().chain([place])
        });
        grounds.collect()
    }

    /// The name and the game of a place under a variant, if they are compatible.
    fn prepared(&self, place: &Place, seed: u64, variant: &[String]) -> Option<(String, Engagement)> {
        let settings = variant.iter().map(|setting| Override::parse(setting).expect("a setting"));
        let rules = if variant.is_empty() {
            Ok(self.rules.clone())
        } else {
            Rules::read(&self.source.clone().with_overrides(settings))
        };
        let rules = rules.ok()?;
        match place {
            Place::MadeUp(number) | Place::Works(number) => {
                let works = matches!(place, Place::Works(_));
                let name = if works { "made up, among works" } else { "made up" };
                Some((
                    name.to_owned(),
                    chance_battle(&rules, seed.wrapping_mul(1_000_003).wrapping_add(*number), works)?,
                ))
            }
            Place::Scenario(scenario, armies) => {
                let scenario = &self.scenarios[*scenario];
                let given = armies.map(|army| army.map(|army| &self.armies[army]));
                let names = [given.red, given.blue].map(|army| army.map_or("its own", |army| &army.name));
                let game = EnAvant::prepare(&rules, scenario, given).ok()?.game;
                Some((format!("{}, {} against {}", scenario.name, names[0], names[1]), game))
            }
        }
    }
}
