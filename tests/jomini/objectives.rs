//! The time at which objectives are checked (J6.2, J6.3, JI-177).

use crate::scene::{scene, scene_with};
use reglette::game::{BySide, Ending, Outcome, Show, Side};
use reglette::jomini::Action;
use reglette::jomini::rules::{Face, VictoryCheck};
use reglette::jomini::state::battle::Objective;

/// JI-177: a side wins by objectives at the end of its player-turn; a variant lets it win as soon as it has moved onto
/// them.
#[test]
fn objectives_count_at_the_end_of_the_player_turn() {
    let taken = |check: VictoryCheck| {
        let lines = "phase movement\nred A line_infantry 0503\nred B line_infantry 0703\n";
        let mut table = scene_with(lines, |rules| rules.objectives_check = check);
        let hexes = vec![table.hex("0504")];
        table.battle.objectives = vec![Objective { name: "the mill".to_owned(), hexes, points: BySide::new(1, 1) }];
        table.battle.objective_points_to_win = BySide::new(1, 1);
        table.move_to("A", "0504");
        table.state.outcome.map(|Outcome { winner, ending, .. }| (winner, ending))
    };
    // After a combat: a unit follows up onto the mill.
    let taken_in_combat = |check: VictoryCheck| {
        let lines = "red A cuirassiers 0503\nred B line_infantry 0703\nblue D line_infantry 0504 unstable\nblue E \
            line_infantry 0907\n";
        let mut table = scene_with(lines, |rules| rules.objectives_check = check);
        let hexes = vec![table.hex("0504")];
        table.battle.objectives = vec![Objective { name: "the mill".to_owned(), hexes, points: BySide::new(1, 1) }];
        table.battle.objective_points_to_win = BySide::new(1, 1);
        table.attack("A", "D");
        table.roll(&[Face::Infantry, Face::Infantry, Face::Infantry]);
        table.play(Action::FollowUp);
        table.play(Action::Pass);
        table.state.outcome.map(|Outcome { winner, ending, .. }| (winner, ending))
    };
    assert_eq!(taken_in_combat(VictoryCheck::EndOfTurn), None);
    assert_eq!(taken_in_combat(VictoryCheck::Immediate), Some((Some(Side::Red), Ending::Objective)));
    assert_eq!(taken(VictoryCheck::EndOfTurn), None);
    assert_eq!(taken(VictoryCheck::Immediate), Some((Some(Side::Red), Ending::Objective)));
}

/// J6.3: a scenario may state the round from which on objectives win.
#[test]
fn objectives_win_from_the_round_that_the_scenario_states() {
    let ended = |from: u8| {
        let lines = "phase movement\nred A line_infantry 0503\nred B line_infantry 0703\n";
        let mut table = scene_with(lines, |rules| rules.objectives_check = VictoryCheck::Immediate);
        let hexes = vec![table.hex("0504")];
        table.battle.objectives = vec![Objective { name: "the mill".to_owned(), hexes, points: BySide::new(1, 1) }];
        table.battle.objective_points_to_win = BySide::new(1, 1);
        table.battle.objectives_from_round = from;
        assert_eq!(table.state.round(), 3);
        table.move_to("A", "0504");
        assert_eq!(table.state.side(Side::Red).objective_points, 1);
        table.state.outcome.is_some()
    };
    assert_eq!([1, 3, 4].map(ended), [true, true, false]);
}

/// J6.3: an elephant in panic holds no objective, in descriptions as in play.
#[test]
fn an_objective_under_an_elephant_in_panic_is_not_held() {
    let mut table = scene("red A line_infantry 0503\nblue E elephant_medium 0504");
    let hexes = vec![table.hex("0504")];
    table.battle.objectives = vec![Objective { name: "the mill".to_owned(), hexes, points: BySide::new(1, 1) }];
    table.attack("A", "E");
    let before = table.state;
    table.roll(&[Face::Cavalry]);
    assert_eq!(table.name_at("0504"), Some("Elephant of E"));
    let words = table.battle.describe_change(&before, &table.state);
    assert!(words.iter().any(|sentence| sentence.contains("no longer holds the mill")), "{words:?}");
    assert_eq!(table.battle.objective_points(&table.state, Side::Blue), 0);
}
