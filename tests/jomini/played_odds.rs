//! The combats of `positions/odds` played through the engine, decision by decision and roll by roll, against the
//! oracle: the effects of each roll in play agree with the ledger's tables. (`odds.rs` does the same for the library's
//! own odds.)

use crate::odds_cases::{Case, cases};
use crate::oracle::{self, Choices, Distribution};
use crate::table::Table;
use reglette::game::{Game, Moment, Weighted};
use reglette::jomini::state::action::Payment;
use reglette::jomini::state::attack_roll::AttackRoll;
use reglette::jomini::state::{AttackKind, AttackOrder, Choice, DefenceOrder, Step, UnitId, side_of};
use reglette::jomini::{Action, Roll, State};
use std::collections::BTreeMap;

/// An upper bound of the Panic dice of any case: weights are counts over six to the power of the dice and of these.
const PANIC_DICE: u32 = 8;

/// Elements lost, retreat hexes (of a unit that is still there), tokens gained: the observable part of a row.
type Shown = BTreeMap<(u32, Option<u32>, i32), u128>;

/// The oracle's result in these terms.
fn expected(distribution: &Distribution, elements: u32) -> Shown {
    let scale = 6u128.pow(PANIC_DICE + distribution.dice) / distribution.total;
    let mut shown = Shown::new();
    for (row, count) in &distribution.counts {
        let retreat = (row.losses < elements).then_some(row.retreat);
        *shown.entry((row.losses, retreat, row.tokens as i32)).or_default() += count * scale;
    }
    shown
}

/// A case on the table, stopped before the dice of the requested roll.
struct Stopped {
    table: Table,
    choices: Choices,
    target: UnitId,
}

impl Stopped {
    fn at(case: &Case) -> Stopped {
        let mut table = Table::read(&case.name(), &case.text);
        table.begin(&case.attacker, &case.target);
        let choices = case.choices;
        go_to_the_dice(&mut table, &choices);
        if table.state.combat.attack_kind == AttackKind::Ambush && !case.ambush {
            // A free ambush without effect comes before the attack.
            table.battle.apply_roll(&mut table.state, Roll::default());
            go_to_the_dice(&mut table, &choices);
        }
        if case.riposte {
            table.battle.apply_roll(&mut table.state, Roll::default());
            table.play(Action::Riposte);
            go_to_the_dice(&mut table, &choices);
        }
        let target = AttackRoll::running(&table.state).target;
        Stopped { table, choices, target }
    }

    /// Every roll with all its effects on the target.
    fn weigh(&self) -> Shown {
        let mut shown = Shown::new();
        self.roll(&self.table.state, 1, PANIC_DICE, 0, &mut shown);
        shown
    }

    fn roll(&self, state: &State, weight: u128, panic_dice: u32, retreat: u32, shown: &mut Shown) {
        let mut rolls = Vec::new();
        self.table.battle.rolls(state, &mut rolls);
        for Weighted { roll, weight: ways } in rolls {
            let mut next = *state;
            self.table.battle.apply_roll(&mut next, roll);
            self.go_on(next, weight * u128::from(ways), panic_dice, retreat, shown);
        }
    }

    /// Continues with the choices of the case until follow-up, riposte or the end.
    fn go_on(&self, mut state: State, weight: u128, panic_dice: u32, mut retreat: u32, shown: &mut Shown) {
        let battle = &self.table.battle;
        let mut spent = 0;
        while matches!(battle.moment(&state), Moment::Decide(_)) {
            let Some(action) = self.choice(&state) else { break };
            battle.check(&state, &action).unwrap_or_else(|reason| panic!("{action:?} in {:?}: {reason}", state.step));
            if state.step == Step::Retreat {
                retreat = u32::from(battle.field.longest_retreat(&state, self.target, state.combat.retreat_due).0);
            }
            let before = self.tokens(&state);
            battle.apply(&mut state, action);
            spent += before - self.tokens(&state);
        }
        if let (Step::PanicRoll(dice), Moment::Roll(_)) = (state.step, battle.moment(&state)) {
            self.roll(&state, weight, panic_dice - u32::from(dice), retreat, shown);
            return;
        }
        let (before, after) = (self.table.state.unit(self.target), state.unit(self.target));
        if retreat == 0 && after.elements > 0 {
            // A retreat with a single end is made without a decision.
            retreat = u32::from(battle.field.board.distance(before.hex, after.hex));
        }
        let losses = u32::from(before.elements - after.elements);
        let tokens = self.tokens(&state) + spent - self.tokens(&self.table.state);
        *shown.entry((losses, (after.elements > 0).then_some(retreat), tokens)).or_default() +=
            weight * 6u128.pow(panic_dice);
    }

    /// Tokens of the side that rolls.
    fn tokens(&self, state: &State) -> i32 {
        i32::from(state.side(side_of(self.target).other()).tokens)
    }

    /// The choice after the roll; `None` once the target has no decision left.
    fn choice(&self, state: &State) -> Option<Action> {
        let battle = &self.table.battle;
        let choices = &self.choices;
        let mut legal = Vec::new();
        battle.legal_actions(state, &mut legal);
        match state.step {
            _ if state.flight_count > 0 => None,
            Step::WindOfBall if choices.wind_of_ball => {
                Some(Action::WindOfBall(state.combat.tactical, Payment::Tokens))
            }
            // JI-81: the cheaper first.
            Step::Dodge if choices.dodges_by_order && legal.contains(&Action::DodgeByOrder) => {
                Some(Action::DodgeByOrder)
            }
            Step::Dodge if choices.dodges_by_letter && legal.contains(&Action::DodgeByTrait) => {
                Some(Action::DodgeByTrait)
            }
            Step::Sacrifice if choices.sacrifices > 0 => {
                let most = state.combat.morale_hits.min(state.unit(self.target).elements);
                Some(Action::Sacrifice(most.min(choices.sacrifices as u8)))
            }
            Step::Sacrifice => Some(Action::Pass),
            Step::Retreat => Some(legal[0]),
            step => matches!(step.choice(), Some(Choice::Advantages | Choice::Hits)).then_some(Action::Pass),
        }
    }
}

/// Orders and leading as in the case, and no others.
fn go_to_the_dice(table: &mut Table, choices: &Choices) {
    let mut leaders = choices.leaders;
    while table.state.step != Step::StrikeRoll {
        let action = match table.state.step {
            Step::BreakOff => Action::Stand,
            Step::AttackOrder => choices.attack_order.map_or(Action::NoOrder, |order| {
                let order = match order {
                    oracle::AttackOrder::Elan => AttackOrder::Elan,
                    oracle::AttackOrder::Charge => AttackOrder::Charge,
                    oracle::AttackOrder::Berserk => AttackOrder::Berserk,
                    oracle::AttackOrder::Sappers => AttackOrder::Sappers,
                };
                Action::OrderAttack(order, Payment::Tokens)
            }),
            Step::DefenceOrder => choices.defence_order.map_or(Action::NoOrder, |order| {
                let order = match order {
                    oracle::DefenceOrder::Sacrifice => DefenceOrder::Sacrifice,
                    oracle::DefenceOrder::LikeARock => DefenceOrder::LikeARock,
                    oracle::DefenceOrder::Dodge => DefenceOrder::Dodge,
                    oracle::DefenceOrder::HoldPosition => DefenceOrder::HoldPosition,
                    oracle::DefenceOrder::Nuts => DefenceOrder::Nuts,
                };
                Action::OrderDefence(order, Payment::Tokens)
            }),
            Step::LeadForDice if leaders > 0 => {
                leaders -= 1;
                table
                    .legal()
                    .into_iter()
                    .find(|action| matches!(action, Action::LeadForDice(_)))
                    .expect("an officer who leads")
            }
            Step::LeadForDice => Action::Pass,
            step => panic!("{step:?} on the way to the dice"),
        };
        table.play(action);
    }
}

#[test]
fn each_roll_does_in_play_what_the_tables_say() {
    let mut wrong = Vec::new();
    for case in cases() {
        let stopped = Stopped::at(&case);
        let position = case.position();
        let strike = case.strike(&position);
        let distribution = oracle::distribution(&strike);
        assert_eq!(u32::from(stopped.table.dice()), distribution.dice, "dice of {}", case.name());
        let (found, wanted) = (stopped.weigh(), expected(&distribution, strike.target_elements()));
        if found != wanted {
            wrong.push(format!("{}\n  in play {found:?}\n  by the tables {wanted:?}", case.name()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
