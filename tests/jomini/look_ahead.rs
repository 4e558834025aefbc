//! The greedy bot's choice against a full look-ahead: each action is played to the next quiet position, with exact
//! weights of all dice, and the features there are evaluated. The stored positions are decisions of games in contact:
//! `positions/contact`, one scenario per file.

use reglette::bots::{BotConfig, BotFile};
use reglette::data::{Kind, Library};
use reglette::game::{BySide, Evaluate, Game, Moment, Rulebook, Show, Weights};
use reglette::jomini::{Battle, Jomini};
use std::fmt::Write as _;
use std::path::Path;

/// The weights of the shipped greedy bot.
pub fn shipped_weights(library: &Library) -> Weights {
    let source = library.find(Kind::Bot, "greedy").expect("a shipped bot");
    let file = BotFile::read(&source).expect("a sound bot");
    match file.config::<Jomini>().expect("it plays Jomini") {
        BotConfig::Greedy(weights) => weights,
        other => panic!("{other:?} is not greedy"),
    }
}

/// The battle and the positions of one file.
fn positions(library: &Library, name: &str) -> (Battle, Vec<serde_json::Value>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/jomini/positions/contact/{name}.jsonl"));
    let text = std::fs::read_to_string(&path).expect("a file of positions");
    let mut lines = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON lines"));
    let header = lines.next().expect("a line that names scenario and armies");
    let named = |value: &serde_json::Value| value.as_str().expect("a name").to_owned();
    let find = |kind, name: &str| library.find(kind, name).expect("a shipped file");
    let army = |name: &str| Jomini::read_army(&find(Kind::Army, name)).expect("a sound army");
    let rules = Jomini::read_rules(&find(Kind::Rules, "jomini-v2")).expect("sound rules");
    let scenario = Jomini::read_scenario(&find(Kind::Scenario, &named(&header["scenario"]))).expect("a sound scenario");
    let armies = BySide::new(army(&named(&header["armies"][0])), army(&named(&header["armies"][1])));
    let prepared = Jomini::prepare(&rules, &scenario, armies.as_ref().map(Some));
    (prepared.unwrap_or_else(|error| panic!("{error}")).game, lines.collect())
}

#[test]
fn greedy_chooses_as_a_full_look_ahead_would_in_two_positions_of_three() {
    let library = Library::built_in();
    let weights = shipped_weights(&library);
    let (mut tried, mut agreed, mut others) = (0, 0, String::new());
    for name in ["plain", "village-and-hill", "river", "field-works"] {
        let (battle, stored) = positions(&library, name);
        for (number, data) in stored.iter().enumerate() {
            let state = battle.position_from_data(data).unwrap_or_else(|error| panic!("{name} {number}: {error}"));
            let Moment::Decide(side) = battle.moment(&state) else { panic!("{name} {number} is no decision") };
            let (mut actions, mut promises) = (Vec::new(), Vec::new());
            battle.legal_actions(&state, &mut actions);
            battle.score_actions(&state, &actions, &weights, &mut promises);
            let worths: Vec<f64> = actions
                .iter()
                .map(|action| {
                    let mut next = state;
                    battle.apply(&mut next, *action);
                    battle.quiescence_value(&next, side, &weights)
                })
                .collect();
            let best_promise = promises.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let chosen = promises.iter().position(|promise| *promise == best_promise).expect("an action is best");
            let best = worths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            // Two hundredths of the value of the position itself.
            let near = 0.02 * best.abs();
            tried += 1;
            if best - worths[chosen] <= near {
                agreed += 1;
            } else {
                let looked = worths.iter().position(|worth| *worth == best).expect("an action is best");
                let words = |index: usize| {
                    format!("{} ({:.2})", battle.describe_action(&state, &actions[index]), worths[index])
                };
                writeln!(others, "{name} {number}: {} instead of {}", words(chosen), words(looked))
                    .expect("text grows");
            }
        }
    }
    println!("{agreed} of {tried} agree; the others:\n{others}");
    assert!(tried >= 100, "{tried} positions");
    assert!(agreed >= 80 && agreed * 3 >= tried * 2, "{agreed} of {tried} agree; the others:\n{others}");
}
