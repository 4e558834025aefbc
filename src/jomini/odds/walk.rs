//! Drives a copy of the position through one combat: takes the stated choice at every decision, follows every roll with its weight, and sorts what came of it.

use super::{Odds, OddsError, OddsOptions, Row, StrikeOdds};
use crate::game::sink::{FirstOfTwo, Search};
use crate::game::{Exact, Weighted};
use crate::jomini::action::{Action, Payment, Roll};
use crate::jomini::battle::Battle;
use crate::jomini::blow::Blow;
use crate::jomini::dice::MOST_DICE;
use crate::jomini::hex::NO_HEX;
use crate::jomini::order_names::order_name;
use crate::jomini::state::{CounterCharge, DefenceOrder, MAX_STAMPEDES, NO_UNIT, Stampede, State, Step, Strike, UnitId, side_of, status};
use crate::jomini::unit::Class;
use std::collections::BTreeMap;

/// Where a combat that is driven on comes to a halt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Halt {
    /// The dice of a strike are owed.
    Strike,
    /// This many dice of the Panic letter are owed.
    Panic(u8),
    /// The defender may strike back.
    Riposte,
    /// The roll and all that it did to the unit struck are over.
    End,
}

/// What a way through the dice needs to remember beside the state.
#[derive(Clone, Copy)]
struct Way {
    /// With what probability it is taken.
    share: Exact,
    /// The dice of the strike have fallen.
    fallen: bool,
    /// Retreat hexes made, by side.
    made: [u8; 2],
    /// Order tokens paid for Wind of the ball.
    paid: u8,
    /// Officers taken by Sharpshooters, by side.
    taken: [u8; 2],
}

impl Way {
    const NEW: Way = Way { share: Exact::ONE, fallen: false, made: [0; 2], paid: 0, taken: [0; 2] };
}

/// Counts of each row, by the power of six over which they stand.
type Tally = BTreeMap<(Row, u128), u128>;

/// A strike still to be weighed, and with what probability it comes to it.
struct Pending {
    state: State,
    share: Exact,
}

impl Battle {
    /// The position in which the first dice of the combat are owed, all orders given.
    pub(super) fn begin_weighing(
        &self,
        state: &State,
        attacker: UnitId,
        defender: UnitId,
        options: &OddsOptions,
    ) -> Result<State, OddsError> {
        for (unit, name) in [(attacker, "attacker"), (defender, "target")] {
            if state.unit(unit).hex == NO_HEX {
                return Err(OddsError::NotOnTable(name));
            }
        }
        if side_of(attacker) == side_of(defender) {
            return Err(OddsError::SameSide);
        }
        let hex = state.unit(attacker).hex;
        if self.stands_by_road_on_closed(state, attacker, hex) || self.has_moved_out_of_dice(state, attacker) {
            return Err(OddsError::CannotFight);
        }
        let mut in_reach = false;
        self.targets(state, attacker, hex, |target| in_reach |= target == defender);
        if !in_reach {
            return Err(OddsError::OutOfReach);
        }
        if options.defence_order == Some(DefenceOrder::Withdrawal) {
            return Err(OddsError::NothingRolled);
        }
        let led = self.leaders_for(state, attacker, crate::jomini::leading::benefit::DICE).count() as u8;
        if options.leaders > led || (options.leaders > 0 && self.rules.lead_dice == 0) {
            return Err(OddsError::FewerLeaders(led));
        }
        if options.wind_of_ball && (self.profile(attacker).class != Class::Artillery || options.order.is_some()) {
            return Err(OddsError::OrderNotOpen("wind_of_ball"));
        }

        let mut state = *state;
        state.flight_count = 0;
        (state.stampedes, state.stampede_count) = ([Stampede::NONE; MAX_STAMPEDES], 0);
        state.outcome = None;
        state.active = side_of(attacker);
        self.lend_tokens(&mut state, attacker, defender, options);
        self.start_combat(&mut state, attacker, defender, false);
        // JA4.4: who steps into the front rank is not asked; nobody does.
        while let Step::FrontRank(_) = state.step {
            self.perform(&mut state, Action::Pass);
        }
        if options.break_off && state.step != Step::BreakOff {
            return Err(OddsError::CannotBreakOff);
        }
        self.drive(&mut state, options, &mut { Way::NEW })?;
        let [order, defence_order] = super::report::order_names(options);
        if state.combat.attack_order != options.order {
            return Err(OddsError::OrderNotOpen(order));
        }
        if state.combat.defence_order != options.defence_order {
            return Err(OddsError::OrderNotOpen(defence_order));
        }
        Ok(state)
    }

    /// Gives both sides as many tokens as the orders that are weighed cost, if they hold fewer: what an order would do can be asked before it can be paid.
    fn lend_tokens(&self, state: &mut State, attacker: UnitId, defender: UnitId, options: &OddsOptions) {
        let attack = match options.order {
            Some(order) => self.cost_of_attack_order(state, attacker, order),
            None if options.wind_of_ball => self.attack_order_cost(state, attacker, self.rules.wind_of_ball_cost),
            None => 0,
        };
        let defence = options.defence_order.map_or(0, |order| self.cost_of_defence_order(state, defender, order));
        for (unit, cost) in [(attacker, attack), (defender, defence)] {
            let held = &mut state.side_mut(side_of(unit)).tokens;
            *held = (*held).max(cost);
        }
    }

    /// Weighs the strike that is owed, and those that follow it.
    pub(super) fn weigh(&self, start: State, options: &OddsOptions) -> Result<Odds, OddsError> {
        let mut odds = Odds { options: *options, may_riposte: Exact::NONE, strikes: Vec::new() };
        let mut stage = vec![Pending { state: start, share: Exact::ONE }];
        while !stage.is_empty() {
            let mut next: Vec<Pending> = Vec::new();
            for pending in &stage {
                let mut may_riposte = odds.may_riposte;
                self.weigh_strike(pending, options, &mut odds.strikes, &mut |state, halt, share| {
                    if halt == Halt::Riposte {
                        may_riposte = may_riposte.plus(share)?;
                    }
                    if halt == Halt::Strike || options.riposte { self.queue(state, share, &mut next) } else { Ok(()) }
                })?;
                odds.may_riposte = may_riposte;
            }
            for pending in &mut next {
                if pending.state.step == Step::Riposte {
                    self.perform(&mut pending.state, Action::Riposte);
                    self.drive(&mut pending.state, options, &mut { Way::NEW })?;
                }
            }
            // Guns with most elements left, and so with most dice, first.
            next.sort_by_key(|it| std::cmp::Reverse(it.state.unit(Blow::running(&it.state).striker).elements));
            stage = next;
        }
        odds.may_riposte = odds.may_riposte.reduced();
        for strike in &mut odds.strikes {
            strike.rolled = strike.rolled.reduced();
        }
        Ok(odds)
    }

    /// Keeps a strike that comes next, together with those that differ in nothing that it could feel.
    fn queue(&self, state: &State, share: Exact, next: &mut Vec<Pending>) -> Result<(), OddsError> {
        let felt = |state: &State| {
            let combat = &state.combat;
            let guns = |unit| if self.profile(unit).class == Class::Artillery { state.unit(unit).elements } else { 0 };
            let struck = if state.step == Step::Riposte { combat.attacker } else { combat.defender };
            (state.unit(struck).elements, guns(combat.attacker), guns(combat.defender), combat.dodge_trait_used)
        };
        match next.iter_mut().find(|it| felt(&it.state) == felt(state)) {
            Some(known) => known.share = known.share.plus(share)?,
            None => next.push(Pending { state: *state, share }),
        }
        Ok(())
    }

    /// Weighs one strike, or the two of a counter-charge. Hands every position in which another strike may follow to `then`, with the probability of getting there.
    fn weigh_strike(
        &self,
        pending: &Pending,
        options: &OddsOptions,
        strikes: &mut Vec<StrikeOdds>,
        then: &mut dyn FnMut(&State, Halt, Exact) -> Result<(), OddsError>,
    ) -> Result<(), OddsError> {
        let start = &pending.state;
        let mut blows = vec![Blow::running(start)];
        if start.combat.counter_charge != CounterCharge::No {
            blows.push(blows[0].answer(start, Strike::CounterChargeDefence));
        }
        let mut tallies = vec![Tally::new(); blows.len()];
        self.follow(*start, Way::NEW, options, &mut |state, halt, way| {
            for (blow, tally) in blows.iter().zip(&mut tallies) {
                let tokens = |state: &State| state.side(side_of(blow.striker)).tokens;
                let paid = if blow.strike == Strike::Attack { way.paid } else { 0 };
                let row = Row {
                    losses: start.unit(blow.struck).elements - state.unit(blow.struck).elements,
                    retreat: way.made[side_of(blow.struck).index()],
                    tokens: tokens(state) + paid - tokens(start),
                    officers: way.taken[side_of(blow.struck).index()],
                };
                *tally.entry((row, way.share.total)).or_default() += way.share.count;
            }
            if halt == Halt::End { Ok(()) } else { then(state, halt, pending.share.times(way.share)?) }
        })?;
        for (blow, tally) in blows.iter().zip(&tallies) {
            let odds = self.strike_odds(start, blow, pending.share, tally);
            match strikes.iter_mut().find(|it| it.rolls_like(&odds)) {
                Some(known) => known.rolled = known.rolled.plus(odds.rolled)?,
                None => strikes.push(odds),
            }
        }
        Ok(())
    }

    fn strike_odds(&self, state: &State, blow: &Blow, rolled: Exact, tally: &Tally) -> StrikeOdds {
        let total = tally.keys().map(|(_, total)| *total).max().expect("every roll comes to an end");
        let mut counts: BTreeMap<Row, u128> = BTreeMap::new();
        for ((row, over), count) in tally {
            // Dice that were not thrown may show anything.
            *counts.entry(*row).or_default() += count * (total / over);
        }
        let rows: Vec<(Row, u128)> = counts.into_iter().collect();
        assert_eq!(rows.iter().map(|(_, count)| count).sum::<u128>(), total, "the counts of all rows sum to the total");
        let mut trail = Vec::new();
        let dice = self.dice(state, blow, &mut trail);
        let holds = state.unit(blow.struck).has(status::HOLD_POSITION);
        let ignored = if holds { u8::MAX } else { self.morale_hits_ignored(state, blow) };
        let tactical = self.meaning(state, blow);
        StrikeOdds { strike: blow.strike, striker: blow.striker, struck: blow.struck, rolled, dice, trail, tactical, ignored, rows, total }
    }

    /// Follows every result of the dice that are owed to the end of the strike, or to the next one.
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
            // The second strike of a counter-charge belongs to the first.
            Halt::Strike if !way.fallen || state.combat.counter_charge != CounterCharge::No => {
                let blow = Blow::running(&state);
                let dice = self.dice(&state, &blow, &mut ());
                self.list_blow(&state, &blow, dice, &mut rolls);
                dice
            }
            Halt::Panic(dice) => {
                Battle::list_rolls(self.panic_sorting(&state), dice, &mut rolls);
                dice
            }
            _ => return take(&state, halt, way),
        };
        let total = 6u128.pow(u32::from(thrown.min(MOST_DICE)));
        for Weighted { roll, weight } in rolls {
            let mut next = state;
            match halt {
                Halt::Panic(_) => self.apply_panic(&mut next, roll.hits),
                _ => self.apply_strike_roll(&mut next, roll),
            }
            let share = way.share.times(Exact { count: u128::from(weight), total })?;
            self.follow(next, Way { share, fallen: true, ..way }, options, take)?;
        }
        Ok(())
    }

    /// Takes the stated choice at every decision until dice are owed or the strike is over.
    fn drive(&self, state: &mut State, options: &OddsOptions, way: &mut Way) -> Result<Halt, OddsError> {
        while state.outcome.is_none() {
            if state.flight_count > 0 {
                let mut refuge = FirstOfTwo::default();
                self.offer(state, &mut refuge);
                match refuge.first {
                    Some(flee) => self.perform(state, flee),
                    None => self.apply_flight(state, None),
                }
                continue;
            }
            if Battle::running_elephant(state).is_some() {
                self.leave_out_stampede(state, way);
                continue;
            }
            let action = match state.step {
                Step::StrikeRoll => return Ok(Halt::Strike),
                Step::PanicRoll(dice) => return Ok(Halt::Panic(dice)),
                Step::Riposte => return Ok(Halt::Riposte),
                Step::BreakOff if options.break_off => Action::BreakOff,
                Step::BreakOff => Action::Stand,
                Step::AttackOrder => options.order.map_or(Action::NoOrder, |order| Action::OrderAttack(order, Payment::Tokens)),
                Step::DefenceOrder => options.defence_order.map_or(Action::NoOrder, |order| Action::OrderDefence(order, Payment::Tokens)),
                Step::LeadForDice => self.lead(state, options),
                Step::WindOfBall if options.wind_of_ball => {
                    way.paid = self.attack_order_cost(state, state.combat.attacker, self.rules.wind_of_ball_cost);
                    Action::WindOfBall(state.combat.tactical, Payment::Tokens)
                }
                Step::Dodge if options.dodge_by_trait && self.is_open(state, Action::DodgeByTrait) => Action::DodgeByTrait,
                Step::Dodge if options.dodge_by_order && self.is_open(state, Action::DodgeByOrder) => Action::DodgeByOrder,
                Step::Sharpshoot if options.sharpshoot => {
                    let action = self.first_officer_shot(state);
                    way.taken[side_of(Blow::running(state).struck).index()] += u8::from(action != Action::Pass);
                    action
                }
                Step::FrontRank(_) | Step::WindOfBall | Step::Dodge | Step::Sharpshoot | Step::LeadAgainstLoss => Action::Pass,
                Step::Ignore => Action::Ignore(self.morale_hits_ignored(state, &Blow::running(state)).min(state.combat.morale_hits)),
                Step::Sacrifice => {
                    let elements = state.unit(Blow::running(state).struck).elements;
                    match options.sacrifices.min(state.combat.morale_hits).min(elements) {
                        0 => Action::Pass,
                        count => Action::Sacrifice(count),
                    }
                }
                Step::Retreat => {
                    let unit = Blow::running(state).struck;
                    let (hex, made) =
                        self.longest_way(state, unit, state.combat.retreat_due).expect("a retreat that is asked for can be made");
                    way.made[side_of(unit).index()] = made;
                    Action::RetreatTo(hex)
                }
                _ => return Ok(Halt::End),
            };
            if matches!(action, Action::OrderAttack(..) | Action::OrderDefence(..)) && !self.is_open(state, action) {
                return Err(OddsError::OrderNotOpen(order_name(&action)));
            }
            self.perform(state, action);
        }
        Ok(Halt::End)
    }

    /// The first officer whom Sharpshooters may take: the one of highest rank as army lists stand.
    fn first_officer_shot(&self, state: &State) -> Action {
        let blow = Blow::running(state);
        let still = state.combat.apart & Battle::apart_bit(state) != 0;
        let officer = state.officers_at(side_of(blow.struck), blow.to).next().filter(|_| still);
        officer.map_or(Action::Pass, Action::TakeOfficer)
    }

    /// The flight of an elephant is no part of the odds: where it runs and whom it tramples is left out, and the combat goes on as if it were gone. Morale hits that drive
    /// an elephant in panic count as the hexes that they drive it.
    fn leave_out_stampede(&self, state: &mut State, way: &mut Way) {
        let stampede = state.stampedes[usize::from(state.stampede_count) - 1];
        let elephant = stampede.elephant;
        self.drop_stampede(state);
        if elephant == Blow::running(state).struck {
            way.made[side_of(elephant).index()] = stampede.left;
        } else {
            state.unit_mut(elephant).elements = 0;
        }
        let hex = std::mem::replace(&mut state.unit_mut(elephant).hex, NO_HEX);
        if hex != NO_HEX {
            state.occupant[usize::from(hex)] = NO_UNIT;
        }
        self.resume(state, stampede.resume);
    }

    /// The officer who leads next, for the attacker's own roll only.
    fn lead(&self, state: &State, options: &OddsOptions) -> Action {
        let striker = Blow::running(state).striker;
        if striker != state.combat.attacker || state.combat.leaders >= options.leaders {
            return Action::Pass;
        }
        self.leaders_for(state, striker, crate::jomini::leading::benefit::DICE).next().map_or(Action::Pass, Action::LeadForDice)
    }

    fn is_open(&self, state: &State, action: Action) -> bool {
        let mut search = Search { wanted: action, found: false };
        self.offer(state, &mut search);
        search.found
    }
}

impl StrikeOdds {
    /// Whether this is the same roll as another, however likely each is.
    fn rolls_like(&self, other: &StrikeOdds) -> bool {
        *self == StrikeOdds { rolled: self.rolled, ..other.clone() }
    }
}

/// Arithmetic of exact probabilities over powers of six.
trait Powers: Sized {
    const NONE: Self;
    const ONE: Self;
    fn plus(self, other: Self) -> Result<Self, OddsError>;
    fn times(self, other: Self) -> Result<Self, OddsError>;
    /// Over the lowest power of six that holds it.
    fn reduced(self) -> Self;
}

impl Powers for Exact {
    const NONE: Exact = Exact { count: 0, total: 1 };
    const ONE: Exact = Exact { count: 1, total: 1 };

    fn plus(self, other: Exact) -> Result<Exact, OddsError> {
        // Totals are powers of six: the greater is a multiple of the other.
        let total = self.total.max(other.total);
        let scaled = |it: Exact| it.count.checked_mul(total / it.total);
        let count = scaled(self).zip(scaled(other)).and_then(|(a, b)| a.checked_add(b)).ok_or(OddsError::TooManyDice)?;
        Ok(Exact { count, total })
    }

    fn times(self, other: Exact) -> Result<Exact, OddsError> {
        let count = self.count.checked_mul(other.count);
        let (count, total) = count.zip(self.total.checked_mul(other.total)).ok_or(OddsError::TooManyDice)?;
        Ok(Exact { count, total })
    }

    fn reduced(mut self) -> Exact {
        while self.total > 1 && self.count.is_multiple_of(6) {
            self.count /= 6;
            self.total /= 6;
        }
        self
    }
}
