//! An action that opens a choice has the score of the best option by the weights of the bot that asks.

use crate::look_ahead::shipped_weights;
use crate::scene::scene;
use crate::table::Table;
use reglette::data::Library;
use reglette::game::{Evaluate, Weights};
use reglette::jomini::{Action, Battle};

/// Two units that may move: infantry next to an enemy beyond one hex, and cavalry that can go far back.
const LINES: &str =
    "phase movement\nred infantry line_infantry 0204\nred cavalry light_cavalry 0304\nblue E line_infantry 0206";

/// A bot that knows one feature only.
fn only(name: &str, weight: f32) -> Weights {
    let appraisal = Battle::APPRAISALS.iter().map(|named| if named.name == name { weight } else { 0.0 }).collect();
    Weights { appraisal, features: Vec::new() }
}

fn best(table: &Table, weights: &Weights) -> (Action, f32) {
    let (actions, mut values) = (table.legal(), Vec::new());
    table.battle.score_actions(&table.state, &actions, weights, &mut values);
    let best = (0..actions.len()).max_by(|one, other| values[*one].total_cmp(&values[*other])).expect("a decision");
    (actions[best], values[best])
}

#[test]
fn a_unit_is_picked_for_its_best_move_by_the_weights_of_the_bot() {
    let table = scene(LINES);
    let moves = ["infantry", "cavalry"].map(|name| Action::Move(table.unit(name)));
    let retreats = only("advance", -1.0);
    for action in moves {
        let mut value = Vec::new();
        table.battle.score_actions(&table.state, &[action], &retreats, &mut value);
        let mut opened = table.clone();
        opened.play(action);
        assert_eq!(value, [best(&opened, &retreats).1], "{action:?}");
        assert!(value[0] > 0.0, "it can go back");
    }
    assert_eq!(best(&table, &retreats).0, moves[1], "the cavalry goes back farther");
    assert_eq!(best(&table, &shipped_weights(&Library::built_in())).0, moves[0], "the infantry can attack");
}

#[test]
fn a_bot_without_weights_of_its_own_scores_by_those_of_the_shipped_bot() {
    let table = scene(LINES);
    let shipped = best(&table, &shipped_weights(&Library::built_in()));
    assert_eq!(best(&table, &Weights::default()), shipped);
}

#[test]
#[should_panic(expected = "2 weights for 33 features of an action")]
fn weights_of_another_number_are_refused() {
    let weights = Weights { appraisal: vec![1.0, 2.0], features: Vec::new() };
    best(&scene(LINES), &weights);
}
