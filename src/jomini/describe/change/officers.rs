//! The changes of officers: how one left the game, and the displacements that the action did not include.

use super::Story;
use crate::game::Game;
use crate::jomini::army::unit::Rank;
use crate::jomini::combat::observer::NoObserver;
use crate::jomini::map::hex::NO_HEX;
use crate::jomini::state::action::Action;
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::{OfficerId, Phase, Step, side_of_officer};
use crate::jomini::turn::engine::Forced;

/// How an officer left the game.
enum Departure {
    /// As the description of the action or the roll says.
    Described,
    /// By an exit (J4.23).
    Exit,
    /// In flight, without a refuge (J5.107).
    NoRefuge,
    /// By a decision: he led a unit (J3.56), was picked off (JA3.17) or replaced (JI-172).
    Decision,
}

impl Story<'_> {
    /// How an officer left the game. The positions show only that he did, so the engine takes each decision that was
    /// open once more, until one leads to the position after it.
    fn departure(&self, officer: OfficerId) -> Departure {
        let before = self.before;
        if before.step.dice().is_some() && before.flight_count == 0 {
            let is_wounded = matches!(before.step, Step::WoundRoll(_))
                && before.front_officer(AttackRoll::running(before).target) == Some(officer);
            return match (is_wounded, self.is_replaced(officer)) {
                (true, _) => Departure::Described,
                (false, true) => Departure::Decision,
                (false, false) => Departure::NoRefuge,
            };
        }
        let forced = self.battle.as_on_table(before).forced(before);
        let is_chosen = forced.is_none();
        let mut decisions: Vec<Forced> = forced.into_iter().collect();
        if is_chosen {
            let mut actions = Vec::new();
            self.battle.legal_actions(before, &mut actions);
            decisions.extend(actions.into_iter().map(Forced::Action));
        }
        match decisions.into_iter().find_map(|decision| self.cause(officer, decision)) {
            Some((Forced::NoRefuge, _)) => Departure::NoRefuge,
            Some((Forced::Action(Action::LeaveAlone(_) | Action::Accompany), true)) if is_chosen => {
                Departure::Described
            }
            Some((Forced::Action(Action::LeaveAlone(_) | Action::Accompany), _)) => Departure::Exit,
            Some((Forced::Action(_), _)) | None => Departure::Decision,
        }
    }

    /// By which decision an officer leaves the game, and whether that is the first one, if the first one leads to the
    /// position after the change.
    fn cause(&self, officer: OfficerId, first: Forced) -> Option<(Forced, bool)> {
        let mut state = *self.before;
        let (mut cause, mut is_first) = (None, true);
        let mut next = Some(first);
        while let Some(decision) = next {
            let was_in_play = state.officer(officer).in_play;
            let battle = self.battle.as_on_table(&state);
            battle.take(&mut state, decision, &mut NoObserver);
            if was_in_play && !state.officer(officer).in_play {
                cause = Some((decision, is_first));
            }
            is_first = false;
            next = self.battle.as_on_table(&state).forced(&state);
        }
        cause.filter(|_| state == *self.after)
    }

    /// Whether the commander-in-chief has been put back on the table in place of an officer (JI-172). He may have been
    /// lost in the same change.
    fn is_replaced(&self, officer: OfficerId) -> bool {
        let forces = &self.battle.field.forces;
        let place = self.before.officer(officer).hex;
        let comes = |it: OfficerId| {
            forces.officer_profile(it).rank == Rank::CommanderInChief
                && self.before.officer(it).hex != place
                && self.after.officer(it).hex == place
        };
        place != NO_HEX && forces.officers_of(side_of_officer(officer)).any(comes)
    }

    /// Whether a commander-in-chief who was on the table has been lost and put back in place of another officer.
    fn is_lost_and_put_back(&self, officer: OfficerId) -> bool {
        let forces = &self.battle.field.forces;
        let place = self.after.officer(officer).hex;
        let goes = |it: OfficerId| self.before.officer(it).hex == place && self.after.officer(it).hex == NO_HEX;
        forces.officer_profile(officer).rank == Rank::CommanderInChief
            && self.before.officer(officer).hex != NO_HEX
            && forces.officers_of(side_of_officer(officer)).any(goes)
    }

    /// Describes the changes of an officer.
    pub(super) fn officer(&mut self, officer: OfficerId) {
        let (old, new) = (*self.before.officer(officer), *self.after.officer(officer));
        let battle = self.battle;
        let name = battle.field.forces.officer_words(officer);
        let side = side_of_officer(officer);
        if old.hex != NO_HEX && new.hex == NO_HEX {
            match self.departure(officer) {
                Departure::Described => {}
                Departure::Exit => self.say(format!("{name} leaves the table.")),
                Departure::NoRefuge => self.say(format!("{name} finds no refuge and is lost.")),
                Departure::Decision => self.say(format!("{name} leaves the game.")),
            }
            if battle.field.forces.officer_profile(officer).rank == Rank::CommanderInChief
                && self.after.side(side).turns_to_skip > self.before.side(side).turns_to_skip
            {
                self.say(format!(
                    "{} has lost its commander-in-chief and misses its next turn.",
                    battle.field.forces.army_words(side)
                ));
            }
            return;
        }
        if old.hex == new.hex || new.hex == NO_HEX {
            return;
        }
        if self.is_lost_and_put_back(officer) {
            self.say(format!("{name} is lost and put back on the table at {}.", battle.field.board.hex_name(new.hex)));
            // The turn that this costs has begun and ended in the same change.
            if self.after.player_turn > self.before.player_turn + 1 {
                self.say(format!("{} misses a turn.", battle.field.forces.army_words(side)));
            }
            return;
        }
        let unit = battle.field.forces.units_of(side).find(|unit| {
            old.hex != NO_HEX && self.before.unit(*unit).hex == old.hex && self.after.unit(*unit).hex == new.hex
        });
        if let Some(unit) = unit {
            if self.announced(unit, new.hex) {
                self.say(format!("{name} goes along with {}.", battle.field.forces.unit_words(unit)));
            }
            return;
        }
        let flees = self.before.flight_count > 0;
        let announced = flees
            || matches!(
                self.before.step,
                Step::OfficerDestination(_) | Step::Accompany(..) | Step::DeployOfficer(_) | Step::PlaceCinc
            );
        if !announced {
            let target = battle.field.board.hex_name(new.hex);
            self.say(if old.hex == NO_HEX {
                format!("{name} takes his place at {target}.")
            } else if matches!(self.before.step.phase(), Phase::Combat | Phase::Movement) {
                format!("{name} flees from {} to {target}.", battle.field.board.hex_name(old.hex))
            } else {
                format!("{name} moves to {target}.")
            });
        }
    }
}
