//! Setting up (annex 1) and the conditions that a scenario sets (chapter 6).

use super::scene::Scene;
use reglette::data::{Kind, Library};
use reglette::game::{BySide, Ending, Game, Moment, Outcome, Side};
use reglette::jomini::army::Army;
use reglette::jomini::army::unit::Class;
use reglette::jomini::map::hex::{NO_HEX, Place};
use reglette::jomini::map::terrain::{Map, Terrain};
use reglette::jomini::rules::Face::Infantry;
use reglette::jomini::rules::Rules;
use reglette::jomini::setup::prepare;
use reglette::jomini::setup::scenario::Scenario;
use reglette::jomini::state::battle::Objective;
use reglette::jomini::state::{NO_UNIT, Step, side_of, unit_ids};
use reglette::jomini::{Action, Battle, Roll, State};

/// Two French armies before an open map with a wood and a lake in red's second row.
fn before_deployment() -> Battle {
    let mut map = Map::plain(12, 9);
    for (place, terrain) in [((3, 1), Terrain::FOREST), ((4, 1), Terrain::LAKE)] {
        let hex = map.hex(Place::new(place.0, place.1)).expect("on the map");
        map.add_terrain(hex, terrain);
    }
    let source = Library::built_in().find(Kind::Army, "jomini/france").expect("a shipped army");
    let army = Army::read(&source).unwrap_or_else(|error| panic!("{error}"));
    let battle = prepare(&Rules::published(), &Scenario::on("test", map), BySide::new(Some(&army), Some(&army)));
    battle.unwrap_or_else(|error| panic!("{error}"))
}

fn legal(battle: &Battle, state: &State) -> Vec<Action> {
    let mut actions = Vec::new();
    battle.legal_actions(state, &mut actions);
    actions
}

/// JA1.11: the first player is drawn, each side with one half.
#[test]
fn the_first_player_is_drawn() {
    let battle = before_deployment();
    let mut rolls = Vec::new();
    battle.rolls(&battle.initial(), &mut rolls);
    assert_eq!(rolls.iter().map(|roll| roll.weight).collect::<Vec<_>>(), [3, 3]);
    let first = rolls.iter().map(|roll| {
        let mut state = battle.initial();
        battle.apply_roll(&mut state, roll.roll);
        (state.first, state.active)
    });
    assert_eq!(
        first.collect::<Vec<_>>(),
        [(Side::Red, Side::Red), (Side::Blue, Side::Blue)],
        "the side that plays first deploys first"
    );
}

/// JA1.5: in the first two rows of its own edge, one unit on a hex; JA1.6: not on terrain closed to it; JA1.7:
/// everything before play starts; JA1.8: three units in turn.
#[test]
fn armies_deploy_by_turns_in_their_first_two_rows() {
    let battle = before_deployment();
    let mut state = battle.initial();
    battle.apply_roll(&mut state, Roll::default());
    let mut batches: Vec<(Side, u8)> = Vec::new();
    while let Moment::Decide(side) = battle.moment(&state) {
        let actions = legal(&battle, &state);
        let action = match state.step {
            Step::DeployUnit => {
                match batches.last_mut() {
                    Some((last, count)) if *last == side => *count += 1,
                    _ => batches.push((side, 1)),
                }
                actions[0]
            }
            Step::DeployAt(unit) => {
                assert_eq!(side, side_of(unit));
                let guns = battle.field.forces.profile(unit).class == Class::Artillery;
                for action in &actions {
                    let Action::DeployAt(hex) = action else { panic!("{action:?}") };
                    let row = battle.field.board.place(*hex).row;
                    assert!(if side == Side::Red { row <= 1 } else { row >= 7 }, "row {row} for {side}");
                    assert_eq!(state.unit_at(*hex), NO_UNIT);
                    let closed = if guns { Terrain::LAKE | Terrain::FOREST } else { Terrain::LAKE };
                    assert!(!battle.field.board.has(*hex, closed));
                }
                actions[0]
            }
            Step::DeployOfficer(_) => actions[0],
            _ => break,
        };
        battle.apply(&mut state, action);
    }
    assert_eq!((state.step, state.active, state.player_turn), (Step::Command, Side::Red, 1));
    for (number, (side, count)) in batches.iter().enumerate() {
        assert_eq!(*side, if number % 2 == 0 { Side::Red } else { Side::Blue });
        assert!(*count == 3 || number + 2 >= batches.len(), "three at a time, the last what is left: {batches:?}");
    }
    let waiting = |side| {
        unit_ids(side)
            .take(usize::from(battle.field.forces.unit_counts[side]))
            .filter(|unit| state.unit(*unit).hex == NO_HEX)
    };
    assert_eq!(Side::BOTH.map(|side| waiting(side).count()), [0, 0]);
}

/// J6.1, J6.3: a scenario sets its own conditions: an objective held at the end of the player-turn wins, and losses
/// need not decide.
#[test]
fn a_scenario_sets_the_conditions_of_victory() {
    let scene = Scene::of("combat")
        .units(&[
            "A red line_infantry 0503 activated",
            "D blue line_infantry 0504 elements=1",
            "E blue line_infantry 0008",
        ])
        .officer("blue sub_general 0008");
    let outcome = |objective: &str, losses_decide: bool| {
        let mut table = scene.table();
        let hexes = vec![table.hex(objective)];
        table.battle.objectives = vec![Objective { name: "the mill".to_owned(), hexes, points: BySide::new(1, 1) }];
        table.battle.objective_points_to_win = BySide::new(1, 1);
        table.battle.losses_decide = losses_decide;
        table.attack("A", "D");
        table.roll(&[Infantry]);
        if table.state.outcome.is_none() {
            // The vacated hex could be taken by Breakthrough.
            table.play(Action::Pass);
        }
        table.state.outcome.map(|Outcome { winner, ending, .. }| (winner, ending))
    };
    assert_eq!(
        outcome("0503", true),
        Some((Some(Side::Red), Ending::Victory)),
        "one of two units is more than a third"
    );
    assert_eq!(outcome("0503", false), Some((Some(Side::Red), Ending::Objective)));
    assert_eq!(outcome("0505", false), None);
}
