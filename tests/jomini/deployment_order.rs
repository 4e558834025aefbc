//! The order of deployment: batches of units (JA1.8, JI-181), then officers (JI-182), after the draw of the first
//! player (JA1.11, JI-186).

use reglette::data::{Kind, Library, Source};
use reglette::game::{BySide, Game, Moment, Side};
use reglette::jomini::army::Army;
use reglette::jomini::map::hex::HexId;
use reglette::jomini::map::terrain::Map;
use reglette::jomini::rules::{FirstPlayer, Rules};
use reglette::jomini::setup::prepare;
use reglette::jomini::setup::scenario::Scenario;
use reglette::jomini::state::{NO_UNIT, Step, side_of};
use reglette::jomini::{Action, Battle, State};

/// A battle on open ground of armies of this many different units.
fn battle(units: BySide<usize>, change: impl Fn(&mut Rules)) -> Battle {
    let mut rules = Rules::published();
    rules.first_player = FirstPlayer::Red;
    change(&mut rules);
    let kinds = [
        "line_infantry",
        "light_infantry",
        "heavy_cavalry",
        "light_cavalry",
        "cuirassiers",
        "light_lancers",
        "foot_artillery_light",
    ];
    let army = |units: usize| {
        let lines: String =
            kinds[..units].iter().map(|kind| format!("[[unit]]\nname = \"{kind}\"\ntype = \"{kind}\"\n")).collect();
        Army::read(&Source::new(&Library::built_in(), Kind::Army, "x.toml", format!("nation = \"X\"\n{lines}")))
            .unwrap_or_else(|error| panic!("{error}"))
    };
    let (red, blue) = (army(units.red), army(units.blue));
    prepare(&rules, &Scenario::on("test", Map::plain(12, 9)), BySide::new(Some(&red), Some(&blue)))
        .unwrap_or_else(|error| panic!("{error}"))
}

fn legal(battle: &Battle, state: &State) -> Vec<Action> {
    let mut actions = Vec::new();
    battle.legal_actions(state, &mut actions);
    actions
}

/// The sides that place pieces, in batches of units, then of officers, the first action each time.
fn batches(battle: &Battle) -> [Vec<(Side, u8)>; 2] {
    let mut state = battle.initial();
    let mut found = [Vec::<(Side, u8)>::new(), Vec::new()];
    let count = |list: &mut Vec<(Side, u8)>, side| match list.last_mut() {
        Some((last, count)) if *last == side => *count += 1,
        _ => list.push((side, 1)),
    };
    while let Moment::Decide(side) = battle.moment(&state) {
        match state.step {
            Step::DeployUnit => {}
            Step::DeployAt(unit) => {
                assert_eq!(side_of(unit), side);
                count(&mut found[0], side);
            }
            Step::DeployOfficer(_) => count(&mut found[1], side),
            _ => break,
        }
        let action = legal(battle, &state)[0];
        battle.apply(&mut state, action);
    }
    assert_eq!((state.step, state.player_turn), (Step::Command, 1));
    found
}

const RED: Side = Side::Red;
const BLUE: Side = Side::Blue;

/// JI-181, JA1.8: three units in turn; the last batch is what is left, and a side without further units is skipped.
#[test]
fn units_are_placed_three_in_turn() {
    assert_eq!(
        batches(&battle(BySide::new(7, 7), |_| ()))[0],
        [(RED, 3), (BLUE, 3), (RED, 3), (BLUE, 3), (RED, 1), (BLUE, 1)]
    );
    assert_eq!(batches(&battle(BySide::new(7, 2), |_| ()))[0], [(RED, 3), (BLUE, 2), (RED, 4)]);
    assert_eq!(batches(&battle(BySide::new(2, 7), |_| ()))[0], [(RED, 2), (BLUE, 7)]);
    assert_eq!(
        batches(&battle(BySide::new(5, 5), |rules| rules.deploy_batch = 4))[0],
        [(RED, 4), (BLUE, 4), (RED, 1), (BLUE, 1)]
    );
}

/// JI-182: officers come after all units, those of the first player first, whichever side deploys first.
#[test]
fn officers_come_after_all_units_the_first_players_first() {
    let officers = batches(&battle(BySide::new(3, 3), |_| ()))[1].clone();
    assert_eq!(officers, [(RED, 3), (BLUE, 3)]);
    let turned = battle(BySide::new(3, 3), |rules| rules.first_player_deploys_first = false);
    assert_eq!(batches(&turned), [vec![(BLUE, 3), (RED, 3)], vec![(RED, 3), (BLUE, 3)]]);
}

/// JI-182: an officer stands anywhere in its own zone, alone or with a unit.
#[test]
fn an_officer_stands_alone_or_with_a_unit() {
    let battle = battle(BySide::new(3, 3), |_| ());
    let mut state = battle.initial();
    while !matches!(state.step, Step::DeployOfficer(_)) {
        let action = legal(&battle, &state)[0];
        battle.apply(&mut state, action);
    }
    let places: Vec<HexId> = legal(&battle, &state)
        .into_iter()
        .map(|action| match action {
            Action::DeployOfficerAt(hex) => hex,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(places.len(), 24, "two rows of twelve");
    assert_eq!(places.iter().filter(|hex| state.unit_at(**hex) != NO_UNIT).count(), 3);
    assert!(places.iter().all(|hex| battle.field.board.rows_to_edge(Side::Red, *hex) < 2));
}

/// JI-186, JA1.11: who plays first is drawn by one die, three faces for each side.
#[test]
fn the_first_player_is_drawn_by_a_fair_die() {
    let battle = battle(BySide::new(3, 3), |rules| rules.first_player = FirstPlayer::Random);
    let mut rolls = Vec::new();
    battle.rolls(&battle.initial(), &mut rolls);
    let firsts: Vec<(u64, Side)> = rolls
        .iter()
        .map(|roll| {
            let mut state = battle.initial();
            battle.apply_roll(&mut state, roll.roll);
            (roll.weight, state.first)
        })
        .collect();
    assert_eq!(firsts, [(3, RED), (3, BLUE)]);
}

/// JI-4, J1.2: each player's edge is the long side of the standard board: twelve hexes, nine rows deep, with five rows
/// between the zones.
#[test]
fn the_players_sit_at_the_long_sides() {
    let library = Library::built_in();
    let plain =
        Scenario::read(&library.find(Kind::Scenario, "plain").expect("a shipped scenario")).expect("a sound scenario");
    let army = Army::read(&library.find(Kind::Army, "jomini/france").expect("a shipped army")).expect("a sound army");
    let battle = prepare(&Rules::published(), &plain, BySide::new(Some(&army), Some(&army)))
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((battle.field.board.columns(), battle.field.board.rows()), (12, 9));
    let rows = |side: Side| {
        let mut rows: Vec<i32> = battle.zones[side].iter().map(|hex| battle.field.board.place(*hex).row).collect();
        rows.sort_unstable();
        rows.dedup();
        (rows, battle.zones[side].len())
    };
    assert_eq!([rows(Side::Red), rows(Side::Blue)], [(vec![0, 1], 24), (vec![7, 8], 24)]);
}
