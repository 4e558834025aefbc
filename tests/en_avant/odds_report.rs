//! `reglette odds` in En Avant !: its own messages, its refusals, and illegal shots on request.

use crate::scene::{Scene, foot, with_weapon};
use crate::terrain::area;
use reglette::cli::odds::{Sweep, json, sweep_csv, table};
use reglette::en_avant::army::troop::{Arm, Troop};
use reglette::en_avant::rules::{Quality, TerrainKind, Weapon};
use reglette::en_avant::state::Status;
use reglette::en_avant::{Engagement, State};
use reglette::game::{CombatOdds, OddsFault, OddsQuery, OddsReport, Positioned, Side};

fn query(attacker: &str, target: &str, choices: &[(&str, &str)]) -> OddsQuery {
    let choices = choices.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    OddsQuery { attacker: attacker.to_owned(), target: target.to_owned(), choices }
}

fn weighed(
    game: &Engagement,
    state: &State,
    pair: [&str; 2],
    choices: &[(&str, &str)],
) -> Result<OddsReport, OddsFault> {
    game.combat_odds(state, &query(pair[0], pair[1], choices))
}

/// Bows before two units, the second farther away.
fn bows() -> Scene {
    let bow = with_weapon(Weapon::Bow, foot());
    Scene::new().stand(Side::Red, bow, (0, 0), 0, 3, 3).stand(Side::Blue, foot(), (-700, 500), 180, 1, 1).stand(
        Side::Blue,
        foot(),
        (700, 700),
        180,
        1,
        2,
    )
}

#[test]
fn the_table_is_in_the_words_of_the_rulebook() {
    let (game, state, _) = bows().build();
    let text = table(&weighed(&game, &state, ["R1", "B1"], &[]).expect("a shot"));
    for foreign in ["morale", "officer", "strike back", "riposte", "retreat"] {
        assert!(!text.contains(foreign), "{foreign}: {text}");
    }
    insta::assert_snapshot!(text);
}

/// Of many dice fewer rerolls are counted than asked for, and a note says how many.
#[test]
fn a_note_says_that_fewer_rerolls_are_counted() {
    let notes = |bases: u8| {
        let scene = Scene::new().stand(Side::Red, with_weapon(Weapon::Bow, foot()), (0, 0), 0, bases, bases);
        let (game, state, _) = scene.stand(Side::Blue, foot(), (0, 600), 180, 1, 1).build();
        weighed(&game, &state, ["R1", "B1"], &[("reroll", "always")]).expect("a shot").notes
    };
    assert_eq!(notes(11), [""; 0]);
    // The target is out of range of one base.
    let of_many = notes(14);
    let [note] = &of_many[..] else { panic!("{of_many:?}") };
    assert!(note.ends_with("at most 2 rerolls of a die: with 13 dice, more are too many to count exactly"), "{note}");
}

/// E9.10, E9.11: a target that is not the nearest is refused with the rule, and computed on request.
#[test]
fn a_shot_at_a_farther_target_is_weighed_only_if_asked_for() {
    let (game, state, _) = bows().build();
    let refused = weighed(&game, &state, ["R1", "B2"], &[]).expect_err("not the nearest").to_string();
    assert!(
        refused.contains("(B1) is nearer or more dangerous and has to be the target (E9.10, E9.11); --even-if-illegal"),
        "{refused}"
    );
    let report = weighed(&game, &state, ["R1", "B2"], &[("even_if_illegal", "yes")]).expect("dice can be rolled");
    assert!(report.notes[0].starts_with("the shot is illegal: "), "{:?}", report.notes);
    assert!(weighed(&game, &state, ["R1", "B1"], &[]).expect("the nearest").notes.is_empty());
}

/// E5.9, E9.14, E9.17: a unit that has been activated, a target out of the field, a wood in between.
#[test]
fn other_illegal_shots_are_refused_with_their_rules() {
    let (game, mut state, ids) = bows().build();
    state.unit_mut(ids[0]).set(Status::ACTIVATED, true);
    let refused = weighed(&game, &state, ["R1", "B1"], &[]).expect_err("activated").to_string();
    assert!(refused.contains("(E5.9); --even-if-illegal"), "{refused}");
    let far = Scene::new().stand(Side::Red, with_weapon(Weapon::Bow, foot()), (0, 0), 0, 1, 1).stand(
        Side::Blue,
        foot(),
        (0, 4_000),
        180,
        1,
        1,
    );
    let (game, state, _) = far.build();
    let refused =
        weighed(&game, &state, ["R1", "B1"], &[("even_if_illegal", "yes")]).expect_err("out of the field").to_string();
    assert!(refused.ends_with("(E9.14)"), "{refused}");
    let mut screened = bows();
    screened.pieces = vec![area(TerrainKind::Wood, &[(-10, 2), (10, 2), (10, 3), (-10, 3)])];
    let (game, state, _) = screened.build();
    let refused = weighed(&game, &state, ["R1", "B1"], &[]).expect_err("a wood in between").to_string();
    assert!(refused.contains("(E9.17)"), "{refused}");
}

/// EI-76: units in contact but in different melees are not evaluated as one pair; the pairs that fight are named.
#[test]
fn units_of_different_melees_are_refused_with_the_right_pairs() {
    // R1 covers most of B1 and a little of B2; R2 the rest of B2.
    let scene = Scene::new()
        .stand(Side::Red, foot(), (0, 0), 0, 3, 3)
        .stand(Side::Red, foot(), (1_800, 0), 0, 3, 3)
        .stand(Side::Blue, foot(), (-200, 0), 180, 3, 3)
        .stand(Side::Blue, foot(), (1_600, 0), 180, 3, 3);
    let (game, state, ids) = scene.build();
    assert!(game.units().contact(&state, ids[0], ids[3]).is_some(), "they touch");
    let refused = weighed(&game, &state, ["R1", "B2"], &[]).expect_err("another melee").to_string();
    assert_eq!(refused, "attacker and target touch, but fight different melees (EI-76): R1 fights B1, R2 fights B2");
    assert!(weighed(&game, &state, ["R1", "B1"], &[]).expect("a melee").notes.is_empty());
}

/// EI-76, EI-77: the odds of a unit that fights in a melee without leading its side come with a note on the leading
/// unit and the unit that suffers.
#[test]
fn the_pair_that_leads_a_melee_is_named() {
    let scene = Scene::new()
        .stand(Side::Red, foot(), (0, 0), 0, 3, 3)
        .stand(Side::Red, foot(), (-900, 100), 90, 1, 1)
        .stand(Side::Blue, foot(), (0, 0), 180, 3, 3);
    let (game, state, ids) = scene.build();
    let beside = game.units().contact(&state, ids[1], ids[2]);
    if beside.is_none() {
        panic!("the flanker touches: {:?} {:?}", state.unit(ids[1]), state.unit(ids[2]));
    }
    let report = weighed(&game, &state, ["R2", "B1"], &[]).expect("a melee");
    assert!(report.notes.iter().any(|note| note.contains("(R1) leads red in this melee")), "{:?}", report.notes);
    assert!(weighed(&game, &state, ["R1", "B1"], &[]).expect("a melee").notes.is_empty());
}

#[test]
fn data_holds_saves_with_their_steps_and_the_chance_of_a_rout() {
    let (game, state, _) = bows().build();
    let data = json(&weighed(&game, &state, ["R1", "B1"], &[]).expect("a shot"));
    let facts = &data["rolls"][0]["facts"];
    assert!(facts["saves"].is_number() && facts["saves_by"].is_array() && facts["routs_from"].is_number());
    assert!(facts["rout"].as_f64().is_some_and(|share| (0.0..=1.0).contains(&share)));
    assert!(data.get("may_riposte").is_none());
}

/// E10.16: the odds give a rout only to a unit that impacts can rout: none that runs already.
#[test]
fn a_unit_that_runs_already_is_not_routed_again() {
    let (game, mut state, ids) = bows().build();
    state.units[usize::from(ids[1])].status |= Status::ROUTING;
    let data = json(&weighed(&game, &state, ["R1", "B1"], &[]).expect("a shot"));
    let facts = &data["rolls"][0]["facts"];
    assert!(facts.get("routs_from").is_none(), "{facts}");
    assert_eq!(facts["rout"].as_f64(), Some(0.0));
}

/// EI-70: an elephant is never routed by impacts, shot at or in melee.
#[test]
fn an_elephant_is_not_routed() {
    let scene = Scene::new().stand(Side::Red, with_weapon(Weapon::Bow, foot()), (0, 0), 0, 3, 3).stand(
        Side::Blue,
        Troop::plain(Arm::Elephant, Quality::Normal),
        (0, 700),
        180,
        1,
        1,
    );
    let (game, state, _) = scene.build();
    let data = json(&weighed(&game, &state, ["R1", "B1"], &[]).expect("a shot"));
    let facts = &data["rolls"][0]["facts"];
    assert!(facts.get("routs_from").is_none() && facts["rout"].as_f64() == Some(0.0), "{facts}");
}

/// A sweep over distance, bases, terrain and an option: each value has its lines, and impossible values are refused in
/// their place.
#[test]
fn sweeps_of_a_shot() {
    let (game, state, _) = bows().build();
    let positioned = Positioned { game, state };
    let written = |asked: &str| {
        let sweep = Sweep::of::<Engagement>(asked).expect("a sweep");
        let swept = sweep.weigh(&positioned, &query("R1", "B1", &[])).expect("a question");
        let mut bytes = Vec::new();
        sweep_csv(&sweep, &swept, &mut bytes).expect("memory");
        (swept, String::from_utf8(bytes).expect("text"))
    };
    let (distances, text) = written("distance=2,4,90");
    assert!(distances[0].is_ok() && distances[1].is_ok());
    assert!(
        distances[2].as_ref().is_err_and(|why| why.contains("beyond the edge") || why.contains("E9.14")),
        "{distances:?}"
    );
    assert!(text.starts_with("sweep,value,attacker,target,reroll,") && text.contains("\ndistance,2,"), "{text}");
    let (terrain, _) = written("terrain=plain,wood");
    let saves = |report: &OddsReport| format!("{:?}", report.rolls[0].facts[0]);
    let [plain, wood] = [&terrain[0], &terrain[1]].map(|it| saves(it.as_ref().expect("a shot")));
    assert_ne!(plain, wood, "a wood shelters (E9.52)");
    let (bases, _) = written("bases=1..4");
    assert!(
        bases[..3].iter().all(Result::is_ok) && bases[3].as_ref().is_err_and(|why| why.contains("at most 3 bases")),
        "{bases:?}"
    );
    assert_eq!(written("reroll=never,always").0.len(), 2);
    for (faulty, what) in [
        ("distanc=1", "did you mean \"distance\"?"),
        ("bases=1..x", "not a range"),
        ("distance", "NAME=VALUES"),
        ("reroll=once", "expected"),
    ] {
        let error = Sweep::of::<Engagement>(faulty).expect_err("no sweep").to_string();
        assert!(error.contains(what), "{error}");
    }
}
