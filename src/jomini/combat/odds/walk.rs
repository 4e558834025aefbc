//! Plays one combat on a copy of the position: takes the stated choice at every decision (`odds/stated.rs`), follows
//! every roll with its weight, and tallies the results. The starting position is built in `odds/begin.rs`.

use super::share::Powers;
use super::{Odds, OddsError, OddsOptions, Row, StrikeOdds};
use crate::game::sink::FirstOfTwo;
use crate::game::{Exact, Weighted};
use crate::jomini::army::unit::Class;
use crate::jomini::combat::flow::Pause;
use crate::jomini::combat::observer::NoObserver;
use crate::jomini::map::hex::NO_HEX;
use crate::jomini::state::action::{Action, Payment, Roll};
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::faces::{MOST_DICE, list_rolls};
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{AttackKind, Choice, CounterCharge, NO_UNIT, State, Step, side_of};
use std::collections::BTreeMap;

/// The points at which the simulated combat pauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// The dice of a strike are pending.
    Strike,
    /// This many dice of the Panic letter are pending.
    Panic(u8),
    /// This many dice for a wound of the officer in the front rank are pending.
    Wound(u8),
    /// The defender may strike back.
    Riposte,
    /// The roll and all its effects on the target are complete.
    End,
}

/// The data of a branch of the enumeration besides the state.
#[derive(Clone, Copy)]
pub(super) struct Way {
    /// Its probability.
    pub share: Exact,
    /// The dice of the strike have been rolled.
    pub rolled: bool,
    /// Retreat hexes made, by side.
    pub made: [u8; 2],
    /// Order tokens paid for Wind of the ball.
    pub paid: u8,
    /// Officers lost, by side: taken by Sharpshooters, wounded in the front rank, given up for losses.
    pub taken: [u8; 2],
    /// Officers given up for losses, by side.
    pub given_up: [u8; 2],
}

impl Way {
    pub(super) const NEW: Way =
        Way { share: Exact::ONE, rolled: false, made: [0; 2], paid: 0, taken: [0; 2], given_up: [0; 2] };
}

/// Counts of each row, by their common denominator, a power of six.
type Tally = BTreeMap<(Row, u128), u128>;

/// A strike still to be evaluated, with the probability of reaching it.
struct Pending {
    state: State,
    share: Exact,
}

impl Forces {
    /// Queues a following strike, merged with those that differ only in what cannot affect it.
    fn queue(&self, state: &State, share: Exact, next: &mut Vec<Pending>) -> Result<(), OddsError> {
        let felt = |state: &State| {
            let combat = &state.combat;
            let guns = |unit| if self.profile(unit).class == Class::Artillery { state.unit(unit).elements } else { 0 };
            let target = if state.step == Step::Riposte { combat.attacker } else { combat.defender };
            // Officers matter: they can lead, be given up, be taken, and hold the target.
            (
                combat.leaders,
                state.unit(target).elements,
                guns(combat.attacker),
                guns(combat.defender),
                combat.dodge_trait_used,
                state.officers,
            )
        };
        match next.iter_mut().find(|it| felt(&it.state) == felt(state)) {
            Some(known) => known.share = known.share.plus(share)?,
            None => next.push(Pending { state: *state, share }),
        }
        Ok(())
    }
}

impl Battlefield {
    fn strike_odds(&self, state: &State, attack: &AttackRoll, rolled: Exact, tally: &Tally) -> StrikeOdds {
        let total = tally.keys().map(|(_, total)| *total).max().expect("every roll comes to an end");
        let mut counts: BTreeMap<Row, u128> = BTreeMap::new();
        for ((row, over), count) in tally {
            // Dice that were not rolled count with all their faces.
            *counts.entry(*row).or_default() += count * (total / over);
        }
        let rows: Vec<(Row, u128)> = counts.into_iter().collect();
        assert_eq!(rows.iter().map(|(_, count)| count).sum::<u128>(), total, "the counts of all rows sum to the total");
        let mut trail = Vec::new();
        let dice = self.dice(state, attack, &mut trail);
        let ignored = self.flags_withstood(state, attack);
        let tactical = self.advantage_effect(state, attack);
        StrikeOdds {
            kind: attack.kind,
            roller: attack.roller,
            target: attack.target,
            rolled,
            dice,
            trail,
            tactical,
            ignored,
            rows,
            total,
        }
    }
}

impl Battle {
    /// Evaluates the pending strike, and those that follow it.
    pub(super) fn follow_combat(&self, start: State, options: &OddsOptions) -> Result<Odds, OddsError> {
        let may_riposte = if start.combat.attack_kind == AttackKind::Riposte { Exact::ONE } else { Exact::NONE };
        let mut odds = Odds { options: *options, may_riposte, no_riposte: None, strikes: Vec::new() };
        let mut stage = vec![Pending { state: start, share: Exact::ONE }];
        while !stage.is_empty() {
            let mut next: Vec<Pending> = Vec::new();
            for pending in &stage {
                let mut may_riposte = odds.may_riposte;
                self.follow_strike(pending, options, &mut odds.strikes, &mut |state, halt, share| {
                    if halt == Halt::Riposte {
                        may_riposte = may_riposte.plus(share)?;
                    }
                    if halt == Halt::Strike || options.riposte {
                        self.field.forces.queue(state, share, &mut next)
                    } else {
                        Ok(())
                    }
                })?;
                odds.may_riposte = may_riposte;
            }
            for pending in &mut next {
                if pending.state.step == Step::Riposte {
                    self.execute(&mut pending.state, Action::Riposte, &mut NoObserver);
                    self.drive(&mut pending.state, options, &mut { Way::NEW })?;
                }
            }
            // Guns with most elements left, and so with the most dice, first.
            next.sort_by_key(|it| std::cmp::Reverse(it.state.unit(AttackRoll::running(&it.state).roller).elements));
            stage = next;
        }
        odds.may_riposte = odds.may_riposte.reduced();
        for strike in &mut odds.strikes {
            strike.rolled = strike.rolled.reduced();
        }
        Ok(odds)
    }

    /// Evaluates one strike, or the two of a counter-charge. Passes every position in which another strike may follow
    /// to `then`, with its probability.
    fn follow_strike(
        &self,
        pending: &Pending,
        options: &OddsOptions,
        strikes: &mut Vec<StrikeOdds>,
        then: &mut dyn FnMut(&State, Halt, Exact) -> Result<(), OddsError>,
    ) -> Result<(), OddsError> {
        let start = &pending.state;
        let mut attacks = vec![AttackRoll::running(start)];
        if start.combat.counter_charge != CounterCharge::No {
            let back = attacks[0].answer(start, AttackKind::CounterChargeDefence);
            attacks.push(AttackRoll { leaders: options.target_leaders, ..back });
        }
        let mut tallies = vec![Tally::new(); attacks.len()];
        self.follow(*start, Way::NEW, options, &mut |state, halt, way| {
            for (attack, tally) in attacks.iter().zip(&mut tallies) {
                let tokens = |state: &State| state.side(side_of(attack.roller)).tokens;
                let paid = if attack.kind == AttackKind::Attack { way.paid } else { 0 };
                let row = Row {
                    losses: start.unit(attack.target).elements - state.unit(attack.target).elements,
                    retreat: way.made[side_of(attack.target).index()],
                    tokens: (u16::from(tokens(state)) + u16::from(paid))
                        .saturating_sub(u16::from(tokens(start)))
                        .min(255) as u8,
                    officers: way.taken[side_of(attack.target).index()],
                };
                *tally.entry((row, way.share.total)).or_default() += way.share.count;
            }
            if halt == Halt::End { Ok(()) } else { then(state, halt, pending.share.times(way.share)?) }
        })?;
        for (attack, tally) in attacks.iter().zip(&tallies) {
            let odds = self.field.strike_odds(start, attack, pending.share, tally);
            match strikes.iter_mut().find(|it| it.rolls_like(&odds)) {
                Some(known) => known.rolled = known.rolled.plus(odds.rolled)?,
                None => strikes.push(odds),
            }
        }
        Ok(())
    }

    /// Follows every result of the pending dice to the end of the strike, or to the next one.
    fn follow(
        &self,
        mut state: State,
        mut way: Way,
        options: &OddsOptions,
        take: &mut dyn FnMut(&State, Halt, Way) -> Result<(), OddsError>,
    ) -> Result<(), OddsError> {
        let halt = self.drive(&mut state, options, &mut way)?;
        let mut rolls: Vec<Weighted<Roll>> = Vec::new();
        let thrown = match halt {
            // The second strike of a counter-charge is part of the first.
            Halt::Strike if !way.rolled || state.combat.counter_charge != CounterCharge::No => {
                let attack = AttackRoll::running(&state);
                let dice = self.field.dice(&state, &attack, &mut ());
                self.field.list_attack_roll(&state, &attack, dice, &mut rolls);
                dice
            }
            Halt::Panic(dice) => {
                list_rolls(self.field.units().panic_face_effects(&state), dice, &mut rolls);
                dice
            }
            Halt::Wound(dice) => {
                list_rolls(self.field.rules.wound_face_effects(), dice, &mut rolls);
                dice
            }
            Halt::Strike | Halt::Riposte | Halt::End => return take(&state, halt, way),
        };
        let total = 6u128.pow(u32::from(thrown.min(MOST_DICE)));
        for Weighted { roll, weight } in rolls {
            let mut next = state;
            let mut way = way;
            let stage = self.field.roll_in_strike(&mut next, roll);
            self.proceed(&mut next, stage, &mut NoObserver);
            if let Halt::Wound(_) = halt {
                let target = AttackRoll::running(&state).target;
                let officer = state.front_officer(target);
                let wounded = officer.is_some_and(|officer| !next.officer(officer).in_play);
                way.taken[side_of(target).index()] += u8::from(wounded);
            }
            let share = way.share.times(Exact { count: u128::from(weight), total })?;
            self.follow(next, Way { share, rolled: true, ..way }, options, take)?;
        }
        Ok(())
    }

    /// Takes the stated choice at every decision until dice are due or the strike is over.
    pub(super) fn drive(&self, state: &mut State, options: &OddsOptions, way: &mut Way) -> Result<Halt, OddsError> {
        while state.outcome.is_none() {
            if state.flight_count > 0 {
                let mut refuge = FirstOfTwo::default();
                self.generate_actions(state, &mut refuge);
                match refuge.first {
                    Some(flee) => self.execute(state, flee, &mut NoObserver),
                    None => self.field.units().apply_flight(state, None),
                }
                continue;
            }
            if state.running_elephant().is_some() {
                if self.leave_out_stampede(state, way) {
                    return Ok(Halt::End);
                }
                continue;
            }
            if let Some(action) = self.field.stated_before_dice(state, options) {
                self.execute(state, action, &mut NoObserver);
                continue;
            }
            let action = match state.step {
                Step::StrikeRoll => {
                    if options.wind_of_ball > 0 && state.combat.attack_kind == AttackKind::Attack {
                        let attacker = state.combat.attacker;
                        let cost = self.field.attack_order_cost(state, attacker, self.field.rules.wind_of_ball_cost);
                        state.lend_tokens(attacker, cost);
                    }
                    return Ok(Halt::Strike);
                }
                Step::PanicRoll(dice) => return Ok(Halt::Panic(dice)),
                Step::WoundRoll(dice) => return Ok(Halt::Wound(dice)),
                Step::Riposte => return Ok(Halt::Riposte),
                Step::WindOfBall if options.wind_of_ball > 0 => {
                    way.paid =
                        self.field.attack_order_cost(state, state.combat.attacker, self.field.rules.wind_of_ball_cost);
                    Action::WindOfBall(state.combat.tactical.min(options.wind_of_ball), Payment::Tokens)
                }
                Step::Dodge => self.dodge(state, options),
                Step::Sharpshoot if options.sharpshoot => {
                    let action = state.first_officer_shot();
                    way.taken[side_of(AttackRoll::running(state).target).index()] += u8::from(action != Action::Pass);
                    action
                }
                Step::LeadAgainstLoss => self.field.give_up(state, options, way),
                Step::Ignore => Action::Ignore(self.field.ignorable(state)),
                Step::Sacrifice => {
                    let elements = state.unit(AttackRoll::running(state).target).elements;
                    match options.sacrifices.min(state.combat.morale_hits).min(elements) {
                        0 => Action::Pass,
                        count => Action::Sacrifice(count),
                    }
                }
                Step::Retreat => {
                    let unit = AttackRoll::running(state).target;
                    let (hex, made) = self
                        .field
                        .longest_way(state, unit, state.combat.retreat_due)
                        .expect("a retreat that is asked for can be made");
                    way.made[side_of(unit).index()] = made;
                    Action::RetreatTo(hex)
                }
                step => match step.choice() {
                    // Nothing is stated about these.
                    Some(Choice::Advantages | Choice::Hits | Choice::Morale) => Action::Pass,
                    // The strike and all its effects on the target lie behind these, a new strike has yet to begin, or
                    // no combat is being resolved.
                    _ => return Ok(Halt::End),
                },
            };
            self.execute(state, action, &mut NoObserver);
        }
        Ok(Halt::End)
    }

    /// The flight of an elephant is not part of the odds: where it runs and whom it tramples is ignored, and the combat
    /// continues as if it were gone. Morale hits that drive an elephant in panic count as the hexes that they drive it.
    /// Returns whether a player-turn begins afterwards, so that there is no combat left.
    fn leave_out_stampede(&self, state: &mut State, way: &mut Way) -> bool {
        let stampede = state.stampedes[usize::from(state.stampede_count) - 1];
        let elephant = stampede.elephant;
        state.drop_stampede();
        if elephant == AttackRoll::running(state).target {
            way.made[side_of(elephant).index()] = stampede.left;
        } else {
            state.unit_mut(elephant).elements = 0;
        }
        let hex = std::mem::replace(&mut state.unit_mut(elephant).hex, NO_HEX);
        if hex != NO_HEX {
            state.occupant[usize::from(hex)] = NO_UNIT;
        }
        let stage = self.field.resume(state, stampede.resume);
        self.proceed(state, stage, &mut NoObserver) == Pause::TurnOpens
    }
}

impl StrikeOdds {
    /// Whether this is the same roll as another, regardless of their probabilities.
    fn rolls_like(&self, other: &StrikeOdds) -> bool {
        *self == StrikeOdds { rolled: self.rolled, ..other.clone() }
    }
}
