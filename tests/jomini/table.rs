//! A stored position on the table: with hexes and units by name, and given decisions and rolls. For tests that play a
//! few steps through the engine.

use crate::odds_cases::positions;
use reglette::data::{Kind, Library, Source};
use reglette::game::{Game, Outcome};
use reglette::jomini::map::hex::{HexId, NO_HEX, Place};
use reglette::jomini::rules::Face;
use reglette::jomini::setup::position::Position;
use reglette::jomini::state::action::Destination;
use reglette::jomini::state::attack_roll::AttackRoll;
use reglette::jomini::state::faces::Effect;
use reglette::jomini::state::{OfficerId, Step, UnitId};
use reglette::jomini::{Action, Battle, Roll, State};
use std::collections::BTreeSet;
use std::fs;

/// A position with its battle.
#[derive(Clone)]
pub struct Table {
    pub battle: Battle,
    pub state: State,
}

impl Table {
    /// The position file of this name.
    pub fn open(name: &str) -> Table {
        let path = positions().join(format!("{name}.toml"));
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Table::read(name, &text)
    }

    /// A position from its text; the name is for messages.
    pub fn read(name: &str, text: &str) -> Table {
        let source = Source::new(&Library::built_in(), Kind::Position, format!("positions/{name}.toml"), text);
        let battle = Position::read(&source, None).unwrap_or_else(|error| panic!("{error}")).battle;
        Table { state: battle.initial(), battle }
    }

    /// The unit of this name.
    pub fn unit(&self, name: &str) -> UnitId {
        let index = self.battle.field.forces.unit_names.iter().position(|own| own == name);
        UnitId::new(index.unwrap_or_else(|| panic!("no unit {name}")) as u8)
    }

    /// "CCRR" as a hex.
    pub fn hex(&self, place: &str) -> HexId {
        self.battle.field.board.hex(Place::parse(place).expect("CCRR")).expect("on the map")
    }

    fn place(&self, hex: HexId) -> String {
        let place = self.battle.field.board.place(hex);
        format!("{:02}{:02}", place.column, place.row)
    }

    /// Where a unit stands, as "CCRR"; empty once it is off the table.
    pub fn at(&self, name: &str) -> String {
        let hex = self.state.unit(self.unit(name)).hex;
        if hex == NO_HEX { String::new() } else { self.place(hex) }
    }

    /// The row in which a unit stands.
    pub fn row(&self, name: &str) -> i32 {
        self.battle.field.board.place(self.state.unit(self.unit(name)).hex).row
    }

    /// Elements that a unit has left.
    pub fn elements(&self, name: &str) -> u8 {
        self.state.unit(self.unit(name)).elements
    }

    /// The officer on this hex.
    pub fn officer(&self, place: &str) -> OfficerId {
        let hex = self.hex(place);
        let index = self.state.officers.iter().position(|officer| officer.hex == hex);
        OfficerId::new(index.expect("an officer") as u8)
    }

    /// All legal actions.
    pub fn legal(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.battle.legal_actions(&self.state, &mut actions);
        actions
    }

    /// Whether this action is legal.
    pub fn may(&self, action: Action) -> bool {
        self.legal().contains(&action)
    }

    /// Plays this action.
    pub fn play(&mut self, action: Action) {
        assert!(self.may(action), "{action:?} is not legal in {:?}: {:?}", self.state.step, self.legal());
        self.battle.apply(&mut self.state, action);
    }

    /// The units that this one may attack now, by name.
    pub fn targets(&self, name: &str) -> BTreeSet<String> {
        let attacker = self.unit(name);
        self.legal()
            .into_iter()
            .filter_map(|action| match action {
                Action::Attack(unit, target) if unit == attacker => {
                    Some(self.battle.field.forces.unit_names[usize::from(target)].clone())
                }
                _ => None,
            })
            .collect()
    }

    /// Where the unit that moves can go.
    pub fn destinations(&self) -> Vec<(String, Destination)> {
        self.legal()
            .into_iter()
            .filter_map(|action| match action {
                Action::MoveTo(to) => Some((self.place(to.hex), to)),
                _ => None,
            })
            .collect()
    }

    /// Moves the unit to this hex.
    pub fn move_to(&mut self, name: &str, place: &str) {
        self.play(Action::Move(self.unit(name)));
        let (_, to) = self.destinations().into_iter().find(|(hex, _)| hex == place).expect("within reach");
        self.play(Action::MoveTo(to));
    }

    /// Begins an attack and stops at its first decision or at the dice.
    pub fn begin(&mut self, attacker: &str, target: &str) {
        self.play(Action::Attack(self.unit(attacker), self.unit(target)));
    }

    /// Begins an attack and proceeds to the dice without orders.
    pub fn attack(&mut self, attacker: &str, target: &str) {
        self.begin(attacker, target);
        self.go_to_dice();
    }

    /// Declines everything until dice are to be rolled.
    pub fn go_to_dice(&mut self) {
        while self.state.step != Step::StrikeRoll {
            match self.state.step {
                Step::BreakOff => self.play(Action::Stand),
                Step::AttackOrder | Step::DefenceOrder => self.play(Action::NoOrder),
                Step::LeadForDice => self.play(Action::Pass),
                step => panic!("{step:?} on the way to the dice"),
            }
        }
    }

    /// Proceeds with the riposte up to its dice.
    pub fn riposte(&mut self) {
        self.play(Action::Riposte);
        self.go_to_dice();
    }

    /// How many dice are to be rolled.
    pub fn dice(&self) -> u8 {
        assert_eq!(self.state.step, Step::StrikeRoll, "dice are to be rolled");
        self.battle.field.dice(&self.state, &AttackRoll::running(&self.state), &mut ())
    }

    /// Rolls these faces, and faces without effect on the other dice.
    pub fn roll(&mut self, faces: &[Face]) {
        assert!(faces.len() <= usize::from(self.dice()), "more faces than dice");
        let face_effects = self.battle.field.face_effects(&self.state, &AttackRoll::running(&self.state));
        let mut roll = Roll::default();
        for face in faces {
            let place =
                self.battle.field.rules.die_faces.iter().position(|own| own == face).expect("a face of the die");
            match face_effects[place] {
                Effect::Nothing => {}
                Effect::Hit => roll.hits += 1,
                Effect::MoraleHit => roll.morale_hits += 1,
                Effect::Letter => roll.letters += 1,
                Effect::Tactical => roll.tactical += 1,
            }
        }
        let mut rolls = Vec::new();
        self.battle.rolls(&self.state, &mut rolls);
        assert!(rolls.iter().any(|listed| listed.roll == roll), "the dice can show {roll:?}");
        self.battle.apply_roll(&mut self.state, roll);
        // No order is bought after the roll.
        if self.state.step == Step::WindOfBall {
            self.play(Action::Pass);
        }
    }

    /// Declines to give up officers for losses.
    pub fn keep_officers(&mut self) {
        while self.state.step == Step::LeadAgainstLoss {
            self.play(Action::Pass);
        }
    }

    /// Where the retreating unit may end.
    pub fn retreats(&self) -> BTreeSet<String> {
        self.legal()
            .into_iter()
            .filter_map(|action| match action {
                Action::RetreatTo(hex) => Some(self.place(hex)),
                _ => None,
            })
            .collect()
    }

    /// Takes the first path of the retreating unit, if it has a choice.
    pub fn retreat(&mut self) {
        if self.state.step == Step::Retreat {
            self.play(self.legal()[0]);
        }
    }

    /// Whether the player-turn of the position has ended.
    pub fn turn_is_over(&self) -> bool {
        self.state.player_turn != self.battle.start.player_turn
    }

    /// How the game ended.
    pub fn outcome(&self) -> Outcome {
        self.state.outcome.expect("the game is over")
    }
}

/// Words as a set.
pub fn set(words: &[&str]) -> BTreeSet<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}
