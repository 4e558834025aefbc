//! Events of dice: rows of the tables of advantages (T5, T6), with the terrain that causes them, troops and weapons;
//! tests.

use super::counts::Counts;
use super::decisions::of_step;
use super::names::{Effect, EventKind};
use crate::en_avant::rules::Shelter;
use crate::en_avant::state::action::Roll;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::troops::Troops;
use crate::en_avant::state::{ClashKind, NO_UNIT, State, Status, Step, UnitId, side_of};
use crate::game::Side;
use crate::game::trail::Trail;

/// The rows that count, by their rule IDs.
#[derive(Default)]
struct Rows(Vec<&'static str>);

impl Trail for Rows {
    fn note(&mut self, rule: &'static str, _before: i32, _after: i32) {
        self.0.push(rule);
    }
}

/// The event of a row.
fn event_kind(rule: &str) -> Option<EventKind> {
    Some(match rule {
        "E9.40" => EventKind::Higher,
        "E9.41" => EventKind::Enfilade,
        "E9.42" => EventKind::ExtraBase,
        "E9.43" => EventKind::TargetInferior,
        "E9.44" => EventKind::ShooterSuperior,
        "E9.45" => EventKind::TargetDisordered,
        "E9.46" => EventKind::TargetRouting,
        "E9.47" => EventKind::Bulky,
        "E9.48" => EventKind::VeryLarge,
        "E9.49" => EventKind::ByWeapon,
        "E9.35" => EventKind::LeastDice,
        "E9.50" => EventKind::ByGeneral,
        "E9.51" => EventKind::LightShelter,
        "E9.52" => EventKind::StrongShelter,
        "E9.53" => EventKind::SaveSuperior,
        "E9.54" => EventKind::SaveInferior,
        "E9.55" => EventKind::SaveLight,
        "E9.56" => EventKind::SaveHeavy,
        "E14.18" => EventKind::FromTheSaddle,
        "E11.15" => EventKind::Attack,
        "E11.16" => EventKind::CavalryAgainstInfantry,
        "E11.17" => EventKind::MoreBases,
        "E11.18" => EventKind::AgainstArtillery,
        "E11.19" => EventKind::Heavy,
        "E11.20" => EventKind::Superior,
        "E11.21" => EventKind::EnemyLight,
        "E11.22" => EventKind::EnemyInferior,
        "E11.23" => EventKind::HigherGround,
        "E11.24" => EventKind::DefenderLight,
        "E11.25" => EventKind::DefenderStrong,
        "E11.26" => EventKind::RoughGround,
        "E11.27" => EventKind::OneSide,
        "E11.29" => EventKind::TwoSides,
        "E11.30" => EventKind::ThreeSides,
        "E11.28" => EventKind::LongerFront,
        "E11.31" => EventKind::ColumnAttack,
        "E11.32" => EventKind::WithGeneral,
        "E11.33" => EventKind::EnemyDisordered,
        "E14.2" => EventKind::ByElephant,
        "E11.35" => EventKind::InRanks,
        "E11.36" => EventKind::LeastMeleeDice,
        _ => return None,
    })
}

impl Troops {
    fn count_troops(&self, state: &State, unit: UnitId, counts: &mut Counts) {
        if unit != NO_UNIT && state.unit(unit).is_on_table() {
            counts.troops(&self.profile(state, unit).troop, state.unit(unit).has(Status::DISMOUNTED));
        }
    }
}

impl Engagement {
    /// Counts a roll: the event that the table of steps states, and what depends on the position.
    pub(super) fn count_roll(&self, before: &State, roll: Roll, counts: &mut Counts) {
        if let Some(kind) = of_step(before.step) {
            counts.add(kind);
        }
        match before.step {
            Step::ObjectiveRoll(index) => {
                counts.add_if(self.objective_rolled(before, index, roll).is_some(), EventKind::ObjectiveReal);
            }
            Step::ReorganiseRoll(unit) => {
                counts.add_if(before.unit(unit).has(Status::ROUTING) && roll.passes(), EventKind::Rallied);
            }
            Step::BreakOffRoll(_) => {
                counts.add(if roll.passes() { EventKind::BrokenOff } else { EventKind::FailsToBreakOff })
            }
            Step::ShotRoll => self.count_shot(before, counts),
            Step::MeleeRoll(side) => self.count_melee(before, side, counts),
            Step::SaveRoll => self.count_saves(before, counts),
            // What the others count as, if anything, is in the table, or is counted by its effect.
            _ => {}
        }
    }

    fn count_shot(&self, before: &State, counts: &mut Counts) {
        let clash = &before.clash;
        let (shooter, target) = (clash.leaders[before.active.index()], clash.leaders[before.active.other().index()]);
        let mut rows = Rows::default();
        self.shot_dice(before, shooter, target, &mut rows);
        rows.0.iter().filter_map(|rule| event_kind(rule)).for_each(|row| counts.add(row));
        if rows.0.contains(&"E9.40") {
            self.count_height(before, shooter, counts);
        }
        self.troops.count_troops(before, shooter, counts);
        self.troops.count_troops(before, target, counts);
        if let Some(weapon) = self.troops.profile(before, shooter).troop.weapon {
            counts.weapon(weapon);
        }
    }

    fn count_saves(&self, before: &State, counts: &mut Counts) {
        let side = before.saver();
        let shot = before.clash.kind == ClashKind::Shot;
        counts.add_if(!shot, EventKind::SaveInMelee);
        if !shot {
            return;
        }
        let (enemy, struck) = (before.clash.leaders[side.other().index()], before.clash.struck[side.index()]);
        let mut rows = Rows::default();
        self.save_dice(before, enemy, struck, &mut rows);
        rows.0.iter().filter_map(|rule| event_kind(rule)).for_each(|row| counts.add(row));
        self.count_shelter(before, struck, &rows, ["E9.51", "E9.52"], counts);
    }

    fn count_melee(&self, before: &State, side: Side, counts: &mut Counts) {
        let mut rows = Rows::default();
        self.dice_in_melee(before, side, &mut rows);
        rows.0.iter().filter_map(|rule| event_kind(rule)).for_each(|row| counts.add(row));
        for unit in before.clash.units.iter().filter(|unit| side_of(*unit) == side && before.unit(*unit).is_on_table())
        {
            self.troops.count_troops(before, unit, counts);
            if rows.0.contains(&"E11.23") {
                self.count_height(before, unit, counts);
            }
            self.count_shelter(before, unit, &rows, ["E11.24", "E11.25"], counts);
            if rows.0.contains(&"E11.26") {
                self.count_under(before, unit, Effect::Rough, counts);
            }
        }
    }

    /// Counts the hills on which a unit stands.
    fn count_height(&self, before: &State, unit: UnitId, counts: &mut Counts) {
        let front = before.unit(unit).front;
        for piece in self.ground(before).pieces.iter().filter(|piece| piece.level > 0 && piece.contains(front)) {
            counts.terrain(Effect::Height, piece.kind);
        }
    }

    fn count_shelter(&self, before: &State, unit: UnitId, rows: &Rows, rules: [&str; 2], counts: &mut Counts) {
        if rules.iter().any(|rule| rows.0.contains(rule)) {
            self.count_under(before, unit, Effect::Shelter, counts);
        }
    }

    /// Counts the pieces in which bases of a unit stand, or the lines that it touches, if they have this effect.
    fn count_under(&self, before: &State, unit: UnitId, effect: Effect, counts: &mut Counts) {
        for piece in &self.ground(before).pieces {
            let has_it = if effect == Effect::Rough { piece.rough } else { piece.shelter != Shelter::None };
            let is_at = || match piece.is_line() {
                true => self.places().touches_line(before, unit, piece),
                false => self.places().bases_in(before, unit, piece).next().is_some(),
            };
            if has_it && is_at() {
                counts.terrain(effect, piece.kind);
            }
        }
    }
}
