//! The greedy bot plays every shipped scenario to its end: with the armies that it includes, or with pairs that change
//! from game to game.

use crate::games::{ARMIES, SCENARIOS, battle};
use reglette::bots::{Bot, BotFile};
use reglette::data::{Kind, Library};
use reglette::game::BySide;
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
