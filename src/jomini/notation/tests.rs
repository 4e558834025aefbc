mod strategies;

use self::strategies::{Filled, Filling, a_filling, a_state};
use super::action::sorts;
use super::sample::{battle, in_contact};
use super::*;
use crate::game::rng::Key;
use crate::game::{Game, GameDice, Moment, Show};
use crate::jomini::state::action::{Action, Destination, Payment, action_table};
use crate::jomini::state::{AttackOrder, DefenceOrder};
use proptest::prelude::*;

macro_rules! define_one_of_each {
    ($(
        $kind:ident = $name:literal, $nature:ident $(, by $tag:literal)? {
            $(
                $(#[$doc:meta])*
                $action:ident $(($($field:ident: $data:ty),+))? as $($word:literal)? $form:ident,
                    says $words:tt $(counts $event:ident)?,
            )+
        }
    )+) => {
        /// Every action of the table.
        fn one_of_each(with: &Filling) -> Vec<Action> {
            vec![$($( Action::$action $(($(<$data>::filled(with, stringify!($field))),+))? ),+),+]
        }
    };
}

action_table!(define_one_of_each);

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
