//! Chapter 1: requirements for two armies to meet, combativity and its losses.

use crate::movement::moved;
use crate::scene::{Scene, foot};
use crate::terrain::area;
use reglette::data::{Kind, Library, Source};
use reglette::en_avant::army::Army;
use reglette::en_avant::army::troop::Period;
use reglette::en_avant::army::{Force, Muster};
use reglette::en_avant::rules::{DeployMethod, Rules, TerrainKind};
use reglette::en_avant::setup::scenario::{Scenario, Table};
use reglette::en_avant::setup::{Terms, assemble};
use reglette::en_avant::state::action::{Action, Path, Segment};
use reglette::en_avant::state::{Piece, Status, Step};
use reglette::en_avant::table::geometry::{CENTIMETRE, Heading, Point};
use reglette::en_avant::table::ground::Ground;
use reglette::en_avant::{EnAvant, Engagement, State};
use reglette::game::{BySide, Game, Moment, Rulebook, Side};

fn list(name: &str) -> Army {
    Army::read(&Library::built_in().find(Kind::Army, name).expect("a shipped list"))
        .unwrap_or_else(|error| panic!("{error}"))
}

/// Two armies with numbers of units of one base and these combativities, on an empty table.
fn gathered(units: BySide<usize>, combativity: BySide<u8>) -> Result<Engagement, Vec<String>> {
    let muster = Muster { name: "foot".to_owned(), troop: foot(), bases: 1, dismounts: false, points: None };
    let force = |side: Side| Force {
        name: side.to_string(),
        period: Period::Antiquity,
        combativity: combativity[side],
        units: vec![muster.clone(); units[side]],
    };
    let ground = Ground { half_width: 50 * CENTIMETRE, half_depth: 50 * CENTIMETRE, pieces: Vec::new() };
    let terms = Terms { name: "gathered".to_owned(), turn_limit: 20, objectives: Vec::new(), placer: None };
    assemble(&Rules::published(), ground, BySide::from_fn(force), terms)
}

/// E1.1, E1.3: two armies are needed, and no terrain.
#[test]
fn two_armies_meet_on_an_empty_table() {
    let fours = BySide::new(4, 4);
    assert!(gathered(BySide::new(1, 1), fours).is_ok());
    assert_eq!(gathered(BySide::new(0, 1), fours).unwrap_err(), ["red has no unit"]);
    assert_eq!(gathered(BySide::new(1, 0), fours).unwrap_err(), ["blue has no unit"]);
}

/// E4.17, E2.18: the bands in which both sides are set up do not meet.
#[test]
fn a_table_too_shallow_for_both_bands_is_refused() {
    let mut rules = Rules::published();
    let with = |rules: &Rules, half_depth| {
        let ground = Ground { half_width: 50 * CENTIMETRE, half_depth, pieces: Vec::new() };
        let force = |side: Side| Force {
            name: side.to_string(),
            period: Period::Antiquity,
            combativity: 4,
            units: vec![Muster { name: "foot".to_owned(), troop: foot(), bases: 1, dismounts: false, points: None }],
        };
        let terms = Terms { name: "shallow".to_owned(), turn_limit: 20, objectives: Vec::new(), placer: None };
        assemble(rules, ground, BySide::from_fn(force), terms)
    };
    let band = rules.rulers(rules.deployment_depth);
    assert!(with(&rules, band + 1).is_ok());
    let faults = with(&rules, band).unwrap_err();
    assert!(faults.len() == 1 && faults[0].ends_with("which would meet (E4.17)"), "{faults:?}");
    rules.deployment_depth -= 1;
    assert!(with(&rules, band).is_ok());
}

/// E1.2: dice have six faces; units are marked as activated, as disordered and as routing, independently, and turns are
/// counted.
#[test]
fn dice_have_six_faces_and_marks_stand_for_themselves() {
    let (game, mut state, ids) = Scene::new()
        .stand(Side::Red, foot(), (0, -3000), 0, 1, 1)
        .stand(Side::Red, foot(), (2000, -3000), 0, 1, 1)
        .stand(Side::Blue, foot(), (0, 3000), 180, 1, 1)
        .build();
    state.unit_mut(ids[0]).set(Status::DISORDERED, true);
    game.apply(&mut state, Action::Activate(ids[0]));
    game.apply(&mut state, Action::Reorganise);
    let mut rolls = Vec::new();
    game.rolls(&state, &mut rolls);
    assert_eq!(rolls.iter().map(|it| it.weight).sum::<u64>(), 6);
    game.apply_roll(&mut state, reglette::en_avant::Roll::default());
    let it = state.unit(ids[0]);
    assert!(
        it.has(Status::ACTIVATED) && it.has(Status::DISORDERED) && !it.has(Status::ROUTING),
        "a single base keeps its mark"
    );
    assert!(!state.unit(ids[1]).has(Status::ACTIVATED | Status::DISORDERED));
    assert_eq!(state.turn, 1);
}

/// E1.6: combativity is 2 to 5 at the start.
#[test]
fn combativity_is_two_to_five_at_the_start() {
    for combativity in 0..=7 {
        let found = gathered(BySide::new(1, 1), BySide::new(combativity, 4));
        assert_eq!(found.is_ok(), (2..=5).contains(&combativity), "{combativity}");
    }
}

/// E1.5, E1.7, E12.2: an army whose combativity falls to 1 has lost immediately.
#[test]
fn an_army_of_combativity_one_flees() {
    let (game, start, _) = Scene::new()
        .stand(Side::Red, foot(), (0, -3000), 0, 1, 1)
        .stand(Side::Blue, foot(), (0, 3000), 180, 1, 1)
        .build();
    let after = |combativity: i8| {
        let mut state = start;
        state.side_mut(Side::Blue).combativity = combativity;
        game.apply(&mut state, Action::Done);
        game.moment(&state)
    };
    assert!(!matches!(after(2), Moment::Over(_)));
    assert!(matches!(after(1), Moment::Over(outcome) if outcome.winner == Some(Side::Red)));
}

/// E1.8, E1.9, E12.1: the loss of a part of the army, of the general, of the camp, and objectives reduce combativity
/// during the game.
#[test]
fn what_is_lost_brings_combativity_down() {
    let scene = |combativity: u8| {
        let mut scene = Scene::new();
        scene.combativity = BySide::new(combativity, 5);
        scene.pieces = vec![area(TerrainKind::Wood, &[(20, -10), (40, -10), (40, 10), (20, 10)])];
        scene
            .stand(Side::Red, foot(), (3000, 300), 0, 2, 2)
            .stand(Side::Blue, foot(), (-700, 2000), 0, 2, 2)
            .stand(Side::Red, foot(), (-3000, -4000), 0, 2, 2)
            .stand(Side::Blue, foot(), (-3000, 4500), 180, 2, 2)
            .build()
    };
    // One of the four bases of blue is a quarter of its army.
    let (game, start, ids) = scene(5);
    let mut losses = start;
    game.units().destroy(&mut losses, ids[1]);
    assert_eq!(losses.combativity(Side::Blue), 3, "two quarters");
    let mut general = start;
    general.side_mut(Side::Blue).general_lost = false;
    general.side_mut(Side::Blue).general_unit = ids[1];
    game.units().destroy(&mut general, ids[1]);
    assert_eq!(general.combativity(Side::Blue), 0, "three more for the general");
    let mut camp = start;
    let at = Piece { front: Point::new(-30_000, -36_000), heading: Heading::NORTH, present: true, activated: false };
    (camp.side_mut(Side::Blue).camp_lost, camp.side_mut(Side::Blue).camp) = (false, at);
    let stormed = moved(&game, &camp, ids[2], Path::of(&[Segment::Advance(100)]));
    assert_eq!(stormed.combativity(Side::Blue), 3);
    let mut taken = start;
    taken.objectives[0].real = true;
    let hold = |state: &mut State| {
        let turn = state.turn;
        while state.turn == turn && state.outcome.is_none() {
            match game.moment(state) {
                Moment::Decide(_) if state.step == Step::Impulse => game.apply(state, Action::Done),
                Moment::Decide(_) => game.apply(state, Action::GoFirst),
                _ => game.apply_roll(state, reglette::en_avant::Roll::default()),
            }
        }
    };
    hold(&mut taken);
    hold(&mut taken);
    assert_eq!((taken.combativity(Side::Red), taken.combativity(Side::Blue)), (5, 4), "red cannot gain, so blue loses");
}

/// E1.10, E4.18, E4.21: behind the screen the enemy's units are hidden, his combativity is not.
#[test]
fn combativities_are_known_from_the_start() {
    let rules = Rules { deploy_method: DeployMethod::HiddenScreen, ..Rules::published() };
    let gauls = list("gauls");
    let open = Scenario::open("open", Table::Small);
    let game = EnAvant::prepare(&rules, &open, BySide::new(Some(&gauls), Some(&gauls))).expect("a sound game").game;
    let mut state = game.initial();
    for (side, combativity) in [(Side::Red, 5), (Side::Blue, 3)] {
        state.side_mut(side).combativity = combativity;
    }
    assert_eq!(state.turn, 0);
    for side in Side::BOTH {
        let seen = game.seen_by(&state, side);
        assert_eq!((seen.combativity(Side::Red), seen.combativity(Side::Blue)), (5, 3));
    }
    // Units that stand behind it, in whatever formation, are seen as if they had not been set up.
    let mut placed = state;
    for unit in game.troops.units_of(Side::Red) {
        let it = placed.unit_mut(unit);
        (it.front, it.files) = (Point::new(1_000, -50_000), 2);
        it.set(Status::RESERVE, false);
        it.set(Status::LIMBERED, true);
    }
    assert!(game.seen_by(&placed, Side::Blue) == game.seen_by(&state, Side::Blue), "nothing shows");
    assert!(game.seen_by(&placed, Side::Red) != game.seen_by(&state, Side::Red), "its owner sees it");
}

/// E1.11, E13.13, E13.20, EI-22, EI-101: armies that never met may meet, if their periods are of one group.
#[test]
fn armies_of_one_period_meet_whether_they_did_or_not() {
    let open = Scenario::open("open", Table::Small);
    let meet = |red: &str, blue: &str| {
        let (red, blue) = (list(red), list(blue));
        (
            red.is_historical_opponent(&blue),
            EnAvant::prepare(&Rules::published(), &open, BySide::new(Some(&red), Some(&blue))).is_ok(),
        )
    };
    assert_eq!(meet("new-kingdom-egyptians", "nubians"), (true, true));
    assert_eq!(meet("new-kingdom-egyptians", "gauls"), (false, true));
    assert_eq!(meet("visigoths", "franks"), (true, true));
    assert_eq!(meet("visigoths", "saxons"), (false, true), "the Saxons do not name the Visigoths");
    assert_eq!(meet("gauls", "mongols"), (false, true));
    assert_eq!(meet("gauls", "civil-war-texas-50"), (false, false));
    assert_eq!(meet("napoleonic-france-50", "civil-war-texas-50"), (false, false));
}

/// E1.13, E13.15, EI-31: by default both armies have the same combativity; a scenario may give the weaker one more.
#[test]
fn a_scenario_may_balance_power_by_combativity() {
    let library = Library::built_in();
    let prepared = |text: &str| {
        let source = Source::new(&library, Kind::Scenario, "scenarios/en-avant/mine.toml", text);
        let scenario = Scenario::read(&source).unwrap_or_else(|error| panic!("{error}"));
        let game = scenario.prepare(&Rules::published(), BySide::default()).expect("a sound game");
        Side::BOTH.map(|side| game.start.combativity(side))
    };
    let armies = |red: &str, blue: &str| format!("[red]\narmy = \"gauls\"\n{red}\n[blue]\narmy = \"franks\"\n{blue}\n");
    assert_eq!(prepared(&armies("", "")), [4, 4]);
    assert_eq!(prepared(&armies("combativity = 5", "combativity = 3")), [5, 3]);
}

/// EI-1: where the text and its summary sheet disagree the published rules follow the text; rules only in the summary
/// hold.
#[test]
fn the_text_comes_before_its_summary() {
    use reglette::en_avant::rules::{BlockedRecoil, ConformingUnit, RoutThreshold, Threshold};
    let rules = Rules::published();
    assert_eq!(rules.rout_threshold, RoutThreshold::Combativity, "not the number of bases (E10.16)");
    assert_eq!(rules.conforming_unit, ConformingUnit::ShorterFront, "not the longer one (E11.5)");
    assert_eq!(rules.break_off_test, Threshold::Less, "not less or equal (E11.43)");
    assert_eq!(rules.blocked_recoil, BlockedRecoil::Destroyed, "not merely impossible (E10.11)");
    assert!(!rules.strict_zoc_move_ban, "a unit in a zone of control may back away (E7.17)");
    assert!(!rules.melee_saves, "of saves in melee only the summary speaks (E11.39)");
}

/// EX-16, E13.12: 40 points at a combativity of 5 balance 50 at 4, and `check` reports it.
#[test]
fn points_times_combativity_are_told() {
    let library = Library::built_in();
    let of = |bases: u8, combativity: u8| {
        let text = format!(
            "period = \"antiquity\"\ncombativity = {combativity}\n[[troop]]\nname = \"foot\"\narm = \
                \"infantry\"\nquality = \"normal\"\nbases = {bases}\n"
        );
        Army::read(&Source::new(&library, Kind::Army, "armies/en-avant/mine.toml", text))
            .unwrap_or_else(|error| panic!("{error}"))
    };
    let mut scenario = Scenario::open("open", Table::Small);
    (scenario.parties.red.army, scenario.parties.blue.army) = (Some(of(20, 5)), Some(of(25, 4)));
    let remarks = scenario.remarks(&Rules::published());
    assert!(remarks.iter().any(|it| it == "points times combativity: 200 against 200"), "{remarks:?}");
}

/// E4.1: objectives come before sides, sides before the set-up, the set-up before the first turn.
#[test]
fn setting_up_has_its_order() {
    let text = "[red]\narmy = \"gauls\"\n[blue]\narmy = \"franks\"\n[[piece]]\nkind = \"wood\"\ncircle = { at = [5, \
        2], radius = 6 }\n";
    let source = Source::new(&Library::built_in(), Kind::Scenario, "scenarios/en-avant/mine.toml", text);
    let game = Scenario::read(&source)
        .expect("a sound scenario")
        .prepare(&Rules::published(), BySide::default())
        .expect("a sound game");
    let mut state = game.initial();
    let mut order = Vec::new();
    while state.turn == 0 || state.step != Step::Impulse {
        let word = format!("{:?}", state.step);
        let word = word.split('(').next().expect("a word").to_owned();
        if order.last() != Some(&word) && !order.contains(&word) {
            order.push(word);
        }
        if let Moment::Decide(_) = game.moment(&state) {
            let mut actions = Vec::new();
            game.legal_actions(&state, &mut actions);
            game.apply(&mut state, actions[0]);
        } else {
            let mut rolls = Vec::new();
            game.rolls(&state, &mut rolls);
            game.apply_roll(&mut state, rolls[0].roll);
        }
    }
    let expected = [
        "ObjectiveRoll",
        "EdgeRoll",
        "EdgeChoice",
        "DeployRoll",
        "DeployCamp",
        "DeployUnit",
        "DeployAt",
        "DeployGeneral",
        "InitiativeRoll",
        "InitiativeChoice",
    ];
    assert_eq!(order, expected);
}

/// E1.14: a rules file that extends the published one changes only the keys that it contains.
#[test]
fn rules_may_be_amended() {
    let library = Library::built_in();
    let source = Source::new(
        &library,
        Kind::Rules,
        "rules/ours.toml",
        "extends = \"en-avant\"\nsave_on = 2\nfatigue_period_turns = 7\n",
    );
    let rules = Rules::read(&source).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(rules, Rules { save_on: 2, fatigue_period_turns: 7, ..Rules::published() });
}
