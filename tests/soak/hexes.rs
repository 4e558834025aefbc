//! The soak of Jomini: editions and periods, scenarios, pairs of armies; and random battles with every type of troops
//! and every terrain.

use crate::jomini_positions::Scattered;
use crate::skirmish::skirmish_under;
use crate::soundness::assert_sound;
use crate::stage::{Fleet, Stage};
use reglette::bots::{BotConfig, BotFile};
use reglette::data::{Kind, Library, Override};
use reglette::game::rng::{Key, Stream};
use reglette::game::{BySide, Game, Rulebook};
use reglette::jomini::army::Army;
use reglette::jomini::army::letters::Letter;
use reglette::jomini::army::officer::{OfficerCard, OfficerLetter, default_officers};
use reglette::jomini::rules::Rules;
use reglette::jomini::setup::prepare;
use reglette::jomini::setup::scenario::Scenario;
use reglette::jomini::{Battle, Jomini, State};
use strum::VariantArray;

/// The editions.
const EDITIONS: [&str; 2] = ["jomini-v2", "jomini-v1"];
/// The switches of periods.
const PERIODS: [(&str, Option<&str>); 3] =
    [("", None), (" in lace", Some("period_lace_wars = true")), (" after 1850", Some("period_late_19c = true"))];
/// One place in this many is a random battle.
const MADE_UP: usize = 5;

/// Everything that is read once.
pub struct Hexes {
    rules: Vec<(String, Rules)>,
    scenarios: Vec<(String, Scenario)>,
    armies: Vec<Army>,
    grounds: Vec<Ground>,
    greedy: BotConfig,
}

#[derive(Clone, Debug)]
enum Ground {
    Scenario(usize, BySide<Option<usize>>),
    MadeUp(u64),
}

/// The prepared battles of a place.
pub struct Battles {
    name: String,
    /// As in the files, from the normal start.
    usual: Battle,
    /// With random letters for units and officers, for random positions.
    lettered: Battle,
}

impl Stage for Battles {
    type Game = Battle;

    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&self, scattered: bool, stream: &mut Stream) -> (&Battle, State) {
        if scattered { (&self.lettered, self.lettered.scattered(stream)) } else { (&self.usual, self.usual.initial()) }
    }

    fn assert_sound(battle: &Battle, state: &State) {
        assert_sound(battle, state);
    }

    fn time(state: &State) -> u32 {
        u32::from(state.player_turn)
    }
}

impl Fleet for Hexes {
    type Stage = Battles;

    const TEST: &'static str = "soak_every_scenario_army_edition_and_period";
    const GREEDY: u32 = 100;

    fn read() -> Hexes {
        let library = Library::built_in();
        let listed = |kind| library.list(kind).into_iter().filter(|entry| entry.rulebook.as_deref() == Some("jomini"));
        let source = |kind, path: &str| library.find(kind, path).unwrap_or_else(|error| panic!("{error}"));
        let mut rules = Vec::new();
        for edition in EDITIONS {
            for (period, setting) in PERIODS {
                let settings = setting.map(|setting| Override::parse(setting).expect("a setting"));
                let read = Rules::read(&source(Kind::Rules, edition).with_overrides(settings));
                rules.push((format!("{edition}{period}"), read.unwrap_or_else(|error| panic!("{error}"))));
            }
        }
        let scenarios = listed(Kind::Scenario).map(|entry| {
            let scenario =
                Scenario::read(&source(Kind::Scenario, &entry.path)).unwrap_or_else(|error| panic!("{error}"));
            (entry.name, scenario)
        });
        let armies = listed(Kind::Army)
            .map(|entry| Army::read(&source(Kind::Army, &entry.path)).unwrap_or_else(|error| panic!("{error}")));
        let bot = source(Kind::Bot, "greedy");
        let greedy =
            BotFile::read(&bot).and_then(|file| file.config::<Jomini>()).unwrap_or_else(|error| panic!("{error}"));
        let (scenarios, armies): (Vec<_>, Vec<_>) = (scenarios.collect(), armies.collect());
        let grounds = grounds(&scenarios, armies.len());
        Hexes { scenarios, armies, rules, grounds, greedy }
    }

    /// Every scenario with every pair of armies under every edition and period, and random battles among them.
    fn places(&self) -> u64 {
        (self.rules.len() * self.grounds.len()) as u64
    }

    /// The battles of a place; `None` where these armies do not fit these rules or this scenario.
    fn stage(&self, place: u64, seed: u64) -> Option<Battles> {
        let (rules_name, rules) = &self.rules[place as usize / self.grounds.len()];
        match &self.grounds[place as usize % self.grounds.len()] {
            Ground::MadeUp(number) => {
                let made = |salt| skirmish_under(rules, seed.wrapping_mul(1_000_003).wrapping_add(2 * number + salt));
                Some(Battles { name: format!("made up, {rules_name}"), usual: made(0), lettered: made(1) })
            }
            Ground::Scenario(scenario, armies) => {
                let (scenario_name, scenario) = &self.scenarios[*scenario];
                let given = armies.map(|army| army.map(|army| &self.armies[army]));
                let names = [given.red, given.blue].map(|army| army.map_or("its own", |army| &army.name));
                let name = format!("{scenario_name}, {} against {}, {rules_name}", names[0], names[1]);
                let usual = prepare(rules, scenario, given).ok()?;
                let mut stream = Key::new(seed).with(place).with_name("letters").stream();
                let redrawn = given.map(|army| army.map(|army| lettered(army, rules, &mut stream)));
                let lettered =
                    prepare(rules, scenario, redrawn.as_ref().map(Option::as_ref)).unwrap_or_else(|_| usual.clone());
                Some(Battles { name, usual, lettered })
            }
        }
    }

    fn greedy(&self) -> &BotConfig {
        &self.greedy
    }
}

/// Every scenario with every pair of armies, and random battles.
fn grounds(scenarios: &[(String, Scenario)], armies: usize) -> Vec<Ground> {
    let mut grounds = Vec::new();
    for (scenario, (_, it)) in scenarios.iter().enumerate() {
        if Jomini::brings_armies(it) {
            // As often as one army meets all others: features of such scenarios only should not be rare.
            grounds.extend((0..armies).map(|_| Ground::Scenario(scenario, BySide::new(None, None))));
            continue;
        }
        for red in 0..armies {
            grounds.extend((0..armies).map(|blue| Ground::Scenario(scenario, BySide::new(Some(red), Some(blue)))));
        }
    }
    grounds.extend((0..grounds.len() / (MADE_UP - 1)).map(|number| Ground::MadeUp(number as u64)));
    grounds
}

/// An army with additional letters on many of its cards.
fn lettered(army: &Army, rules: &Rules, stream: &mut Stream) -> Army {
    let mut army = army.clone();
    for line in &mut army.lines {
        for letter in Letter::VARIANTS {
            if stream.below(9) == 0 && !line.card.letters.contains(letter) {
                line.card.letters.push(*letter);
                if !line.card.faults().is_empty() {
                    line.card.letters.pop();
                }
            }
        }
    }
    if army.officers.is_empty() {
        army.officers = default_officers(rules, army.units().len());
    }
    for officer in &mut army.officers {
        draw_letter(officer, stream);
    }
    army
}

fn draw_letter(officer: &mut OfficerCard, stream: &mut Stream) {
    let letter = OfficerLetter::VARIANTS[stream.below(OfficerLetter::VARIANTS.len() as u32) as usize];
    if stream.below(2) == 0 && letter != OfficerLetter::Allied && officer.letters.is_empty() {
        officer.letters.push(letter);
    }
}
