//! The effects of an action or a roll, found by comparison of the positions before and after: losses, retreats,
//! follow-ups, officers, order tokens, objectives, phases, player-turns and the end. A displacement that the
//! description of the action already included is not repeated.

mod officers;
mod units;

use crate::data::message::count;
use crate::data::message::listed;
use crate::game::{Ending, Grade, Outcome, Side};
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{AttackKind, GroupKind, Phase, State, Step, UnitId};

/// Two consecutive positions, and the description of the changes.
struct Story<'a> {
    battle: &'a Battle,
    before: &'a State,
    after: &'a State,
    sentences: Vec<String>,
}

impl Forces {
    fn losses_words(&self, state: &State) -> String {
        let of_side = |side: Side| {
            let it = state.side(side);
            format!("{} {} of {}", self.side_words(side), it.units_lost, it.units_at_start)
        };
        Side::BOTH.map(of_side).join(", ")
    }
}

impl Battle {
    /// The effects of an action or a roll, one sentence each.
    pub fn change_words(&self, before: &State, after: &State) -> Vec<String> {
        let mut story = Story { battle: self, before, after, sentences: Vec::new() };
        story.tokens();
        // The other side comes first: its losses precede the follow-up that they allow.
        for side in [before.active.other(), before.active] {
            for unit in self.field.forces.units_of(side) {
                story.unit(unit);
            }
            story.losses(side);
        }
        for side in [before.active.other(), before.active] {
            for officer in self.field.forces.officers_of(side) {
                story.officer(officer);
            }
        }
        story.groups();
        story.riposte();
        story.objectives();
        story.headings();
        story.sentences
    }

    /// The description of the end of a game.
    pub(super) fn outcome_words(&self, state: &State, outcome: &Outcome) -> String {
        let reason = match outcome.ending {
            Ending::Victory | Ending::Forfeit => String::new(),
            Ending::Objective => " by its objectives".to_owned(),
            Ending::Agreed => " by agreement".to_owned(),
            Ending::TurnLimit => format!(" after {}, the turn limit", count(u32::from(self.turn_limit), "round")),
        };
        let result = match outcome.winner {
            None => format!("The game is drawn{reason}."),
            Some(winner) => {
                let grade = match outcome.grade {
                    Grade::None => String::new(),
                    grade => format!(", a {} victory", grade.name()),
                };
                let forfeit = if outcome.ending == Ending::Forfeit { ": the enemy forfeits" } else { "" };
                format!("{} wins{reason}{grade}{forfeit}.", self.field.forces.army_words(winner))
            }
        };
        format!("{result} Units lost: {}.", self.field.forces.losses_words(state))
    }
}

impl Story<'_> {
    fn say(&mut self, sentence: String) {
        self.sentences.push(sentence);
    }

    /// Describes order tokens gained, paid, or both (J3.17, J3.18, J3.19).
    fn tokens(&mut self) {
        for side in Side::BOTH {
            let (old, new) = (self.before.side(side).tokens, self.after.side(side).tokens);
            let name = self.battle.field.forces.army_words(side);
            if new > old {
                self.say(format!("{name} gains {} and has {new}.", count(u32::from(new - old), "order token")));
            } else if new < old {
                self.say(format!("{name} spends {} and has {new} left.", count(u32::from(old - new), "order token")));
            }
        }
    }

    /// Describes units that joined a group without a choice.
    fn groups(&mut self) {
        if self.after.player_turn != self.before.player_turn {
            return;
        }
        let joined: Vec<UnitId> = self
            .battle
            .field
            .forces
            .units_of(self.before.active)
            .filter(|unit| self.before.unit(*unit).group == 0 && self.after.unit(*unit).group > 0)
            .collect();
        // Groups are picked in ascending order: a unit that was picked is the first that joined.
        let announced = usize::from(matches!(self.before.step, Step::Activation(_) | Step::Courier(_)));
        let led = joined.first().is_some_and(|unit| {
            let group = usize::from(self.after.unit(*unit).group);
            group > 0 && self.after.turn.groups[group - 1].kind == GroupKind::Led
        });
        let names: Vec<String> = joined
            .iter()
            .skip(if led { joined.len() } else { announced })
            .map(|unit| self.battle.field.forces.unit_words(*unit))
            .collect();
        if !names.is_empty() {
            let verb = if names.len() == 1 { "is" } else { "are" };
            self.say(format!("{} {verb} activated.", listed(&names)));
        }
    }

    /// Describes a riposte or an ambush that begins without a choice.
    fn riposte(&mut self) {
        let (old, new) = (&self.before.combat, &self.after.combat);
        if self.after.step != Step::StrikeRoll
            || old.attack_kind == new.attack_kind
            || matches!(self.before.step, Step::Riposte | Step::DefenceOrder)
        {
            return;
        }
        let name = self.battle.field.forces.unit_words(AttackRoll::running(self.after).roller);
        match new.attack_kind {
            AttackKind::Riposte => self.say(format!("{name} strikes back.")),
            AttackKind::Ambush => self.say(format!("{name} strikes first.")),
            AttackKind::Attack
            | AttackKind::AgainstBreakOff
            | AttackKind::CounterChargeAttack
            | AttackKind::CounterChargeDefence => {}
        }
    }

    /// Describes objectives that change hands (J6.3).
    fn objectives(&mut self) {
        let battle = self.battle;
        for objective in &battle.objectives {
            let holder = |state: &State| {
                Side::BOTH.into_iter().find(|side| battle.field.forces.holds_objective(state, objective, *side))
            };
            let (old, new) = (holder(self.before), holder(self.after));
            if old == new || self.after.step.phase() == Phase::SetUp {
                continue;
            }
            self.say(match (old, new) {
                (_, Some(side)) => format!("{} holds {}.", battle.field.forces.army_words(side), objective.name),
                (Some(side), None) => {
                    format!("{} no longer holds {}.", battle.field.forces.army_words(side), objective.name)
                }
                (None, None) => continue,
            });
        }
    }

    /// Describes player-turns and phases that begin, and the end of the game.
    fn headings(&mut self) {
        let (battle, before, after) = (self.battle, self.before, self.after);
        for side in Side::BOTH {
            if after.side(side).turns_to_skip < before.side(side).turns_to_skip {
                self.say(format!(
                    "{} misses a turn because it has no commander-in-chief.",
                    battle.field.forces.army_words(side)
                ));
            }
        }
        if let (None, Some(outcome)) = (before.outcome, after.outcome) {
            self.say(battle.outcome_words(after, &outcome));
        } else if after.player_turn != before.player_turn {
            let tokens = Side::BOTH
                .map(|side| format!("{} {}", battle.field.forces.side_words(side), after.side(side).tokens))
                .join(", ");
            self.say(format!("Round {}, turn of {}.", after.round(), battle.field.forces.side_words(after.active)));
            self.say(format!("Order tokens: {tokens}. Units lost: {}.", battle.field.forces.losses_words(after)));
        }
        if after.outcome.is_none() && after.step.phase() != before.step.phase() {
            match after.step.phase() {
                Phase::Movement => self.say(format!("{} moves.", battle.field.forces.army_words(after.active))),
                Phase::Combat => self.say(format!("{} fights.", battle.field.forces.army_words(after.active))),
                Phase::SetUp | Phase::Command | Phase::Over => {}
            }
        }
    }
}
