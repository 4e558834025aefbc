//! Descriptions of the effects of an action or a roll, found by comparing the positions before and after: losses,
//! disorder, rout, rallies, displacements without a choice, camps, generals, objectives, combativity, turns, impulses
//! and the end.

mod lost;

use self::lost::{Fate, Lost};
use super::place_words;
use crate::data::message::count;
use crate::data::message::listed;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{State, Status, Step, UnitId};
use crate::game::{Ending, Outcome, Side};

/// Two consecutive positions and the sentences that describe the change.
struct Story<'a> {
    game: &'a Engagement,
    before: &'a State,
    after: &'a State,
    /// The units lost in flights.
    lost: Vec<Lost>,
    sentences: Vec<String>,
}

impl Engagement {
    /// The effects of an action or a roll, one sentence each.
    pub fn change_words(&self, before: &State, after: &State) -> Vec<String> {
        let is_gone = |unit: UnitId| before.unit(unit).is_on_table() && !after.unit(unit).is_on_table();
        let any_gone = Side::BOTH.into_iter().flat_map(|side| self.troops.units_of(side)).any(is_gone);
        let lost = if any_gone { self.lost_in_flight(before, after) } else { Vec::new() };
        let mut story = Story { game: self, before, after, lost, sentences: Vec::new() };
        for side in [before.active.other(), before.active] {
            for unit in self.troops.units_of(side) {
                story.unit(unit);
            }
        }
        story.fatigue();
        for side in Side::BOTH {
            story.side(side);
        }
        story.objectives();
        story.headings();
        story.sentences
    }

    fn outcome_words(&self, state: &State, outcome: &Outcome) -> String {
        let reason = match outcome.ending {
            Ending::Victory => String::new(),
            Ending::Forfeit => ": the enemy forfeits".to_owned(),
            Ending::Objective => " by its objectives".to_owned(),
            Ending::Agreed => " by agreement".to_owned(),
            Ending::TurnLimit => format!(" after {}, the turn limit", count(u32::from(self.turn_limit), "turn")),
        };
        let result = match outcome.winner {
            None => format!("The game is drawn{reason}."),
            Some(winner) => format!("{} wins{reason}.", self.army_words(winner)),
        };
        let of_side = |side: Side| {
            let it = state.side(side);
            format!(
                "{} {} of {}, combativity {}",
                self.side_words(side),
                it.bases_lost,
                self.troops.bases[side],
                it.combativity
            )
        };
        format!("{result} Bases lost: {}.", Side::BOTH.map(of_side).join("; "))
    }
}

impl Story<'_> {
    fn say(&mut self, sentence: String) {
        self.sentences.push(sentence);
    }

    fn unit(&mut self, unit: UnitId) {
        let (before, after) = (*self.before.unit(unit), *self.after.unit(unit));
        if before == after {
            return;
        }
        let name = self.game.unit_words(unit);
        let lost = before.bases.saturating_sub(after.bases);
        if lost > 0 && after.bases == 0 {
            // A unit left out for want of room was never on the table.
            if before.has(Status::RESERVE) {
                return self.say(format!("{name} finds no room and stays away."));
            }
            return self.loss(unit, lost);
        }
        // A base that holds the horses is not lost (EI-105).
        let dismounts = after.has(Status::DISMOUNTED) && !before.has(Status::DISMOUNTED);
        if lost > 0 && !dismounts {
            self.say(format!("{name} loses {}; {} left.", count(u32::from(lost), "base"), after.bases));
        }
        let gained = |bit| after.has(bit) && !before.has(bit);
        let shed = |bit| before.has(bit) && !after.has(bit);
        if gained(Status::ROUTING) {
            self.say(format!("{name} routs."));
        } else if gained(Status::DISORDERED) {
            self.say(format!("{name} is in disorder."));
        }
        if shed(Status::ROUTING) {
            self.say(format!("{name} has rallied."));
        } else if shed(Status::DISORDERED) {
            self.say(format!("{name} is in order again."));
        }
        if gained(Status::RAMPANT) {
            self.say(format!("{name} is out of control."));
        }
        // The rules make it limber up for a move, where that is no action of its own.
        if gained(Status::LIMBERED) && before.is_on_table() && !self.game.may_limber(self.before, unit, true) {
            self.say(format!("{name} limbers up to move."));
        }
        let displaced = before.front != after.front && before.is_on_table();
        if displaced && !before.has(Status::RESERVE) {
            self.say(format!("{name} now stands at {}.", place_words(after.front)));
        }
        if gained(Status::ENGAGED) {
            let enemies: Vec<String> =
                self.game.units().contacts(self.after, unit).map(|it| self.game.unit_words(it.enemy)).collect();
            if !enemies.is_empty() {
                self.say(format!("{name} is engaged with {}.", listed(&enemies)));
            }
        }
    }

    /// Describes the loss of a unit with all the bases that it had before the change, and with those that held its
    /// horses (EI-105).
    fn loss(&mut self, unit: UnitId, lost: u8) {
        self.loss_of_the_unit(unit, lost);
        let held = self.game.rules.dismount_horse_holder_bases;
        if held > 0 && self.before.unit(unit).has(Status::DISMOUNTED) {
            let bases = count(u32::from(held), "base");
            self.say(format!("With it are lost the horses and {bases} that held them."));
        }
    }

    fn loss_of_the_unit(&mut self, unit: UnitId, lost: u8) {
        let name = self.game.unit_words(unit);
        let flight = self.lost.iter().find(|it| it.unit == unit).copied();
        if let Some(Lost { fate, bases, .. }) = flight {
            if bases < lost {
                self.say(format!("{name} loses {}; {bases} left.", count(u32::from(lost - bases), "base")));
            }
            let bases = count(u32::from(bases), "base");
            return self.say(match fate {
                Fate::Fled => format!("{name} flees off the table and is lost with {bases}."),
                Fate::Trapped => format!("{name} has no way to flee and is destroyed with {bases}."),
                Fate::Abandoned => format!("{name} is left by its crew and destroyed with {bases}."),
            });
        }
        let last = if lost == 1 { "its last base".to_owned() } else { format!("its last {lost} bases") };
        self.say(format!("{name} loses {last} and is out of the battle."));
    }

    /// Describes the fatigue at the start of turns (E12.9), of which several may start in one change; what is left of
    /// each combativity follows.
    fn fatigue(&mut self) {
        let rules = &self.game.rules;
        let loss = rules.fatigues_between(self.before.turn, self.after.turn) * usize::from(rules.fatigue_combativity);
        if loss > 0 {
            self.say(format!("Both armies tire: the combativity of each falls by {loss}."));
        }
    }

    fn side(&mut self, side: Side) {
        let (before, after) = (*self.before.side(side), *self.after.side(side));
        let army = self.game.army_words(side);
        if after.camp_lost && !before.camp_lost && before.camp.present {
            self.say(format!("{army} loses its camp."));
        }
        if after.general_lost && !before.general_lost {
            self.say(format!("{army} loses its general."));
        }
        if after.combativity != before.combativity {
            self.say(format!("The combativity of {} is now {}.", self.game.side_words(side), after.combativity));
        }
    }

    fn objectives(&mut self) {
        for (index, objective) in self.game.objectives.iter().enumerate() {
            let (before, after) = (&self.before.objectives[index], &self.after.objectives[index]);
            if let Some(owner) = after.owner.filter(|owner| before.owner != Some(*owner)) {
                let piece = &self.game.ground(self.after).pieces[objective.piece].name;
                self.say(format!("{} takes {piece}.", self.game.army_words(owner)));
            }
        }
    }

    fn headings(&mut self) {
        let (before, after) = (self.before, self.after);
        if let Some(outcome) = after.outcome
            && before.outcome.is_none()
        {
            return self.say(self.game.outcome_words(after, &outcome));
        }
        if after.turn != before.turn {
            self.say(format!("Turn {} begins.", after.turn));
        }
        if after.impulse != before.impulse && after.step != Step::Over {
            let cap =
                if after.cap == u8::MAX { "all that are left".to_owned() } else { format!("up to {}", after.cap) };
            self.say(format!("Active: {}, {cap}.", self.game.side_words(after.active)));
        }
    }
}
