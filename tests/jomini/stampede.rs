//! Elephants in panic in the details: how far (JI-160), over the edge (JI-162), and what they still do to others (JI-169). Their story is told in `elephants.rs`.

use crate::scene::{scene, scene_with};
use crate::table::{Table, set};
use reglette::jomini::rules::Face::Cavalry;
use reglette::jomini::rules::Rules;
use reglette::jomini::state::Step;
use reglette::jomini::{Action, Roll};

/// E on this hex has been struck, and its elephant is about to roll.
fn loose(place: &str, more: &str, change: impl Fn(&mut Rules)) -> Table {
    let mut table = scene_with(&format!("red A line_infantry {}\nblue E elephant_medium {place}\n{more}", before(place)), change);
    table.attack("A", "E");
    table.roll(&[Cavalry]);
    assert_eq!(table.state.step, Step::StampedeRoll);
    table
}

/// The hex in front of one, as blue sees it.
fn before(place: &str) -> String {
    let row: u8 = place[2..].parse().expect("a row");
    format!("{}{:02}", &place[..2], row - 1)
}

const ELEPHANT: &str = "Elephant of E";

fn runs(table: &mut Table, results: u8) {
    table.throw(Roll { hits: results, ..Roll::default() });
    while table.state.step == Step::Stampede {
        let ways = table.legal();
        assert!(ways.iter().all(|way| matches!(way, Action::StampedeTo(_))));
        table.play(ways[0]);
    }
}

/// JI-160: one hex for each flag or tactical advantage, by a variant two.
#[test]
fn each_result_drives_an_elephant_one_hex() {
    for (results, rows) in [(1, 1), (2, 2), (3, 3)] {
        let mut table = loose("0504", "", |_| ());
        runs(&mut table, results);
        assert_eq!(table.row(ELEPHANT), 4 + rows);
    }
    let mut far = loose("0504", "", |rules| rules.panic_hexes_per_result = 2);
    runs(&mut far, 2);
    assert_eq!(far.row(ELEPHANT), 8);
}

/// JI-162, J5.98: it is gone when a hex of its flight would lie beyond its own edge; in the edge row it still stands.
#[test]
fn an_elephant_leaves_over_its_own_edge_only() {
    let mut stands = loose("0506", "", |_| ());
    runs(&mut stands, 2);
    assert_eq!((stands.row(ELEPHANT), stands.elements(ELEPHANT)), (8, 1));
    let mut leaves = loose("0506", "", |_| ());
    runs(&mut leaves, 3);
    assert_eq!((leaves.at(ELEPHANT).as_str(), leaves.elements(ELEPHANT)), ("", 0));
    let mut stays = loose("0508", "", |_| ());
    runs(&mut stays, 0);
    assert_eq!((stays.at(ELEPHANT).as_str(), stays.elements(ELEPHANT)), ("0508", 1));
}

/// JI-169, J5.18: an elephant in panic frightens the animals beside it, of both sides, and bars way and sight like a unit.
#[test]
fn an_elephant_in_panic_is_still_an_elephant() {
    let with = |elephant: &str, lines: &str| {
        let mut table = scene(&format!("blue E elephant_medium 0808\n{lines}"));
        let (piece, hex) = (table.unit(ELEPHANT), table.hex(elephant));
        table.state.unit_mut(piece).elements = 1;
        table.state.place(piece, hex);
        table
    };
    let beside = with("0403", "red A heavy_cavalry 0503\nred B light_cavalry 0302\nblue D line_infantry 0504\nblue C line_infantry 0202");
    assert_eq!(beside.trail("A", "D").last(), Some(&("J5.18", 2)), "the enemy's animals");
    assert_eq!(beside.trail("B", "C").last(), Some(&("J5.9", 2)), "two hexes away");
    let own = with("0505", "red A line_infantry 0503\nblue D heavy_cavalry 0504");
    assert_eq!(own.dice_of_answer("A", "D"), 2, "and those of its own side");
    let sight = |elephant: &str| with(elephant, "red G foot_artillery_heavy 0502\nblue F line_infantry 0802").targets("G");
    assert_eq!((sight("0702"), sight("0703").contains("F")), (set(&[ELEPHANT]), true), "it bars the sight");
    let way = |elephant: &str| {
        let mut table = with(elephant, "phase movement\nred A light_infantry 0502\nlake 0403 0602");
        table.play(Action::Move(table.unit("A")));
        table.destinations().into_iter().map(|(hex, _)| hex).collect::<std::collections::BTreeSet<_>>()
    };
    assert!(!way("0503").contains("0503") && !way("0503").contains("0504") && way("0804").contains("0504"), "and the way");
}

/// J2.20: whatever elephants do for a unit, they are one animal: one piece that panics at the first loss, and none at the next.
#[test]
fn the_elephants_of_a_unit_are_one_animal() {
    let kinds = [
        ("elephant_medium", 1),
        ("elephant_heavy", 1),
        ("elephant_artillery_very_light", 1),
        ("elephant_artillery_light", 1),
        ("elephant_towed_artillery_heavy", 5),
        ("elephant_towed_artillery_very_heavy", 5),
        ("line_infantry", 5),
    ];
    for (kind, elements) in kinds {
        let carried = if kind == "line_infantry" { "carried_by=\"elephants\"" } else { "" };
        let mut table = scene(&format!("red A line_infantry 0503\nblue E {kind} 0504 iron {carried}"));
        let unit = table.unit("E");
        assert_eq!((table.elements("E"), table.battle.elephants_of(unit).count()), (elements, 1), "{kind}");
        assert!(table.battle.has_elephants(&table.state, unit));
        table.attack("A", "E");
        table.throw(Roll { hits: 1, ..Roll::default() });
        assert_eq!((table.state.step, table.battle.has_elephants(&table.state, unit)), (Step::StampedeRoll, false), "{kind}");
        assert_eq!(table.elements("E"), elements - 1, "{kind}");
        runs(&mut table, 1);
        let loose = table.battle.elephants_of(unit).filter(|piece| table.state.unit(*piece).elements > 0).count();
        assert_eq!(loose, 1, "{kind}");
    }
}
