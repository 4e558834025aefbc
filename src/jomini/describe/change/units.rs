//! The changes of units: losses, panic, and the displacements that the action did not include.

use super::Story;
use crate::data::message::count;
use crate::data::message::listed;
use crate::game::Side;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::{Choice, NO_UNIT, Phase, Status, Step, UnitId, side_of};

impl Story<'_> {
    /// Describes the changes of a unit.
    pub(super) fn unit(&mut self, unit: UnitId) {
        let (old, new) = (*self.before.unit(unit), *self.after.unit(unit));
        let battle = self.battle;
        let name = battle.field.forces.unit_words(unit);
        if battle.field.forces.is_panicked(unit) {
            self.elephant(unit);
            return;
        }
        let left = self.after.side(side_of(unit)).units_left > self.before.side(side_of(unit)).units_left;
        if new.elements < old.elements && !(left && self.before.step == Step::Movement) {
            let lost = old.elements - new.elements;
            if new.elements == 0 {
                let last = if lost == 1 { "its last element".to_owned() } else { format!("its last {lost} elements") };
                let side = side_of(unit);
                let counted = self.after.side(side).units_lost > self.before.side(side).units_lost;
                if new.has(Status::ELEPHANT_GONE) && !counted {
                    self.say(format!("{name} loses {last} and panics."));
                    return;
                }
                let fate = if new.has(Status::ELEPHANT_GONE) && battle.field.forces.is_one_elephant(unit) {
                    "panics"
                } else {
                    "is destroyed"
                };
                self.say(format!("{name} loses {last} and {fate}."));
                return;
            }
            let cause = if self.retreat_was_cut_short(unit) { " for hexes that it cannot make" } else { "" };
            self.say(format!("{name} loses {}{cause} ({} left).", count(u32::from(lost), "element"), new.elements));
        } else if new.elements > old.elements && old.hex != NO_HEX {
            self.say(format!(
                "{name} regains {} ({} now).",
                count(u32::from(new.elements - old.elements), "element"),
                new.elements
            ));
        }
        if old.hex != new.hex && new.hex != NO_HEX && !self.announced(unit, new.hex) {
            let verb = self.displacement(unit, old.hex, new.hex);
            let company = self.company(unit);
            self.say(format!("{name} {verb}{company}."));
        }
    }

    /// Describes how many units a side has lost by now, if more than before.
    pub(super) fn losses(&mut self, side: Side) {
        let (old, new) = (self.before.side(side), self.after.side(side));
        if new.units_lost > old.units_lost {
            let army = self.battle.field.forces.side_words(side);
            self.say(format!("Units lost by {army}: {} of {}.", new.units_lost, new.units_at_start));
        }
    }

    /// Describes the changes of an elephant in panic.
    fn elephant(&mut self, elephant: UnitId) {
        let (old, new) = (*self.before.unit(elephant), *self.after.unit(elephant));
        let battle = self.battle;
        let name = battle.field.forces.unit_words(elephant);
        if old.elements == 0 && new.elements > 0 {
            let place =
                if new.hex == NO_HEX { String::new() } else { format!(" at {}", battle.field.board.hex_name(new.hex)) };
            self.say(format!("{name} is in panic{place}."));
        } else if old.elements > 0 && new.elements == 0 {
            self.say(format!("{name} disappears."));
        } else if old.hex != new.hex && new.hex != NO_HEX && self.before.step != Step::Stampede {
            self.say(format!("{name} runs to {}.", battle.field.board.hex_name(new.hex)));
        }
    }

    /// Whether a unit lost elements for hexes of a retreat that it had chosen but could not make in full (J5.76).
    fn retreat_was_cut_short(&self, unit: UnitId) -> bool {
        self.before.step == Step::Retreat && AttackRoll::running(self.before).target == unit
    }

    /// Whether the chosen action already included the move of this unit to this hex.
    pub(super) fn announced(&self, unit: UnitId, hex: HexId) -> bool {
        let combat = &self.before.combat;
        let acts = || self.before.acting_unit() == Some(unit);
        match self.before.step.choice() {
            Some(Choice::DeploymentOf(it)) => it == unit,
            Some(Choice::Destination(mover)) => mover.unit == unit,
            Some(Choice::Way) => acts(),
            Some(Choice::FollowUp) => acts() && (hex == combat.attacker_hex || hex == combat.defender_hex),
            // The chosen action names no hex of a unit.
            _ => false,
        }
    }

    /// Describes the displacement of a unit that was not part of the action.
    fn displacement(&self, unit: UnitId, from: HexId, to: HexId) -> String {
        let battle = self.battle;
        let target = battle.field.board.hex_name(to);
        if from == NO_HEX {
            return format!("is deployed at {target}");
        }
        let origin = battle.field.board.hex_name(from);
        let side = side_of(unit);
        if self.before.step.phase() != Phase::Combat {
            format!("moves from {origin} to {target}")
        } else if self.left_by_enemy(unit, to) {
            format!("follows up from {origin} to {target}")
        } else if self.is_driven_back(unit)
            || battle.field.board.rows_to_edge(side, to) < battle.field.board.rows_to_edge(side, from)
        {
            format!("retreats from {origin} to {target}")
        } else {
            format!("goes on from {origin} to {target}")
        }
    }

    /// Whether a unit has left its hex by a retreat, which leads an Elusive unit also aside or ahead (JI-127).
    fn is_driven_back(&self, unit: UnitId) -> bool {
        self.after.unit(unit).has(Status::LEFT_HEX) && !self.before.unit(unit).has(Status::LEFT_HEX)
    }

    /// Whether an enemy was on this hex and has left it.
    fn left_by_enemy(&self, unit: UnitId, hex: HexId) -> bool {
        let before = [self.before.unit_at(hex)];
        let combat = [&self.before.combat, &self.after.combat];
        let was_fought_over =
            combat.iter().any(|it| it.attacker != NO_UNIT && (it.defender_hex == hex || it.attacker_hex == hex));
        was_fought_over || before.iter().any(|other| *other != NO_UNIT && side_of(*other) != side_of(unit))
    }

    /// The officers who moved with a unit (J5.101, J5.102).
    fn company(&self, unit: UnitId) -> String {
        let (from, to) = (self.before.unit(unit).hex, self.after.unit(unit).hex);
        let with: Vec<String> = self
            .battle
            .field
            .forces
            .officers_of(side_of(unit))
            .filter(|officer| {
                from != NO_HEX && self.before.officer(*officer).hex == from && self.after.officer(*officer).hex == to
            })
            .map(|officer| self.battle.field.forces.officer_words(officer))
            .collect();
        if with.is_empty() { String::new() } else { format!(" with {}", listed(&with)) }
    }
}
