//! Elephants in panic in detail: distance (JI-160), the edge of the table (JI-162), and their effects on others
//! (JI-169). The main rules are in `elephants.rs`.

use crate::scene::{scene, scene_with};
use crate::table::{Table, set};
use reglette::jomini::rules::Face::Cavalry;
use reglette::jomini::rules::{ElephantCountsLost, PanicBlocked, PanicRoll, Rules};
use reglette::jomini::state::Step;
use reglette::jomini::{Action, Roll};

/// E on this hex has been struck, and its elephant is about to roll.
fn loose(place: &str, more: &str, change: impl Fn(&mut Rules)) -> Table {
    let mut table =
        scene_with(&format!("red A line_infantry {}\nblue E elephant_medium {place}\n{more}", before(place)), change);
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

/// JI-160: one hex for each flag or tactical advantage, in a variant two.
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

/// JI-162, J5.98: it is removed when a hex of its flight would lie beyond its own edge; in the edge row it is still on
/// the table.
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

/// JI-169, J5.18: an elephant in panic frightens the animals beside it, of both sides, and blocks movement and sight
/// like a unit.
#[test]
fn an_elephant_in_panic_is_still_an_elephant() {
    let with = |elephant: &str, lines: &str| {
        let mut table = scene(&format!("blue E elephant_medium 0808\n{lines}"));
        let (piece, hex) = (table.unit(ELEPHANT), table.hex(elephant));
        table.state.unit_mut(piece).elements = 1;
        table.state.place(piece, hex);
        table
    };
    let beside = with(
        "0403",
        "red A heavy_cavalry 0503\nred B light_cavalry 0302\nblue D line_infantry 0504\nblue C line_infantry 0202",
    );
    assert_eq!(beside.trail("A", "D").last(), Some(&("J5.18", 2)), "the enemy's animals");
    assert_eq!(beside.trail("B", "C").last(), Some(&("J5.9", 2)), "two hexes away");
    let own = with("0505", "red A line_infantry 0503\nblue D heavy_cavalry 0504");
    assert_eq!(own.dice_of_answer("A", "D"), 2, "and those of its own side");
    let sight =
        |elephant: &str| with(elephant, "red G foot_artillery_heavy 0502\nblue F line_infantry 0802").targets("G");
    assert_eq!((sight("0702"), sight("0703").contains("F")), (set(&[ELEPHANT]), true), "it bars the sight");
    let way = |elephant: &str| {
        let mut table = with(elephant, "phase movement\nred A light_infantry 0502\nlake 0403 0602");
        table.play(Action::Move(table.unit("A")));
        table.destinations().into_iter().map(|(hex, _)| hex).collect::<std::collections::BTreeSet<_>>()
    };
    assert!(
        !way("0503").contains("0503") && !way("0503").contains("0504") && way("0804").contains("0504"),
        "and the way"
    );
}

/// JI-165, JA3.16: the way of an elephant is no attack by the enemy: a unit that it tramples cannot break off.
#[test]
fn a_trampled_unit_does_not_break_off() {
    let mut table = loose("0505", "blue N light_lancers 0506 break_off\nlake 0606", |_| ());
    table.throw(Roll { hits: 2, ..Roll::default() });
    // It has one way, through the unit: its attack begins at once.
    assert_eq!((table.state.step, table.at("N").as_str()), (Step::StrikeRoll, "0506"));
}

/// J2.20: whatever the role of a unit's elephants, they are one animal: one piece that panics at the first loss, and
/// none at the next.
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
        assert_eq!(
            (table.elements("E"), table.battle.field.forces.elephants_of(unit).count()),
            (elements, 1),
            "{kind}"
        );
        assert!(table.battle.field.forces.has_elephants(&table.state, unit));
        table.attack("A", "E");
        table.throw(Roll { hits: 1, ..Roll::default() });
        assert_eq!(
            (table.state.step, table.battle.field.forces.has_elephants(&table.state, unit)),
            (Step::StampedeRoll, false),
            "{kind}"
        );
        assert_eq!(table.elements("E"), elements - 1, "{kind}");
        runs(&mut table, 1);
        let loose =
            table.battle.field.forces.elephants_of(unit).filter(|piece| table.state.unit(*piece).elements > 0).count();
        assert_eq!(loose, 1, "{kind}");
    }
}

/// JI-161: an elephant in panic rolls at the start of its owner's player-turns, in a variant of every one; each once.
#[test]
fn an_elephant_rolls_once_at_the_start_of_a_player_turn() {
    let rolls = |active: &str, every: bool| {
        let mut table = scene_with(
            &format!(
                "active {active}\nred A line_infantry 0303\nblue E elephant_medium 0808\nblue H elephant_medium \
                    0608\nblue B line_infantry 0305\nofficer red sub_general 0300\nofficer blue sub_general 0308"
            ),
            |rules| rules.panic_roll = if every { PanicRoll::EveryTurnStart } else { PanicRoll::OwnerTurnStart },
        );
        for (name, place) in [(ELEPHANT, "0403"), ("Elephant of H", "0603")] {
            let (piece, hex) = (table.unit(name), table.hex(place));
            table.state.unit_mut(piece).elements = 1;
            table.state.place(piece, hex);
        }
        table.play(Action::Done);
        let mut rolls = 0;
        while table.state.step == Step::StampedeRoll {
            rolls += 1;
            table.throw(Roll::default());
        }
        assert_eq!(table.state.step, Step::Command);
        rolls
    };
    assert_eq!([rolls("red", false), rolls("blue", false), rolls("red", true), rolls("blue", true)], [2, 0, 2, 2]);
}

/// JI-168: an elephant that fights counts as a lost unit when it panics, in a variant when it is removed.
#[test]
fn an_elephant_counts_as_lost_once() {
    let lost = |later: bool| {
        let mut table = loose("0508", "", |rules| {
            rules.elephant_counts_lost = if later { ElephantCountsLost::OnRemoval } else { ElephantCountsLost::OnPanic }
        });
        let before = table.state.sides[1].units_lost;
        runs(&mut table, 1);
        (before, table.state.sides[1].units_lost)
    };
    assert_eq!([lost(false), lost(true)], [(1, 1), (0, 1)]);
}

/// JI-165: before impassable ground only an elephant disappears, in a variant it stays where it stands.
#[test]
fn by_a_variant_a_barred_elephant_stays() {
    let after = |stays: bool| {
        let mut table = loose("0504", "lake 0405 0505", |rules| {
            rules.panic_blocked = if stays { PanicBlocked::Stay } else { PanicBlocked::Vanish }
        });
        runs(&mut table, 1);
        (table.at(ELEPHANT), table.elements(ELEPHANT))
    };
    assert_eq!([after(false), after(true)], [(String::new(), 0), ("0504".to_owned(), 1)]);
}

/// JI-165, J5.97: a unit that strikes back may remove the elephant; an elephant whose target leaves its hex takes it
/// and runs on.
#[test]
fn a_trampled_unit_may_strike_back() {
    let barred = "red S line_infantry 0405\nred T line_infantry 0505\nred U line_infantry 0404";
    let mut table = loose("0504", barred, |_| ());
    table.throw(Roll { hits: 1, ..Roll::default() });
    let target = table.unit("S");
    assert_eq!(table.state.step, Step::Stampede);
    assert!(table.may(Action::Trample(target)) && table.may(Action::Trample(table.unit("T"))), "its owner chooses");
    table.play(Action::Trample(target));
    table.throw(Roll::default());
    assert_eq!(table.state.step, Step::Riposte, "T and U support S");
    table.play(Action::Riposte);
    table.roll(&[Cavalry]);
    assert_eq!((table.elements(ELEPHANT), table.elements("S")), (0, 3));
    let mut taken = loose("0504", barred, |_| ());
    taken.throw(Roll { hits: 2, ..Roll::default() });
    taken.play(Action::Trample(target));
    taken.throw(Roll { hits: 3, ..Roll::default() });
    assert_eq!((taken.elements("S"), taken.at(ELEPHANT).as_str()), (0, "0405"));
    assert_eq!(taken.state.step, Step::Stampede, "one hex is left");
}

/// J5.104: an elephant in panic drives out lone enemy officers.
#[test]
fn an_elephant_drives_out_lone_enemy_officers() {
    let mut table = loose("0504", "officer red sub_general 0405\nlake 0505\nred R line_infantry 0404", |_| ());
    runs(&mut table, 1);
    table.play(Action::FleeTo(table.hex("0404")));
    assert_eq!(
        (table.officers_at(reglette::game::Side::Red), table.at(ELEPHANT)),
        (vec!["0404".to_owned()], "0405".to_owned())
    );
}
