//! The counters of events.

use super::names::{EFFECTS, EVENTS, Effect, EventKind, NAMED, TroopKind};
use crate::en_avant::army::troop::{Arm, Troop, Weight};
use crate::en_avant::rules::{TerrainKind, Weapon};
use crate::en_avant::state::action::Segment;
use strum::VariantArray;

/// The counters of all events.
pub(super) struct Counts<'a>(&'a mut [u64]);

impl<'a> Counts<'a> {
    /// Counters that have a place for each event.
    pub fn new(counts: &'a mut [u64]) -> Counts<'a> {
        assert_eq!(counts.len(), EVENTS.len(), "there is a counter for each event");
        Counts(counts)
    }

    /// Counts an event with its own name.
    pub fn add(&mut self, kind: EventKind) {
        self.0[kind as usize] += 1;
    }

    /// Counts the event, if it happened.
    pub fn add_if(&mut self, happened: bool, kind: EventKind) {
        self.0[kind as usize] += u64::from(happened);
    }

    /// Counts an event that happened this number of times.
    pub fn add_times(&mut self, times: u8, kind: EventKind) {
        self.0[kind as usize] += u64::from(times);
    }

    /// Counts the segment of a move.
    pub fn segment(&mut self, segment: Segment) {
        self.add(match segment {
            Segment::None => return,
            Segment::Advance(_) => EventKind::Advance,
            Segment::Wheel(_) => EventKind::Wheel,
            Segment::Slide(..) => EventKind::Slide,
            Segment::Lateral(_) => EventKind::Lateral,
            Segment::Back(_) => EventKind::Back,
            Segment::About => EventKind::Retreat,
            Segment::Shift(..) => EventKind::Shift,
            Segment::Turn(_) => EventKind::Turn,
            Segment::Cross => EventKind::Cross,
        });
    }

    /// Counts troops that shot or fought.
    pub fn troops(&mut self, troop: &Troop, on_foot: bool) {
        let kind = match (troop.arm, troop.weight) {
            _ if on_foot => TroopKind::DismountedCavalry,
            (Arm::Infantry, Weight::Light) => TroopKind::LightInfantry,
            (Arm::Infantry, Weight::Standard) => TroopKind::Infantry,
            (Arm::Infantry, Weight::Heavy) => TroopKind::HeavyInfantry,
            (Arm::Cavalry, Weight::Light) => TroopKind::LightCavalry,
            (Arm::Cavalry, Weight::Standard) => TroopKind::Cavalry,
            (Arm::Cavalry, Weight::Heavy) => TroopKind::HeavyCavalry,
            (Arm::Artillery, _) if troop.horse => TroopKind::HorseArtillery,
            (Arm::Artillery, _) => TroopKind::FootArtillery,
            (Arm::Elephant, _) => TroopKind::Elephants,
        };
        self.0[NAMED.len() + kind as usize] += 1;
    }

    /// Counts a shot with this weapon.
    pub fn weapon(&mut self, weapon: Weapon) {
        self.0[NAMED.len() + TroopKind::VARIANTS.len() + weapon as usize] += 1;
    }

    /// Counts an effect of a piece of terrain. Effects that a kind has only by other rules or a scenario have no
    /// counter.
    pub fn terrain(&mut self, effect: Effect, kind: TerrainKind) {
        let mut first = NAMED.len() + TroopKind::VARIANTS.len() + Weapon::ALL.len();
        for (it, _, kinds) in EFFECTS {
            if *it == effect {
                if let Some(place) = kinds.iter().position(|it| *it == kind) {
                    self.0[first + place] += 1;
                }
                return;
            }
            first += kinds.len();
        }
    }
}
