//! A small battle built by hand: units in centimetres on an open table or among terrain, for tests of one rule.

use reglette::en_avant::army::troop::{Arm, Period, Troop, Weight};
use reglette::en_avant::army::{Force, Muster};
use reglette::en_avant::rules::{Quality, Rules, Weapon};
use reglette::en_avant::setup::{Terms, assemble};
use reglette::en_avant::state::{Status, Step, UnitId, unit_ids};
use reglette::en_avant::table::geometry::{CENTIMETRE, Heading, Point};
use reglette::en_avant::table::ground::{Ground, Piece};
use reglette::en_avant::{Engagement, State};
use reglette::game::{BySide, Side};

/// A unit to be placed: its troop, the middle of its front edge in hundredths of a centimetre, its heading in degrees,
/// its files and bases.
#[derive(Clone)]
pub struct Stand {
    pub side: Side,
    pub troop: Troop,
    pub at: (i32, i32),
    pub degrees: u16,
    pub files: u8,
    pub bases: u8,
}

/// Infantry of normal quality, neither light nor heavy, that does not shoot.
pub fn foot() -> Troop {
    Troop::plain(Arm::Infantry, Quality::Normal)
}

/// Cavalry of normal quality.
pub fn horse() -> Troop {
    Troop::plain(Arm::Cavalry, Quality::Normal)
}

pub fn with_weapon(weapon: Weapon, troop: Troop) -> Troop {
    Troop { weapon: Some(weapon), ..troop }
}

pub fn of_weight(weight: Weight, troop: Troop) -> Troop {
    Troop { weight, ..troop }
}

pub fn of_quality(quality: Quality, troop: Troop) -> Troop {
    Troop { quality, ..troop }
}

/// A battle under construction.
pub struct Scene {
    pub rules: Rules,
    pub period: Period,
    pub pieces: Vec<Piece>,
    pub stands: Vec<Stand>,
    pub combativity: BySide<u8>,
    /// Whether cavalry can dismount.
    pub dismounts: bool,
}

impl Scene {
    /// An open table of a metre, in Antiquity, with figures of 20 mm.
    pub fn new() -> Scene {
        Scene {
            rules: Rules::published(),
            period: Period::Antiquity,
            pieces: Vec::new(),
            stands: Vec::new(),
            combativity: BySide::new(4, 4),
            dismounts: false,
        }
    }

    /// Adds a unit. `at` is in hundredths of a centimetre from the centre of the table; 0 degrees face away from red.
    pub fn stand(mut self, side: Side, troop: Troop, at: (i32, i32), degrees: u16, files: u8, bases: u8) -> Scene {
        self.stands.push(Stand { side, troop, at, degrees, files, bases });
        self
    }

    /// The game, with every unit in its place and the first impulse of red begun, and the ids of the units in the order
    /// in which they were named.
    pub fn build(self) -> (Engagement, State, Vec<UnitId>) {
        let half = 50 * CENTIMETRE;
        let ground = Ground { half_width: half, half_depth: half, pieces: self.pieces };
        let force = |side: Side| Force {
            name: side.to_string(),
            period: self.period,
            combativity: self.combativity[side],
            units: self
                .stands
                .iter()
                .filter(|it| it.side == side)
                .map(|it| Muster {
                    name: "unit".to_owned(),
                    troop: it.troop,
                    bases: it.bases,
                    dismounts: self.dismounts && it.troop.arm == Arm::Cavalry,
                    points: None,
                })
                .collect(),
        };
        let terms = Terms { name: "scene".to_owned(), turn_limit: 20, ..Terms::default() };
        let game = assemble(&self.rules, ground, BySide::from_fn(force), terms).expect("a sound scene");
        let mut state = game.start;
        let mut next = BySide::from_fn(unit_ids);
        let mut ids = Vec::new();
        for stand in &self.stands {
            let unit = next[stand.side].next().expect("an id for each unit");
            let it = state.unit_mut(unit);
            it.front = Point::new(stand.at.0 * CENTIMETRE / 100, stand.at.1 * CENTIMETRE / 100);
            it.heading = Heading::new(stand.degrees * 4);
            it.files = stand.files;
            it.set(Status::RESERVE, false);
            ids.push(unit);
        }
        for side in Side::BOTH {
            state.side_mut(side).camp_lost = true;
            state.side_mut(side).general_lost = true;
        }
        game.units().refresh_contacts(&mut state);
        state.turn = 1;
        state.impulse = 1;
        state.impulses_of_turn = [1, 0];
        state.cap = self.combativity.red;
        state.step = Step::Impulse;
        (game, state, ids)
    }
}
