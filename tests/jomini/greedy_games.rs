//! The greedy bot plays every shipped scenario to its end: with the armies that it includes, or with pairs that change
//! from game to game. None of those that bring no armies can be won by a rush.

use crate::games::{ARMIES, SCENARIOS, battle};
use reglette::bots::{Bot, BotFile};
use reglette::data::{Kind, Library};
use reglette::game::{BySide, Ending};
use reglette::jomini::{Battle, Jomini};
use reglette::tournament::{GameKey, InPlay, NoObserver};

/// Games on each scenario.
const GAMES: u64 = 12;

#[test]
fn the_greedy_bot_plays_every_scenario_to_its_end() {
    let source = Library::built_in().find(Kind::Bot, "greedy").expect("a shipped bot");
    let config = BotFile::read(&source).expect("a sound file").config::<Jomini>().expect("weights");
    let (mut red, mut blue): (Box<dyn Bot<Battle>>, Box<dyn Bot<Battle>>) = (config.build(), config.build());
    for (number, scenario) in SCENARIOS.iter().enumerate() {
        for pair in 0..GAMES {
            let place = 5 * number + 2 * pair as usize;
            let [one, other] = [place, place + 1 + number].map(|place| ARMIES[place % ARMIES.len()]);
            let battle = battle(scenario, one, other);
            let mut play = InPlay::new(&battle, GameKey { seed: 1, scenario, pair }, BySide::new("one", "other"));
            let finished = play.play_out(&battle, BySide::new(&mut *red, &mut *blue), &mut NoObserver);
            assert_eq!(finished.forfeit, None, "{scenario}: {one} against {other}, pair {pair}");
        }
    }
}

/// The armies that reach the objectives soonest.
const SWIFT: [&str; 4] = ["britain", "russia", "ottoman", "france"];

/// In a battle between equals both sides have played twice before objectives decide it: otherwise the draw of the
/// first player would.
#[test]
fn no_battle_between_equals_is_won_by_a_rush() {
    let source = Library::built_in().find(Kind::Bot, "greedy").expect("a shipped bot");
    let config = BotFile::read(&source).expect("a sound file").config::<Jomini>().expect("weights");
    let (mut red, mut blue): (Box<dyn Bot<Battle>>, Box<dyn Bot<Battle>>) = (config.build(), config.build());
    let mut early = 0;
    // In the field works one side attacks.
    for scenario in SCENARIOS[..SCENARIOS.len() - 3].iter().filter(|name| **name != "field-works") {
        for army in SWIFT {
            let battle = battle(scenario, army, army);
            for pair in 0..3 {
                let mut play = InPlay::new(&battle, GameKey { seed: 1, scenario, pair }, BySide::new("one", "other"));
                let finished = play.play_out(&battle, BySide::new(&mut *red, &mut *blue), &mut NoObserver);
                if finished.outcome.ending == Ending::Objective {
                    assert!(finished.tally.player_turns > 4, "{scenario}, {army}, pair {pair}");
                    early += u32::from(finished.tally.player_turns <= 6);
                }
            }
        }
    }
    assert!(early > 0, "objectives are reached early in some games");
}
