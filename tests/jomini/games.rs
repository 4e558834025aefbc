//! Battles of the shipped scenarios and armies, and random games on them, for tests of properties of every position.

use reglette::data::{Kind, Library};
use reglette::game::rng::{Key, Stream};
use reglette::game::{BySide, Game, Moment, Side};
use reglette::jomini::army::Army;
use reglette::jomini::map::hex::{HexId, NO_HEX};
use reglette::jomini::rules::Rules;
use reglette::jomini::setup::prepare;
use reglette::jomini::setup::scenario::Scenario;
use reglette::jomini::{Action, Battle, Roll, State};

/// Armies for the smaller boards.
pub const ARMIES: [&str; 21] = [
    "france",
    "britain",
    "austria",
    "prussia",
    "russia",
    "ottoman",
    "afghans",
    "burma",
    "china",
    "egypt",
    "japan",
    "marathas",
    "mysore",
    "persia",
    "poland",
    "spain",
    "sweden",
    "united-states",
    "voortrekkers",
    "woodlands",
    "zulu",
];
/// Armies for short battles.
pub const SMALL_ARMIES: [&str; 1] = ["brigade"];
/// Armies for a wide board.
pub const GREAT_ARMIES: [&str; 2] = ["grande-armee", "coalition"];
/// Armies for the periods of annex 4.
pub const PERIOD_ARMIES: [&str; 4] = ["austria-1757", "prussia-1757", "france-1870", "prussia-1870"];
/// The armies of a siege, which are not equal.
pub const SIEGE_ARMIES: [&str; 2] = ["british-siege", "french-garrison"];
/// All scenarios. The last three include their armies.
pub const SCENARIOS: [&str; 14] = [
    "plain",
    "village-and-hill",
    "river",
    "field-works",
    "crossroads",
    "frozen-lake",
    "mountain-pass",
    "great-river",
    "stockade",
    "chance-field",
    "relief",
    "wells",
    "siege",
    "great-day",
];

pub fn army(name: &str) -> Army {
    let source = Library::built_in().find(Kind::Army, &format!("jomini/{name}")).expect("a shipped army");
    Army::read(&source).unwrap_or_else(|error| panic!("{error}"))
}

/// A scenario with two armies, under the published rules.
pub fn battle(scenario: &str, red: &str, blue: &str) -> Battle {
    battle_under(&Rules::published(), scenario, red, blue)
}

/// A scenario with two armies under these rules.
pub fn battle_under(rules: &Rules, scenario: &str, red: &str, blue: &str) -> Battle {
    let source = Library::built_in().find(Kind::Scenario, &format!("jomini/{scenario}")).expect("a shipped scenario");
    let scenario = Scenario::read(&source).unwrap_or_else(|error| panic!("{error}"));
    let (red, blue) = (army(red), army(blue));
    prepare(rules, &scenario, BySide::new(Some(&red), Some(&blue))).unwrap_or_else(|error| panic!("{error}"))
}

/// The first scenarios with the first armies on both seats in turn, and each scenario with two pairs of the others, so
/// that every army plays somewhere.
pub fn battles() -> Vec<Battle> {
    let first = &ARMIES[..6];
    let pairs = first.iter().zip(first.iter().cycle().skip(1));
    let usual =
        SCENARIOS[..4].iter().flat_map(|scenario| pairs.clone().map(move |(red, blue)| battle(scenario, red, blue)));
    let others = ARMIES.iter().cycle().skip(first.len());
    let far = SCENARIOS.iter().enumerate().flat_map(|(number, scenario)| {
        let mut drawn = others.clone().skip(3 * number);
        let [a, b, c] = [(); 3].map(|()| drawn.next().expect("a cycle has no end"));
        [battle(scenario, a, b), battle(scenario, b, c)]
    });
    usual.chain(far).collect()
}

/// One step of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// A decision.
    Action(Action),
    /// Dice.
    Roll(Roll),
}

/// How a random game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Like the bot `random`.
    Random,
    /// Aggressively: four decisions in five are drawn from the actions that do so.
    Bold,
}

/// A random game, from the first decision or roll.
pub struct RandomGame<'a> {
    pub battle: &'a Battle,
    pub state: State,
    style: Style,
    stream: Stream,
    scratch: Vec<Action>,
}

impl<'a> RandomGame<'a> {
    pub fn new(battle: &'a Battle, style: Style, seed: u64) -> RandomGame<'a> {
        let stream = Key::new(seed).with_name("random game").stream();
        RandomGame { battle, state: battle.initial(), style, stream, scratch: Vec::new() }
    }

    /// The next decision.
    pub fn choose(&mut self) -> Action {
        let random = self.battle.random_action(&self.state, &mut self.stream, &mut self.scratch);
        if self.style == Style::Random || self.stream.below(5) == 0 {
            return random;
        }
        let battle = self.battle;
        let nearest = |hex: HexId, side: Side| {
            let enemies = battle.field.forces.units_on_table(&self.state, side.other());
            let distance =
                |enemy| if hex == NO_HEX { 99 } else { battle.field.board.distance(hex, self.state.unit(enemy).hex) };
            enemies.map(distance).min().unwrap_or(0)
        };
        let side = self.state.active;
        let best = match random {
            Action::MoveTo(_) => self
                .scratch
                .iter()
                .filter_map(|it| if let Action::MoveTo(to) = it { Some(nearest(to.hex, side)) } else { None })
                .min(),
            _ => None,
        };
        let state = &self.state;
        self.scratch.retain(|action| match action {
            Action::MoveTo(to) => Some(nearest(to.hex, side)) == best,
            Action::Move(unit) => nearest(state.unit(*unit).hex, side) > 1,
            Action::Done | Action::Pass | Action::NoOrder | Action::Stand => false,
            Action::Leave(_)
            | Action::LeaveAlone(_)
            | Action::PickOfficer(_)
            | Action::MoveOfficer(_)
            | Action::LeadToActivate(..)
            | Action::Reconnaissance => false,
            _ => true,
        });
        if self.scratch.is_empty() {
            random
        } else {
            self.scratch[self.stream.below(self.scratch.len() as u32) as usize]
        }
    }

    /// Plays one step; nothing once the game is over.
    pub fn step(&mut self) -> Option<Event> {
        match self.battle.moment(&self.state) {
            Moment::Over(_) => None,
            Moment::Decide(_) => {
                let action = self.choose();
                self.battle.apply(&mut self.state, action);
                Some(Event::Action(action))
            }
            Moment::Roll(_) => {
                let roll = self.battle.sample(&self.state, &mut self.stream);
                self.battle.apply_roll(&mut self.state, roll);
                Some(Event::Roll(roll))
            }
        }
    }
}
