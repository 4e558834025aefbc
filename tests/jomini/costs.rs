//! Order tokens and the costs of orders (J3.17 to J3.24, JI-58, JI-60), for which no officer need be near (J3.20).

use crate::scene::{scene, scene_with};
use crate::table::Table;
use reglette::game::Side;
use reglette::jomini::Action;
use reglette::jomini::rules::Face::Letter;
use reglette::jomini::rules::{ActivationBasis, Rules};
use reglette::jomini::state::action::Payment;
use reglette::jomini::state::{AttackOrder, DefenceOrder, OfficerId};

/// J3.20: any unit receives an order, with its officers far away or without any: manoeuvre, attack and defence orders.
#[test]
fn orders_reach_units_far_from_any_officer() {
    for officers in ["", "officer red sub_general 1108\nofficer blue sub_general 0008"] {
        let march =
            scene(&format!("phase movement\ntokens red 9\nred A light_infantry 0303\nforest 0304 0204\n{officers}"));
        let unit = march.unit("A");
        assert!(
            march.may(Action::ForcedMarch(unit, Payment::Tokens)) && march.may(Action::Woodsmen(unit, Payment::Tokens))
        );
        assert!(march.may(Action::ForwardMarch));
        let ride =
            scene(&format!("phase movement\ntokens red 1\nred A line_infantry 0303 carried_by=\"horses\"\n{officers}"));
        assert!(ride.may(Action::Mount(ride.unit("A"), Payment::Tokens)));
        let mut table = scene(&format!(
            "tokens red 9\ntokens blue 9\nred A line_infantry 0503\nblue D line_infantry 0504\n{officers}"
        ));
        table.begin("A", "D");
        assert_eq!(table.attack_orders(), [AttackOrder::Elan, AttackOrder::Charge, AttackOrder::Berserk]);
        table.attack_order(AttackOrder::Elan);
        let expected = [
            DefenceOrder::Sacrifice,
            DefenceOrder::LikeARock,
            DefenceOrder::Dodge,
            DefenceOrder::HoldPosition,
            DefenceOrder::Nuts,
            DefenceOrder::Withdrawal,
        ];
        assert_eq!(table.defence_orders(), expected);
    }
    let rally =
        scene("phase movement\ntokens red 2\nred A line_infantry 0300 elements=1\nofficer red sub_general 1105");
    assert!(rally.may(Action::Rally(rally.unit("A"), 1, Payment::Tokens)));
}

/// JI-58, J3.18: there is no maximum of tokens, unless a variant sets one: then letters above it are lost, and no side
/// loses tokens that it has.
#[test]
fn tokens_have_no_maximum() {
    let after = |held: u8, most: Option<u8>| {
        let mut table =
            scene_with("red A line_infantry 0503\nblue D line_infantry 0504", |rules| rules.max_order_tokens = most);
        table.state.side_mut(Side::Red).tokens = held;
        table.attack("A", "D");
        table.roll(&[Letter, Letter]);
        table.tokens(Side::Red)
    };
    assert_eq!([after(0, None), after(40, None)], [2, 42]);
    assert_eq!([after(0, Some(5)), after(4, Some(5)), after(5, Some(5)), after(7, Some(5))], [2, 5, 5, 7]);
}

/// JI-60, J3.36: orders to several units cost the same beside an officer, unless a variant lets him make them cheaper;
/// letters of the units change nothing.
#[test]
fn an_officer_makes_no_group_order_cheaper() {
    let march = |discount: bool| {
        let lines = "phase movement\ntokens red 9\nred A line_infantry 0503 manoeuvre_good\nred B line_infantry 0603 \
            manoeuvre_weak\nofficer red commander_in_chief 0503";
        let mut table = scene_with(lines, |rules| rules.group_order_discount = discount);
        table.play(Action::ForwardMarch);
        9 - table.tokens(Side::Red)
    };
    assert_eq!([march(false), march(true)], [4, 3]);
    let early = |action: fn(OfficerId) -> Action, discount: bool| {
        let lines = "phase command\ntokens red 9\nred A line_infantry 0503 manoeuvre_good\nred B heavy_cavalry \
            0603\nofficer red commander_in_chief 0503";
        let mut table = scene_with(lines, |rules| rules.group_order_discount = discount);
        table.play(action(OfficerId::new(0)));
        9 - table.tokens(Side::Red)
    };
    assert_eq!([early(|_| Action::CombinedOrder, false), early(|_| Action::CombinedOrder, true)], [3, 2]);
    assert_eq!([early(Action::Messengers, false), early(Action::Messengers, true)], [3, 2]);
}

/// J3.25: a command order costs the same beside an officer, unless a variant lets him make it cheaper, and then no less
/// than one (J3.24).
#[test]
fn an_officer_makes_no_command_order_cheaper() {
    let cost = |action: Action, discount: bool| {
        let lines = "phase command\ntokens red 9\nred A line_infantry 0503\nred B heavy_cavalry 0603\nofficer red \
            commander_in_chief 0503 command_level=1";
        let mut table = scene_with(lines, |rules| rules.command_order_discountable = discount);
        table.play(action);
        9 - table.tokens(Side::Red)
    };
    assert_eq!([cost(Action::Courier, false), cost(Action::Courier, true)], [2, 1]);
    // One token, and one gained by the C-in-C's level.
    assert_eq!([cost(Action::Reconnaissance, false), cost(Action::Reconnaissance, true)], [0, 0]);
}

/// JI-59, J3.55, J3.24: the discount of an officer and that of a letter add up, unless in a variant only the better one
/// counts; a surcharge is always paid.
#[test]
fn discounts_add_up() {
    let cost = |letter: &str, officer: &str, stack: bool| {
        let table =
            scene_with(&format!("red A line_infantry 0503 {letter}\nblue D line_infantry 0504\n{officer}"), |rules| {
                rules.discounts_stack = stack;
            });
        table.battle.field.discounted_order_cost(&table.state, table.unit("A"), AttackOrder::Sappers)
    };
    let officer = "officer red sub_general 0503";
    assert_eq!(
        [
            cost("", "", true),
            cost("", officer, true),
            cost("attack_good", officer, true),
            cost("attack_weak", officer, true)
        ],
        [4, 3, 2, 4]
    );
    assert_eq!(
        [cost("attack_good", officer, false), cost("attack_weak", officer, false), cost("attack_good", "", false)],
        [3, 4, 3]
    );
}

/// JI-62: a manoeuvre order is for activated units that wait to move; a Forced march for others is a variant.
#[test]
fn manoeuvre_orders_are_for_activated_units() {
    let lines =
        "phase movement\ntokens red 9\nred A light_infantry 0303 idle\nred B line_infantry 0903\nforest 0304 0204";
    let marches = |table: &Table| table.may(Action::ForcedMarch(table.unit("A"), Payment::Tokens));
    let table = scene(lines);
    assert!(!marches(&table) && !table.may(Action::Woodsmen(table.unit("A"), Payment::Tokens)));
    assert!(table.may(Action::ForcedMarch(table.unit("B"), Payment::Tokens)));
    let variant = scene_with(lines, |rules| rules.forced_march_unactivated = true);
    assert!(marches(&variant) && !variant.may(Action::Move(variant.unit("A"))));
    let mut moved = scene("phase movement\ntokens red 9\nred A light_infantry 0303\nred B line_infantry 0903");
    moved.move_to("A", "0304");
    assert!(!marches(&moved) && moved.may(Action::ForcedMarch(moved.unit("B"), Payment::Tokens)));
}

/// The activations of an army with given numbers of units and losses: activations, and the units of the first.
fn activations(at_start: u8, lost: u8, change: impl Fn(&mut Rules)) -> (u8, usize) {
    activations_as_stated(false, at_start, lost, change)
}

/// The same, where the scenario states the numbers or does not.
fn activations_as_stated(are_stated: bool, at_start: u8, lost: u8, change: impl Fn(&mut Rules)) -> (u8, usize) {
    let lines = "phase command\nofficer red commander_in_chief 0502\nred A line_infantry 0503\nred B line_infantry \
        0501\nred C line_infantry 0402\nred D line_infantry 0602\nred E line_infantry 0403";
    let mut table = scene_with(lines, change);
    let red = table.state.side_mut(Side::Red);
    (red.units_at_start, red.units_lost) = (at_start, lost);
    table.battle.states_activations.red = are_stated;
    table.battle.field.forces.states_activation_size.red = are_stated;
    let activations = table.battle.activations_now(&table.state, Side::Red);
    table.play(Action::Activate(OfficerId::new(0)));
    let mut taken = 0;
    while let Some(action) = table.legal().into_iter().find(|action| matches!(action, Action::Pick(_))) {
        table.play(action);
        taken += 1;
    }
    (activations, taken)
}

/// JI-45: the number of activations is that of the army at its start, unless a variant counts the units it has; JI-46:
/// an army of over fifteen units has two of three.
#[test]
fn activations_follow_the_army_at_its_start() {
    assert_eq!([activations(30, 0, |_| ()), activations(30, 25, |_| ())], [(2, 3), (2, 3)]);
    let current: fn(&mut Rules) = |rules| rules.activation_basis = ActivationBasis::Current;
    assert_eq!(
        [
            activations(30, 14, current),
            activations(30, 15, current),
            activations(30, 20, current),
            activations(30, 21, current)
        ],
        [(2, 3), (1, 4), (1, 4), (1, 3)]
    );
    assert_eq!([15, 21].map(|lost| activations_as_stated(true, 30, lost, current)), [(2, 3); 2], "J3.5");
}

/// JI-66, J3.26: the tokens of Reconnaissance come immediately; then one unit or officer is activated, and no officer
/// leads a unit to activate it.
#[test]
fn reconnaissance_leaves_one_unit_to_activate() {
    let lines = "phase command\ntokens red 1\nofficer red commander_in_chief 0502\nofficer red sub_general 0402\nred A \
        line_infantry 0503\nred B line_infantry 0403\nred C line_infantry 0302";
    let mut table = scene(lines);
    let led = Action::LeadToActivate(OfficerId::new(1), table.unit("B"));
    assert!(table.may(led));
    table.play(Action::Reconnaissance);
    assert_eq!((table.tokens(Side::Red), table.state.turn.activations_left), (3, 1), "one paid, three gained");
    assert!(!table.may(led), "nobody leads a unit into action");
    assert!(!table.may(Action::Courier) && !table.may(Action::Reconnaissance), "one command order");
    let mut officer = Table { battle: table.battle.clone(), state: table.state };
    table.play(Action::Activate(OfficerId::new(1)));
    table.play(Action::Pick(table.unit("A")));
    assert!(
        !table
            .legal()
            .iter()
            .any(|action| matches!(action, Action::Pick(_) | Action::PickOfficer(_) | Action::Activate(_)))
    );
    officer.play(Action::Activate(OfficerId::new(0)));
    officer.play(Action::PickOfficer(OfficerId::new(1)));
    assert!(
        !officer
            .legal()
            .iter()
            .any(|action| matches!(action, Action::Pick(_) | Action::PickOfficer(_) | Action::Activate(_))),
        "an officer instead"
    );
    let mut late = scene(lines);
    late.play(Action::Activate(OfficerId::new(1)));
    late.play(Action::Pick(late.unit("B")));
    late.decline_picking();
    assert!(!late.may(Action::Reconnaissance), "not after an activation");
}
