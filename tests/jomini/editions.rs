//! The first edition, where it differs from the second (section 7 of the ledger): each key of `rules/jomini-v1.toml`
//! has an effect on the legal actions or the dice.

use crate::scene::scene_with;
use crate::table::Table;
use reglette::data::{Kind, Library, Source};
use reglette::game::Side;
use reglette::jomini::Action;
use reglette::jomini::combat::hits::TacticalEffect;
use reglette::jomini::rules::Rules;
use reglette::jomini::state::{AttackOrder, DefenceOrder, Step};

fn source() -> Source {
    Library::built_in().find(Kind::Rules, "jomini-v1").expect("the shipped rules")
}

fn first_edition() -> Rules {
    Rules::read(&source()).unwrap_or_else(|error| panic!("{error}"))
}

/// The same lines under the second edition and the first, and the result of a query for both.
fn both<T>(lines: &str, ask: impl Fn(Table) -> T) -> [T; 2] {
    let first = first_edition();
    [ask(scene_with(lines, |_| ())), ask(scene_with(lines, |rules| *rules = first.clone()))]
}

fn dice(lines: &str) -> [u8; 2] {
    both(lines, |table| table.dice_of("A", "D"))
}

fn tactical(lines: &str) -> [TacticalEffect; 2] {
    both(lines, |table| table.tactical("A", "D"))
}

/// Whether this action is legal in the second edition and in the first.
fn open(lines: &str, is_it: impl Fn(&Action) -> bool) -> [bool; 2] {
    both(lines, |table| table.legal().iter().any(&is_it))
}

#[test]
fn every_key_of_the_first_edition_differs_from_the_second() {
    let published: toml::Table = Library::built_in()
        .find(Kind::Rules, "jomini-v2")
        .expect("the shipped rules")
        .text()
        .parse()
        .expect("sound TOML");
    let first: toml::Table = source().text().parse().expect("sound TOML");
    for (key, value) in first.iter().filter(|(key, _)| *key != "extends") {
        assert_ne!(published.get(key), Some(value), "{key}");
    }
    assert!(first.len() > 15);
}

/// Section 7, lines 1 and 3: three dice whatever the elements; very light rockets lose two dice if they moved.
#[test]
fn guns_of_the_first_edition_roll_three_dice() {
    assert_eq!(dice("red A foot_artillery_heavy 0502 elements=1\nblue D line_infantry 0504"), [1, 3]);
    assert_eq!(dice("red A rocket_artillery_very_light 0502 moved=1\nblue D line_infantry 0504"), [2, 1]);
}

/// Section 7, line 4: without the step for orders their dice stay within what terrain allows.
#[test]
fn terrain_limits_the_dice_of_orders_in_the_first_edition() {
    let lines = "red A line_infantry 0503\nblue D line_infantry 0504\nbuildings 0504\ntokens red 9";
    let ordered = both(lines, |mut table| {
        table.begin("A", "D");
        table.attack_order(AttackOrder::Elan);
        table.go_to_dice();
        table.dice()
    });
    assert_eq!(ordered, [3, 2]);
}

/// Section 7, lines 5, 6 and 7.
#[test]
fn the_first_edition_has_no_rows_for_rockets_and_elusive_troops() {
    use TacticalEffect::{Hit, Miss, MoraleHit};
    assert_eq!(tactical("red A rocket_artillery_light 0502\nblue D line_infantry 0504"), [MoraleHit, Hit]);
    assert_eq!(tactical("red A line_infantry 0503\nblue D line_infantry 0504 elusive"), [MoraleHit, Miss]);
    assert_eq!(tactical("red A foot_artillery_light 0501\nblue D line_infantry 0504 elusive"), [MoraleHit, Miss]);
}

/// Section 7, line 9: each symbol removes an element.
#[test]
fn no_hit_is_dodged_in_the_first_edition() {
    let offered = both("red A line_infantry 0503\nblue D line_infantry 0504\ntokens blue 9", |mut table| {
        table.begin("A", "D");
        table.decline_to(Step::DefenceOrder);
        table.defence_orders().contains(&DefenceOrder::Dodge)
    });
    assert_eq!(offered, [true, false]);
}

/// The start of a Command phase with a commander, a sub-general beside him, and a number of tokens.
fn command(tokens: u8) -> String {
    format!(
        "phase command\nofficer red commander_in_chief 0500\nofficer red sub_general 0600\nred A line_infantry \
            0501\nred B heavy_cavalry 0601\nblue D line_infantry 0008\ntokens red {tokens}"
    )
}

/// Other chapters [sec]: the orders and their costs.
#[test]
fn orders_of_the_first_edition_cost_more() {
    assert_eq!(open(&command(2), |it| *it == Action::Courier), [true, false]);
    assert_eq!(open(&command(3), |it| *it == Action::Courier), [true, true]);
    assert_eq!(open(&command(9), |it| matches!(it, Action::StrategicMove(_))), [true, false]);
    assert_eq!(open(&command(3), |it| *it == Action::CombinedOrder), [true, false]);
    assert_eq!(open(&command(3), |it| matches!(it, Action::Messengers(_))), [true, false]);
    let extra = both(&command(9), |mut table| {
        let officer = table.officers(Side::Red)[0];
        table.play(Action::Activate(officer));
        let unit = table.unit("A");
        table.play(Action::Pick(unit));
        table.decline_picking();
        table.may(Action::ExtraActivation)
    });
    assert_eq!(extra, [true, false]);
    let march = both(
        "phase movement\nofficer red commander_in_chief 0500\nred A line_infantry 0501\nblue D line_infantry \
            0008\ntokens red 4",
        |table| table.may(Action::ForwardMarch),
    );
    assert_eq!(march, [true, false]);
}

/// Other chapters [sec]: a command order uses up the manoeuvre order of the player-turn.
#[test]
fn a_command_order_is_a_manoeuvre_order_in_the_first_edition() {
    let after = both(&command(9), |mut table| {
        table.play(Action::Reconnaissance);
        table.legal().iter().any(|action| matches!(action, Action::Messengers(_)))
    });
    assert_eq!(after, [true, false]);
}

/// JI-69, JI-61, J3.29, J3.34 [sec]: General assault is a second Command phase, in which an officer activates again;
/// Combined attack holds for the officer who activates first.
#[test]
fn orders_of_the_first_edition_have_another_reach() {
    let lines = "phase command\ntokens red 24\nofficer red commander_in_chief 0502\nofficer red sub_general 0302\nred A \
        line_infantry 0503\nred B heavy_cavalry 0402\nred C line_infantry 0303\nred D heavy_cavalry 0202\n";
    let activate = |table: &mut Table, officer: usize, unit: &str, other: &str| {
        let (officer, unit, other) = (table.officers(Side::Red)[officer], table.unit(unit), table.unit(other));
        table.play(Action::Activate(officer));
        table.play(Action::Pick(unit));
        let may_join = table.may(Action::Pick(other));
        table.decline_picking();
        may_join
    };
    let again = both(lines, |mut table| {
        table.state.turn.activations_left = 1;
        activate(&mut table, 0, "A", "B");
        table.play(Action::ExtraActivation);
        let again = table.may(Action::Activate(table.officers(Side::Red)[0]));
        (table.state.turn.activations_left, table.battle.activations_now(&table.state, table.state.active), again)
    });
    assert_eq!((again[0].0, again[0].2), (1, false));
    assert_eq!((again[1].0, again[1].2), (again[1].1, true), "as many as in the Command phase");
    assert!(again[1].1 > 1, "{again:?}");
    let mixed = both(lines, |mut table| {
        table.state.turn.activations_left = 2;
        table.play(Action::CombinedOrder);
        [activate(&mut table, 0, "A", "B"), activate(&mut table, 1, "C", "D")]
    });
    assert_eq!(mixed, [[true, true], [true, false]]);
    // A unit that is led activates itself: it does not use up the order.
    let after_leading = both(&format!("{lines}\nofficer red senior_officer 0202"), |mut table| {
        table.state.turn.activations_left = 2;
        table.play(Action::CombinedOrder);
        let led = table.legal().into_iter().find(|it| matches!(it, Action::LeadToActivate(..)));
        table.play(led.expect("the senior officer leads D"));
        activate(&mut table, 0, "A", "B")
    });
    assert_eq!(after_leading, [true, true]);
}

/// Other chapters [sec]: senior officers move three hexes; guns pass through guns.
#[test]
fn officers_and_guns_of_the_first_edition_move_more_freely() {
    let reach = both(
        "phase movement\nofficer red senior_officer 0500\nred A line_infantry 0001\nblue D line_infantry 0008",
        |table| {
            let officer = table.officers(Side::Red)[0];
            table.battle.field.forces.officer_profile(officer).movement
        },
    );
    assert_eq!(reach, [2, 3]);
    let lines = "phase movement\nred A foot_artillery_very_light 0500\nred B foot_artillery_light 0501\nblue D \
        line_infantry 0008";
    let through = both(lines, |mut table| {
        let unit = table.unit("A");
        table.play(Action::Move(unit));
        table.destinations().iter().any(|(place, _)| place == "0602")
    });
    assert_eq!(through, [false, true]);
}
