use super::action::sorts;
use super::sample::{battle, in_contact};
use super::*;
use crate::game::rng::Key;
use crate::game::{Ending, Game, GameDice, Grade, Moment, Outcome, Show};
use crate::jomini::army::unit::Arms;
use crate::jomini::map::hex::{HexIds, NO_HEX};
use crate::jomini::state::action::{Action, Destination, Payment};
use crate::jomini::state::order_names::{ATTACK_ORDERS, DEFENCE_ORDERS};
use crate::jomini::state::{
    AttackOrder, Benefits, Combat, CounterCharge, DefenceOrder, Flight, Group, GroupKind, NO_OFFICER, NO_UNIT, Officer,
    OfficerId, Unit, UnitId,
};
use proptest::prelude::*;

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

/// One of the values of a table of words.
fn of_table<T: Copy + std::fmt::Debug + 'static>(table: &'static [(&'static str, T)]) -> impl Strategy<Value = T> {
    (0..table.len()).prop_map(|place| table[place].1)
}

/// The values for the parameters of an action.
#[derive(Clone, Debug)]
struct Filling {
    units: [UnitId; 2],
    officer: OfficerId,
    hex: HexId,
    payment: Payment,
    number: u8,
    numbers: [u8; 3],
    yes: bool,
    attack: AttackOrder,
    defence: DefenceOrder,
}

fn a_filling() -> impl Strategy<Value = Filling> {
    let orders = (of_table(ATTACK_ORDERS), of_table(DEFENCE_ORDERS));
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

/// One action of every kind.
fn one_of_each(with: &Filling) -> Vec<Action> {
    let Filling {
        units: [unit, target],
        officer,
        hex,
        payment,
        number,
        numbers: [hexes, difficult, drives_out],
        yes,
        attack,
        defence,
    } = *with;
    // There are three officers a side.
    let drives_out = drives_out & 0b111;
    vec![
        Action::DeployUnit(unit),
        Action::ChooseEdge(yes),
        Action::ChooseFirst(yes),
        Action::Decoy,
        Action::DeployAt(hex),
        Action::DeployOfficerAt(hex),
        Action::PlaceCinc(hex, officer),
        Action::Activate(officer),
        Action::Pick(unit),
        Action::PickOfficer(officer),
        Action::Reconnaissance,
        Action::Courier,
        Action::StrategicMove(officer),
        Action::ExtraActivation,
        Action::CombinedOrder,
        Action::Messengers(officer),
        Action::LeadToActivate(officer, unit),
        Action::Move(unit),
        Action::MoveImpetuously(unit),
        Action::ForcedMarch(unit, payment),
        Action::Mount(unit, payment),
        Action::Woodsmen(unit, payment),
        Action::ForwardMarch,
        Action::Rally(unit, number, payment),
        Action::LeadToRally(officer, unit),
        Action::MoveOfficer(officer),
        Action::MoveTo(Destination { hex, hexes, may_attack: yes, difficult, drives_out }),
        Action::Leave(unit),
        Action::LeaveAlone(officer),
        Action::OfficerTo(hex),
        Action::Accompany,
        Action::StayBehind,
        Action::Attack(unit, target),
        Action::FrontRank(officer),
        Action::BreakOff,
        Action::Stand,
        Action::OrderAttack(attack, payment),
        Action::OrderDefence(defence, payment),
        Action::NoOrder,
        Action::WithdrawTo(hex),
        Action::LeadForDice(officer),
        Action::WindOfBall(number, payment),
        Action::DodgeByOrder,
        Action::DodgeByTrait,
        Action::TakeOfficer(officer),
        Action::LeadAgainstLoss(officer),
        Action::Ignore(number),
        Action::Sacrifice(number),
        Action::RetreatTo(hex),
        Action::FallBackTo(hex),
        Action::FollowUp,
        Action::PursueTo(hex),
        Action::AttackAgain(target),
        Action::Breakthrough(payment),
        Action::MoveOn(hex),
        Action::Riposte,
        Action::FleeTo(hex),
        Action::StampedeTo(hex),
        Action::Trample(unit),
        Action::Pass,
        Action::Done,
    ]
}

/// The kinds and the words of [`one_of_each`] are those of the table of forms, which contains every action, and its
/// kinds are those of bots and tables.
#[test]
fn actions_of_every_sort_are_tried() {
    let battle = battle();
    let filling = Filling {
        units: [UnitId::new(0), UnitId::new(32)],
        officer: OfficerId::new(0),
        hex: HexId::new(0),
        payment: Payment::Tokens,
        number: 0,
        numbers: [0; 3],
        yes: false,
        attack: AttackOrder::Elan,
        defence: DefenceOrder::Dodge,
    };
    let all = one_of_each(&filling);
    let written: Vec<_> = all
        .iter()
        .map(|action| {
            (crate::jomini::state::action::KINDS[action.kind()].name, battle.action_data(&battle.start, action))
        })
        .collect();
    assert_eq!(all.len(), sorts().len());
    for (kind, word) in sorts() {
        let of_sort = |(name, data): &&(&str, Value)| {
            *name == kind && data["kind"] == kind && word.is_none_or(|(key, word)| data[key] == word)
        };
        assert_eq!(written.iter().filter(of_sort).count(), 1, "{kind} {word:?}");
    }
}

proptest! {
    #[test]
    fn actions_of_every_sort_come_back_from_data(filling in a_filling()) {
        let battle = battle();
        for side in Side::BOTH {
            let state = State { active: side, ..battle.start };
            for action in one_of_each(&filling) {
                let data = battle.action_to_data(&state, &action);
                prop_assert_eq!(battle.action_from_data(&state, &data), Ok(action), "{}", data);
            }
        }
    }

    #[test]
    fn rolls_come_back_from_data(counts in any::<[u8; 4]>()) {
        let battle = battle();
        let [hits, morale_hits, letters, tactical] = counts;
        let roll = Roll { hits, morale_hits, letters, tactical, apart: hits & 1 };
        prop_assert_eq!(battle.roll_from_data(&battle.start, &battle.roll_to_data(&battle.start, &roll)), Ok(roll));
    }

    #[test]
    fn positions_with_anything_in_them_come_back_from_data(state in a_state()) {
        let battle = battle();
        let data = battle.position_to_data(&state);
        let text = data.to_string();
        let read = battle.position_from_data(&serde_json::from_str(&text).expect("JSON"));
        prop_assert_eq!(read, Ok(state), "{}", text);
    }
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
    let who = ([unit_or_none(), unit_or_none()], [a_place(), a_place()], of_table(STRIKES));
    let orders = (proptest::option::of(of_table(ATTACK_ORDERS)), proptest::option::of(of_table(DEFENCE_ORDERS)));
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
fn a_state() -> impl Strategy<Value = State> {
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

/// Everything in play has a form that reads back, and a description.
#[test]
fn everything_met_in_random_games_comes_back_from_data_and_has_words() {
    let battles = [battle(), in_contact()];
    let mut met = [false; crate::jomini::state::action::KINDS.len()];
    for game in 0..6 {
        let battle = &battles[game as usize % 2];
        let mut dice = GameDice::of_game(11, "sample", game);
        let mut stream = Key::new(5).with(game).stream();
        let mut state = battle.initial();
        let mut actions = Vec::new();
        loop {
            let before = state;
            let data = battle.position_to_data(&state);
            assert_eq!(battle.position_from_data(&data), Ok(state), "{data}");
            match battle.moment(&state) {
                Moment::Over(_) => break,
                Moment::Decide(_) => {
                    battle.legal_actions(&state, &mut actions);
                    for action in &actions {
                        met[action.kind()] = true;
                        let data = battle.action_to_data(&state, action);
                        assert_eq!(battle.action_from_data(&state, &data), Ok(*action), "{data}");
                        let words = battle.describe_action(&state, action);
                        assert!(words.ends_with('.') && !words.contains("  "), "{words}");
                    }
                    let action = battle.random_action(&state, &mut stream, &mut actions);
                    battle.apply(&mut state, action);
                }
                Moment::Roll(throw) => {
                    let roll = battle.sample(&state, dice.stream(throw));
                    let data = battle.roll_to_data(&state, &roll);
                    assert_eq!(battle.roll_from_data(&state, &data), Ok(roll), "{data}");
                    assert!(battle.describe_roll(&state, &roll).ends_with('.'));
                    battle.apply_roll(&mut state, roll);
                }
            }
            for sentence in battle.describe_change(&before, &state) {
                assert!(sentence.ends_with('.') && !sentence.contains("  "), "{sentence}");
            }
        }
    }
    let kinds_met = met.iter().filter(|met| **met).count();
    assert!(kinds_met >= 24, "the games show too little of the rules: {kinds_met} kinds of action");
}

#[test]
fn a_unit_goes_by_its_side_and_number() {
    let battle = battle();
    assert_eq!([0, 9, 32, 41].map(|index| unit_id(UnitId::new(index))), ["R1", "R10", "B1", "B10"]);
    assert_eq!([0, 2, 8].map(|index| officer_id(OfficerId::new(index))), ["RO1", "RO3", "BO1"]);
    assert_eq!(battle.field.forces.unit_named("b7"), Ok(UnitId::new(38)));
    let error = battle.field.forces.unit_named("B17").expect_err("no such unit").0;
    assert!(error.contains("there is no unit \"B17\"") && error.contains("did you mean \"B1\"?"), "{error}");
    let error = battle.field.board.hex_named("1300").expect_err("no such hex").0;
    assert!(error.contains("from \"0000\" to \"1108\""), "{error}");
}

#[test]
fn a_short_name_means_its_unit_whatever_others_are_called() {
    let mut battle = battle();
    battle.field.forces.unit_names[0] = "R2".to_owned();
    battle.field.forces.unit_names[3] = "Guides".to_owned();
    let mut names = Names::new(&battle);
    assert_eq!(["R2", "r1", "Guides"].map(|name| names.unit("unit", name).index()), [1, 0, 3]);
    assert_eq!(names.faults, []);
}

#[test]
fn data_at_fault_says_what_is_wrong() {
    let battle = battle();
    let fault = |text: &str| {
        let data = serde_json::from_str(text).expect("JSON");
        battle.action_from_data(&battle.start, &data).expect_err("a fault").0
    };
    assert!(fault(r#"{"kind":"pik","unit":"R1"}"#).contains("did you mean \"pick\"?"));
    assert_eq!(fault(r#"{"kind":"pick"}"#), "an action: \"unit\" is missing");
    assert!(fault(r#"{"kind":"pick","unit":"R1","hexx":3}"#).contains("unknown key \"hexx\""));
    assert!(fault(r#"{"kind":"command_order","order":"currier"}"#).contains("did you mean \"courier\"?"));
    assert!(fault(r#"{"kind":"attack_order","order":"elan","paid_by":"RO9"}"#).contains("there is no officer \"RO9\""));
    assert!(fault(r#"{"kind":"deploy_at","hex":null}"#).contains("expected the name of a hex such as 0503"));
    let mut data = battle.position_to_data(&battle.start);
    data["units"]["R1"]["hex"] = "0303".into();
    data["units"]["B2"]["hex"] = "0303".into();
    let error = battle.position_from_data(&data).expect_err("two units on a hex").0;
    assert_eq!(error, "a position: \"units\": R1 and B2 share the hex 0303, which holds at most one unit");
}

#[test]
fn the_form_of_an_action_is_the_documented_one() {
    let battle = battle();
    let form = |action| battle.action_to_data(&battle.start, &action).to_string();
    let destination = Destination { hex: HexId::at(4, 5, 12), hexes: 2, may_attack: true, difficult: 0, drives_out: 0 };
    assert_eq!(form(Action::MoveTo(destination)), r#"{"kind":"move_to","hex":"0504","hexes":2,"may_attack":true}"#);
    assert_eq!(form(Action::Pick(UnitId::new(1))), r#"{"kind":"pick","unit":"R2","name":"French line 1"}"#);
    let paid = Action::ForcedMarch(UnitId::new(33), Payment::Lead(OfficerId::new(9)));
    assert_eq!(form(paid), r#"{"kind":"manoeuvre_order","order":"forced_march","unit":"B2","paid_by":"BO2"}"#);
    let order = Action::OrderAttack(AttackOrder::Elan, Payment::Tokens);
    assert_eq!(form(order), r#"{"kind":"attack_order","order":"elan","paid_by":"tokens"}"#);
    assert_eq!(form(Action::NoOrder), r#"{"kind":"pass","what":"order"}"#);
}
