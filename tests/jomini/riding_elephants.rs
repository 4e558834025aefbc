//! Infantry on elephants (J4.20): the face that hits it, the panic of its elephants, which leaves it on foot, and their
//! effect on others while it rides them.

use crate::scene::scene;
use crate::table::Table;
use reglette::jomini::army::unit::Animals;
use reglette::jomini::rules::{Face, PanickedElephants, Rules};
use reglette::jomini::state::Step;
use reglette::jomini::state::action::{Action, Payment};
use reglette::jomini::{Roll, State};

/// The dice of the flight: this many flags and tactical advantages.
fn flee(table: &mut Table, results: u8) {
    assert_eq!(table.state.step, Step::StampedeRoll, "an elephant panics");
    table.throw(Roll { hits: results, ..Roll::default() });
    while table.state.step == Step::Stampede {
        table.play(table.legal()[0]);
    }
}

fn rides(table: &Table, name: &str) -> bool {
    table.state.is_riding(table.unit(name))
}

/// JX-30, part A: one elephant in panic, and the infantry continues on foot (J4.20, J5.95, JI-31).
#[test]
fn a_loss_leaves_the_infantry_on_foot_and_one_elephant_in_panic() {
    let mut table = Table::open("jx-30-a");
    assert!(rides(&table, "D"));
    table.attack("A", "D");
    table.roll(&[Face::Infantry]);
    flee(&mut table, 1);
    assert_eq!((table.elements("D"), table.at("D").as_str(), rides(&table, "D")), (2, "0505", false));
    assert_eq!(
        (table.elements("Elephant of D"), table.row("Elephant of D")),
        (1, 6),
        "it cannot stay with its unit (JI-164)"
    );
    let unit = table.unit("D");
    assert_eq!(table.battle.field.units().capacity(&table.state, unit), 2, "light infantry moves on foot from then on");
}

/// JX-30, part B: of two hexes one is made; the other is a loss, and the elephant disappears (J5.76, J5.98).
#[test]
fn an_elephant_without_a_way_disappears() {
    let mut table = Table::open("jx-30-b");
    table.attack("A", "D");
    table.roll(&[Face::Infantry]);
    flee(&mut table, 2);
    assert_eq!((table.elements("Elephant of D"), table.at("Elephant of D").as_str()), (0, ""));
    assert_eq!((table.elements("D"), table.at("D").as_str()), (2, "0505"));
}

/// A fight in which the infantry at (5,4) loses elements, from two dice; returns the number of loose elephants
/// afterwards.
fn elephants_after(state: &str, faces: &[Face], change: fn(&mut Rules)) -> usize {
    let lines = format!("red A light_infantry 0503\nblue D line_infantry 0504 carried_by=\"elephants\" {state}");
    let mut table = crate::scene::scene_with(&lines, change);
    table.attack("A", "D");
    table.roll(faces);
    while table.state.step == Step::StampedeRoll {
        flee(&mut table, 0);
    }
    let unit = table.unit("D");
    table.battle.field.forces.elephants_of(unit).filter(|elephant| table.state.unit(*elephant).elements > 0).count()
}

/// J5.93: the infantry face hits it, whatever it rides; J4.20, JI-163: one elephant for its unit, one for each loss in
/// a variant, none once it has dismounted.
#[test]
fn the_infantry_face_hits_and_one_elephant_panics() {
    let usual = |_: &mut Rules| ();
    assert_eq!(elephants_after("", &[Face::Infantry], usual), 1);
    assert_eq!(elephants_after("", &[Face::Infantry, Face::Infantry], usual), 1);
    assert_eq!(elephants_after("", &[Face::Cavalry, Face::Artillery], usual), 0);
    assert_eq!(elephants_after("on_foot", &[Face::Infantry], usual), 0);
    let each = |rules: &mut Rules| rules.panicked_elephants_per_unit = PanickedElephants::PerLossOfFirstRoll;
    assert_eq!(elephants_after("", &[Face::Infantry, Face::Infantry], each), 2);
}

/// J5.95, JI-36: it never mounts again.
#[test]
fn who_has_lost_his_elephants_stays_on_foot() {
    let table = scene("phase movement\ntokens red 9\nred A line_infantry 0502 carried_by=\"elephants\" elephant_gone");
    assert!(!rides(&table, "A"));
    assert!(!table.may(Action::Mount(table.unit("A"), Payment::Tokens)));
    assert!(!table.battle.field.forces.has_elephants(&table.state, table.unit("A")));
}

/// JI-35, J5.18: they frighten horses next to them, while they are ridden; JI-34: their riders fight on foot and are
/// not frightened.
#[test]
fn ridden_elephants_frighten_horses() {
    let dice = |state: &str| {
        scene(&format!("red A heavy_cavalry 0503\nblue D line_infantry 0504 carried_by=\"elephants\" {state}"))
            .dice_of("A", "D")
    };
    assert_eq!((dice(""), dice("on_foot")), (2, 3));
    let beside =
        scene("red A heavy_cavalry 0503\nblue D line_infantry 0504\nred F line_infantry 0403 carried_by=\"elephants\"");
    assert_eq!(beside.dice_of("A", "D"), 2, "friendly ones too");
    let riders = scene(
        "red A line_infantry 0503 carried_by=\"elephants\"\nblue D line_infantry 0504\nblue E elephant_medium \
            0403\nblue C light_camelry 0603",
    );
    assert_eq!(riders.dice_of("A", "D"), 3);
    assert!(
        !riders
            .battle
            .field
            .forces
            .profile(riders.unit("A"))
            .animals
            .intersects(Animals::FEARS_CAMELS | Animals::FEARS_ELEPHANTS)
    );
}

/// JI-122, J5.37: they can be fired at over other troops, while they are ridden.
#[test]
fn ridden_elephants_are_seen_over_troops() {
    let seen = |state: &str| {
        let table = scene(&format!(
            "red A foot_artillery_light 0502\nred F line_infantry 0602\nblue D line_infantry 0702 \
                carried_by=\"elephants\" {state}"
        ));
        table.targets("A").contains("D")
    };
    assert!(seen("") && !seen("on_foot"));
}

/// A loose elephant of infantry is not a unit: it does not count (JI-168), and the counters of its side are unchanged.
#[test]
fn an_elephant_of_infantry_is_no_unit_lost() {
    let lost = |state: &State| state.sides.map(|side| side.units_lost);
    let mut table = Table::open("jx-30-b");
    let before = lost(&table.state);
    table.attack("A", "D");
    table.roll(&[Face::Infantry]);
    flee(&mut table, 3);
    assert_eq!(lost(&table.state), before);
}
