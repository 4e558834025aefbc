//! Strategies for arbitrary values: those of actions, and whole states.

use crate::game::{Ending, Grade, Outcome, Side};
use crate::jomini::army::unit::Arms;
use crate::jomini::map::hex::{HexId, HexIds, NO_HEX};
use crate::jomini::state::action::{Destination, Payment};
use crate::jomini::state::{
    AttackOrder, Benefits, Combat, CounterCharge, DefenceOrder, Flight, Group, GroupKind, NO_OFFICER, NO_UNIT, Officer,
    OfficerId, State, Step, Unit, UnitId,
};
use proptest::prelude::*;
use strum::VariantArray;

const HEXES: u16 = 12 * 9;

fn a_hex() -> impl Strategy<Value = HexId> {
    (0..HEXES).prop_map(HexId::new)
}

fn a_unit() -> impl Strategy<Value = UnitId> {
    prop_oneof![0u8..10, 32u8..42].prop_map(UnitId::new)
}

fn an_officer() -> impl Strategy<Value = OfficerId> {
    prop_oneof![0u8..3, 8u8..11].prop_map(OfficerId::new)
}

fn a_payment() -> impl Strategy<Value = Payment> {
    prop_oneof![Just(Payment::Tokens), an_officer().prop_map(Payment::Lead)]
}

/// One of the values of an enumeration.
fn a_value<T: VariantArray + Copy + std::fmt::Debug>() -> impl Strategy<Value = T> {
    (0..T::VARIANTS.len()).prop_map(|place| T::VARIANTS[place])
}

/// The values for the parameters of an action.
#[derive(Clone, Debug)]
pub struct Filling {
    pub units: [UnitId; 2],
    pub officer: OfficerId,
    pub hex: HexId,
    pub payment: Payment,
    pub number: u8,
    pub numbers: [u8; 3],
    pub yes: bool,
    pub attack: AttackOrder,
    pub defence: DefenceOrder,
}

/// The data of an action, by the name of its field.
pub trait Filled {
    fn filled(with: &Filling, field: &str) -> Self;
}

impl Filled for UnitId {
    fn filled(with: &Filling, field: &str) -> UnitId {
        with.units[usize::from(field == "target")]
    }
}

impl Filled for Destination {
    fn filled(with: &Filling, _field: &str) -> Destination {
        let [hexes, difficult, drives_out] = with.numbers;
        // There are three officers a side.
        Destination { hex: with.hex, hexes, may_attack: with.yes, difficult, drives_out: drives_out & 0b111 }
    }
}

macro_rules! filled {
    ($( $data:ty: $value:ident, )+) => {
        $(
            impl Filled for $data {
                fn filled(with: &Filling, _field: &str) -> $data {
                    with.$value
                }
            }
        )+
    };
}

filled! {
    OfficerId: officer,
    HexId: hex,
    Payment: payment,
    u8: number,
    bool: yes,
    AttackOrder: attack,
    DefenceOrder: defence,
}

pub fn a_filling() -> impl Strategy<Value = Filling> {
    let orders = (a_value(), a_value());
    ([a_unit(), a_unit()], an_officer(), a_hex(), a_payment(), any::<(u8, [u8; 3], bool)>(), orders).prop_map(
        |(units, officer, hex, payment, (number, numbers, yes), (attack, defence))| Filling {
            units,
            officer,
            hex,
            payment,
            number,
            numbers,
            yes,
            attack,
            defence,
        },
    )
}

/// Any hex or none.
fn a_place() -> impl Strategy<Value = HexId> {
    prop_oneof![3 => a_hex(), 1 => Just(NO_HEX)]
}

fn unit_or_none() -> impl Strategy<Value = UnitId> {
    prop_oneof![3 => a_unit(), 1 => Just(NO_UNIT)]
}

fn officer_or_none() -> impl Strategy<Value = OfficerId> {
    prop_oneof![3 => an_officer(), 1 => Just(NO_OFFICER)]
}

fn a_combat() -> impl Strategy<Value = Combat> {
    let who = ([unit_or_none(), unit_or_none()], [a_place(), a_place()], a_value());
    let orders = (proptest::option::of(a_value()), proptest::option::of(a_value()));
    let counter_charge =
        prop_oneof![Just(CounterCharge::No), Just(CounterCharge::Rolling), Just(CounterCharge::AttackerMorale)];
    (
        who,
        orders,
        counter_charge,
        any::<[bool; 5]>(),
        any::<[u8; 8]>(),
        any::<[[u8; 2]; 4]>(),
        [officer_or_none(), officer_or_none()],
    )
        .prop_map(
            |(
                ([attacker, defender], [attacker_hex, defender_hex], strike),
                (attack_order, defence_order),
                counter_charge,
                yes,
                numbers,
                pairs,
                front_rank,
            )| {
                Combat {
                    attacker,
                    defender,
                    attacker_hex,
                    defender_hex,
                    melee: yes[0],
                    attack_order,
                    attack_order_given: yes[1],
                    defence_order,
                    attack_kind: strike,
                    leaders: numbers[0],
                    riposte_used: yes[2],
                    dodge_trait_used: numbers[1] & 3,
                    dodge_order_used: yes[3],
                    hits: numbers[2],
                    apart: numbers[1] >> 2 & 3,
                    morale_hits: numbers[3],
                    firm_morale_hits: numbers[4],
                    tactical: numbers[5],
                    retreat_due: numbers[6],
                    counter_charge,
                    inflicted: pairs[0],
                    wounds_due: numbers[7],
                    kept_hits: pairs[1],
                    kept_morale_hits: pairs[2],
                    kept_firm_morale_hits: pairs[3],
                    retreat_ordered: yes[4],
                    front_rank,
                }
            },
        )
}

fn a_group() -> impl Strategy<Value = Group> {
    let kind = prop_oneof![Just(GroupKind::Activation), Just(GroupKind::Courier), Just(GroupKind::Led)];
    (kind, officer_or_none(), any::<[u8; 3]>(), any::<bool>()).prop_map(
        |(kind, leader, [left, arms, march_bonus], anywhere)| Group {
            kind,
            leader,
            left,
            arms: Arms::from_bits_truncate(arms),
            anywhere,
            march_bonus,
        },
    )
}

fn a_step() -> impl Strategy<Value = Step> {
    use crate::jomini::state::{Mounting, Mover, Woodsmen};
    let woodsmen = prop_oneof![Just(Woodsmen::No), Just(Woodsmen::Paid), Just(Woodsmen::Free)];
    let mounting = prop_oneof![Just(Mounting::No), Just(Mounting::Mounts), Just(Mounting::Dismounts)];
    (0..8, a_unit(), an_officer(), any::<(u8, bool)>(), (woodsmen, mounting)).prop_map(
        |(place, unit, officer, (number, yes), (woodsmen, mounting))| match place {
            0 => Step::DeployAt(unit),
            1 => Step::DeployOfficer(officer),
            2 => Step::Activation(number),
            3 => Step::Destination(Mover { unit, bonus: number, impetuous: yes, woodsmen, mounting }),
            4 => Step::Accompany(unit, officer),
            5 => Step::PanicRoll(number),
            6 => Step::Riposte,
            _ => Step::Over,
        },
    )
}

/// A state with arbitrary valid contents, whether or not the rules lead there.
pub fn a_state() -> impl Strategy<Value = State> {
    let unit = any::<([u8; 5], u16)>().prop_map(|([elements, group, hexes_moved, attacks, pursuits], status)| Unit {
        hex: NO_HEX,
        elements,
        group,
        // One bit is unused.
        status: crate::jomini::state::Status::from_bits_truncate(status),
        hexes_moved,
        attacks,
        pursuits,
    });
    let officer = (a_place(), any::<(u8, [bool; 2])>()).prop_map(|(hex, (group, [has_moved, in_play]))| Officer {
        hex,
        group,
        has_moved,
        in_play,
        leads: if has_moved { UnitId::new(3) } else { NO_UNIT },
        benefits: Benefits::from_bits_truncate(group),
    });
    let units = (
        proptest::collection::vec(unit, 20),
        proptest::sample::subsequence(HexIds::up_to(HEXES).collect::<Vec<_>>(), 15).prop_shuffle(),
    );
    let officers = proptest::collection::vec(officer, 6);
    let groups = proptest::collection::vec(a_group(), crate::jomini::state::MAX_GROUPS);
    let flights = proptest::collection::vec((officer_or_none(), unit_or_none()), 8);
    let numbers = (any::<[u16; 2]>(), any::<[u8; 20]>(), any::<[bool; 8]>());
    let outcome = proptest::option::of(Just(Outcome {
        winner: Some(Side::Blue),
        grade: Grade::Medium,
        ending: Ending::Objective,
    }));
    (units, officers, groups, flights, (a_combat(), a_step()), numbers, outcome).prop_map(
        |((units, hexes), officers, groups, flights, (combat, step), (wide, small, yes), outcome)| {
            let mut state = crate::jomini::state::empty_state();
            for (place, unit) in units.into_iter().enumerate() {
                let id = if place < 10 { place } else { place + 22 };
                state.units[id] = unit;
                if let Some(hex) = hexes.get(place) {
                    state.place(UnitId::new(id as u8), *hex);
                }
            }
            for (place, officer) in officers.into_iter().enumerate() {
                state.officers[if place < 3 { place } else { place + 5 }] = officer;
            }
            state.turn.groups.copy_from_slice(&groups);
            for (place, (officer, driver)) in state.flights.iter_mut().zip(flights) {
                *place = Flight { officer, driver };
            }
            for (side, own) in small.chunks(6).take(2).enumerate() {
                let it = &mut state.sides[side];
                (it.tokens, it.units_at_start, it.units_lost) = (own[0], own[1], own[2]);
                (it.points_lost, it.turns_to_skip, it.objective_points) = (u16::from(own[3]) * 7, own[4], own[5]);
                (it.units_left, it.exit_points) = (own[0] / 2, own[1] / 2);
                it.cinc_to_place = yes[side];
            }
            (state.combat, state.step, state.outcome) = (combat, step, outcome);
            (state.player_turn, state.combats) = (wide[0], wide[1]);
            (state.active, state.first) =
                (Side::from_index(usize::from(yes[2])), Side::from_index(usize::from(yes[3])));
            let turn = &mut state.turn;
            (turn.reconnaissance, turn.mixed_arms, turn.extra_activation) = (yes[4], yes[5], yes[6]);
            (turn.group_count, turn.current, turn.activations_left) = (small[12], small[13], small[14]);
            (turn.command_orders_given, turn.manoeuvre_orders_given) = (small[15], small[16]);
            (state.batch_left, state.flight_count) = (small[17], small[18]);
            state
        },
    )
}
