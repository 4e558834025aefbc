//! Special rules of some guns: zamboureks on their camels (JI-27), the slow very heavy guns (J4.10, JI-41); and the
//! targets of guns (JI-124).

use crate::scene::{scene, scene_with};
use crate::table::{Table, set};
use reglette::game::Side;
use reglette::jomini::Action;
use reglette::jomini::combat::hits::TacticalEffect;
use reglette::jomini::rules::Face::{Artillery, Cavalry, Flag, Infantry, Letter};
use reglette::jomini::rules::HitFace;
use reglette::jomini::state::Step;
use reglette::jomini::state::action::Payment;
use std::collections::BTreeMap;

fn reach(table: &Table, set_out: Action) -> BTreeMap<String, (u8, bool)> {
    let mut table = Table { battle: table.battle.clone(), state: table.state };
    table.play(set_out);
    table.destinations().into_iter().map(|(hex, to)| (hex, (to.hexes, to.may_attack))).collect()
}

/// JI-27: zamboureks are artillery: a die for each element, the first letter a flag, a flag ignored, the rows of
/// artillery for tactical advantages; J2.19.
#[test]
fn zamboureks_are_artillery() {
    let mut table = scene("red A zambourek 0503 elements=2\nblue D line_infantry 0504");
    assert_eq!((table.dice_of("A", "D"), table.tactical("A", "D")), (2, TacticalEffect::Hit));
    table.attack("A", "D");
    table.roll(&[Letter, Letter]);
    assert_eq!((table.tokens(Side::Red), table.state.combat.retreat_due), (1, 1), "a token and a flag");
    let struck = scene("red A line_infantry 0503\nblue D zambourek 0504");
    assert_eq!(
        (struck.ignored("A", "D"), struck.tactical("A", "D")),
        (1, TacticalEffect::Hit),
        "infantry against artillery"
    );
    let supported = scene("red A heavy_cavalry 0503\nblue D zambourek 0504");
    assert_eq!(supported.tactical("A", "D"), TacticalEffect::Hit, "mounted troops against artillery, supported or not");
}

/// JI-27: but the face of cavalry hits them, or in a variant that of artillery; they retreat two hexes; and animals
/// next to them lose a die.
#[test]
fn zamboureks_are_hit_and_driven_back_like_cavalry() {
    let struck = |face, change: fn(&mut reglette::jomini::rules::Rules)| {
        let mut table = scene_with("red A line_infantry 0503\nblue D zambourek 0504", change);
        table.attack("A", "D");
        table.roll(&[face]);
        table.elements("D")
    };
    assert_eq!([Cavalry, Artillery, Infantry].map(|face| struck(face, |_| ())), [2, 3, 3]);
    let by_artillery: fn(&mut reglette::jomini::rules::Rules) = |rules| rules.zambourek_hit_face = HitFace::Artillery;
    assert_eq!([Cavalry, Artillery].map(|face| struck(face, by_artillery)), [3, 2]);
    let mut driven = scene("red A line_infantry 0503\nblue D zambourek 0504");
    driven.attack("A", "D");
    driven.roll(&[Flag, Flag]);
    assert_eq!((driven.state.step, driven.state.combat.retreat_due), (Step::Retreat, 2));
    let dice =
        |more: &str| scene(&format!("red A heavy_cavalry 0503\nblue D line_infantry 0504\n{more}")).dice_of("A", "D");
    assert_eq!(
        [dice(""), dice("blue Z zambourek 0403"), dice("blue Z zambourek 0402\nred Y zambourek 0502")],
        [3, 2, 2]
    );
}

/// J4.10, JI-41: very heavy guns never move more than one hex: no march and no road takes them farther, and no order to
/// march is offered; J5.21: nor do they fire after it.
#[test]
fn very_heavy_guns_never_move_more_than_a_hex() {
    for kind in ["foot_artillery_very_heavy", "rocket_artillery_very_heavy"] {
        for letters in ["", "mobile"] {
            let table =
                scene(&format!("phase movement\ntokens red 9\nred A {kind} 0502 {letters}\nroad 0502 0602 0702 0802"));
            let unit = table.unit("A");
            let found = reach(&table, Action::Move(unit));
            assert!(found.values().all(|way| *way == (1, false)) && found.len() == 6, "{kind} {letters}: {found:?}");
            assert!(!table.may(Action::ForcedMarch(unit, Payment::Tokens)), "{kind}");
            let mut marched = Table { battle: table.battle.clone(), state: table.state };
            marched.play(Action::ForwardMarch);
            assert!(reach(&marched, Action::Move(unit)).values().all(|way| *way == (1, false)), "{kind}");
        }
    }
    let free = scene_with("phase movement\nred A foot_artillery_very_heavy 0502\nroad 0502 0602 0702 0802", |rules| {
        rules.very_heavy_artillery_move_cap = 3
    });
    assert_eq!(reach(&free, Action::Move(free.unit("A"))).get("0702"), Some(&(2, false)), "the road's hex");
}

/// JI-41: a retreat is not a move: they go as far as others, unless a variant caps that too.
#[test]
fn very_heavy_guns_retreat_as_far_as_others() {
    let due = |kind: &str, capped: bool| {
        let table = scene_with(&format!("red A line_infantry 0503\nblue D {kind} 0504"), |rules| {
            rules.very_heavy_artillery_cap_in_retreat = capped
        });
        table.battle.field.units().retreat_due(table.unit("D"), 3)
    };
    assert_eq!(
        [
            due("foot_artillery_very_heavy", false),
            due("foot_artillery_very_heavy", true),
            due("foot_artillery_heavy", true)
        ],
        [3, 1, 3]
    );
}

/// JI-63: on a Forced march guns that cannot fire after moving go a hex farther and still cannot; J4.11: guns that lose
/// dice by moving lose one for the hex more.
#[test]
fn guns_gain_no_fire_by_marching() {
    let march = |kind: &str| {
        let table = scene(&format!("phase movement\ntokens red 9\nred A {kind} 0502"));
        let found = reach(&table, Action::ForcedMarch(table.unit("A"), Payment::Tokens));
        let most = |fights: bool| {
            found.values().filter(|(_, may)| *may || !fights).map(|(hexes, _)| *hexes).max().unwrap_or(0)
        };
        (most(true), most(false))
    };
    assert_eq!(
        [march("foot_artillery_heavy"), march("foot_artillery_light"), march("foot_artillery_very_light")],
        [(0, 2), (0, 2), (2, 3)]
    );
    let dice = |moved: u8| {
        scene(&format!("red A foot_artillery_very_light 0502 moved={moved}\nblue D line_infantry 0504"))
            .dice_of("A", "D")
    };
    assert_eq!([dice(0), dice(1)], [3, 2]);
}

/// JI-124, J5.38: guns fire at an enemy beside their own troops as at any other; only an enemy beside the guns
/// themselves stops their fire (J5.39).
#[test]
fn guns_fire_at_enemies_in_contact_with_their_friends() {
    let table = scene(
        "red A foot_artillery_heavy 0502\nred F line_infantry 0603\nblue D line_infantry 0604\nblue E line_infantry \
            0404",
    );
    assert_eq!(table.targets("A"), set(&["D", "E"]));
    let beside = scene(
        "red A foot_artillery_heavy 0502\nred F line_infantry 0603\nblue D line_infantry 0604\nblue E line_infantry \
            0503",
    );
    assert_eq!(beside.targets("A"), set(&["E"]));
}
