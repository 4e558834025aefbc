//! The effects of an action or a roll, found by comparison of the positions before and after: losses, retreats,
//! follow-ups, officers, order tokens, objectives, phases, player-turns and the end. A displacement that the
//! description of the action already included is not repeated.

use super::listed;
use crate::data::message::count;
use crate::game::{Ending, Grade, Outcome, Side};
use crate::jomini::army::unit::Rank;
use crate::jomini::combat::attack_roll::AttackRoll;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::state::battle::Battle;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{
    AttackKind, GroupKind, NO_UNIT, OfficerId, Phase, State, Status, Step, UnitId, side_of, side_of_officer,
};

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
                format!("{} wins{reason}{grade}{forfeit}.", self.field.forces.side_words(winner))
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
            let name = self.battle.field.forces.side_words(side);
            if new > old {
                self.say(format!("{name} gains {} and has {new}.", count(u32::from(new - old), "order token")));
            } else if new < old {
                self.say(format!("{name} spends {} and has {new} left.", count(u32::from(old - new), "order token")));
            }
        }
    }

    /// Describes the changes of a unit.
    fn unit(&mut self, unit: UnitId) {
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
                let (side, state) = (side_of(unit), self.after.side(side_of(unit)));
                let army = battle.field.forces.side_words(side);
                let counted = state.units_lost > self.before.side(side_of(unit)).units_lost;
                if new.has(Status::ELEPHANT_GONE) && !counted {
                    self.say(format!("{name} loses {last} and panics."));
                    return;
                }
                let fate = if new.has(Status::ELEPHANT_GONE) && battle.field.forces.is_one_elephant(unit) {
                    "panics"
                } else {
                    "is destroyed"
                };
                self.say(format!(
                    "{name} loses {last} and {fate}; {army} has lost {} of its {}.",
                    state.units_lost,
                    count(u32::from(state.units_at_start), "unit")
                ));
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
    fn announced(&self, unit: UnitId, hex: HexId) -> bool {
        let combat = &self.before.combat;
        match self.before.step {
            Step::DeployAt(it) => it == unit,
            Step::Destination(mover) => mover.unit == unit,
            Step::Retreat | Step::FallBack | Step::Withdraw | Step::Pursuit | Step::ChangeableMove => {
                self.before.acting_unit() == Some(unit)
            }
            Step::FollowUp => {
                self.before.acting_unit() == Some(unit) && (hex == combat.attacker_hex || hex == combat.defender_hex)
            }
            // The chosen action names no hex of a unit.
            Step::FirstPlayer
            | Step::ChooseEdge
            | Step::ChooseFirst
            | Step::DeployUnit
            | Step::LayDecoy
            | Step::DeployOfficer(_)
            | Step::PlaceCinc
            | Step::Command
            | Step::Activation(_)
            | Step::Courier(_)
            | Step::UnreliableRoll(_)
            | Step::DeficientRoll(_)
            | Step::MessengersRoll(_)
            | Step::Movement
            | Step::ImpetuousRoll(_)
            | Step::Accompany(..)
            | Step::OfficerDestination(_)
            | Step::Combat
            | Step::FrontRank(_)
            | Step::BreakOff
            | Step::AttackOrder
            | Step::DefenceOrder
            | Step::LeadForDice
            | Step::StrikeRoll
            | Step::WindOfBall
            | Step::Dodge
            | Step::Sharpshoot
            | Step::LeadAgainstLoss
            | Step::WoundRoll(_)
            | Step::Ignore
            | Step::Sacrifice
            | Step::PanicRoll(_)
            | Step::PursuitAttack
            | Step::BreakthroughAttack
            | Step::Riposte
            | Step::StampedeRoll
            | Step::Stampede
            | Step::Over => false,
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
        } else if battle.field.board.rows_to_edge(side, to) < battle.field.board.rows_to_edge(side, from) {
            format!("retreats from {origin} to {target}")
        } else {
            format!("goes on from {origin} to {target}")
        }
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

    /// Whether the decision was one in which an officer can put himself at the head of a unit, and so leave the game
    /// (J3.56), or give way to a new commander-in-chief (JI-172).
    fn may_have_led(&self) -> bool {
        matches!(
            self.before.step,
            Step::PlaceCinc
                | Step::Command
                | Step::Movement
                | Step::AttackOrder
                | Step::DefenceOrder
                | Step::LeadForDice
                | Step::WindOfBall
                | Step::Sharpshoot
                | Step::LeadAgainstLoss
                | Step::FollowUp
        )
    }

    /// Describes the changes of an officer.
    fn officer(&mut self, officer: OfficerId) {
        let (old, new) = (*self.before.officer(officer), *self.after.officer(officer));
        let battle = self.battle;
        let name = battle.field.forces.officer_words(officer);
        let side = side_of_officer(officer);
        if old.hex != NO_HEX && new.hex == NO_HEX {
            let fate = if self.may_have_led() { "leaves the game" } else { "finds no refuge and is lost" };
            self.say(format!("{name} {fate}."));
            if battle.field.forces.officer_profile(officer).rank == Rank::CommanderInChief
                && self.after.side(side).turns_to_skip > self.before.side(side).turns_to_skip
            {
                self.say(format!(
                    "{} has lost its commander-in-chief and misses its next turn.",
                    battle.field.forces.side_words(side)
                ));
            }
            return;
        }
        if old.hex == new.hex || new.hex == NO_HEX {
            return;
        }
        let unit = battle.field.forces.units_of(side).find(|unit| {
            old.hex != NO_HEX && self.before.unit(*unit).hex == old.hex && self.after.unit(*unit).hex == new.hex
        });
        if let Some(unit) = unit {
            if self.announced(unit, new.hex) {
                self.say(format!("{name} goes along."));
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
                (_, Some(side)) => format!("{} holds {}.", battle.field.forces.side_words(side), objective.name),
                (Some(side), None) => {
                    format!("{} no longer holds {}.", battle.field.forces.side_words(side), objective.name)
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
                    "{} misses a turn for want of a commander-in-chief.",
                    battle.field.forces.side_words(side)
                ));
            }
        }
        if let (None, Some(outcome)) = (before.outcome, after.outcome) {
            self.say(battle.outcome_words(after, &outcome));
        } else if after.player_turn != before.player_turn {
            let tokens = Side::BOTH
                .map(|side| format!("{} {}", battle.field.forces.side_words(side), after.side(side).tokens))
                .join(", ");
            self.say(format!("Round {}, {}'s turn.", after.round(), battle.field.forces.side_words(after.active)));
            self.say(format!("Order tokens: {tokens}. Units lost: {}.", battle.field.forces.losses_words(after)));
        }
        if after.outcome.is_none() && after.step.phase() != before.step.phase() {
            match after.step.phase() {
                Phase::Movement => self.say(format!("{} moves.", battle.field.forces.side_words(after.active))),
                Phase::Combat => self.say(format!("{} fights.", battle.field.forces.side_words(after.active))),
                Phase::SetUp | Phase::Command | Phase::Over => {}
            }
        }
    }
}
