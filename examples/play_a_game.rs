//! Plays one game between two armies and prints how it ended:
//! `cargo run --release --example play_a_game -- plain france prussia greedy 7`.

use reglette::bots::BotFile;
use reglette::data::{Kind, Library};
use reglette::game::{BySide, Side};
use reglette::jomini::Jomini;
use reglette::tournament::{GameKey, GameRequest, InPlay, NoObserver, load_game};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [scenario, red_army, blue_army, bot, seed] = &arguments[..] else {
        return Err("expected SCENARIO RED_ARMY BLUE_ARMY BOT SEED".into());
    };
    let library = Library::here();
    let armies = vec![red_army.clone(), blue_army.clone()];
    let request = GameRequest { scenario: Some(scenario.clone()), armies, ..GameRequest::default() };
    let loaded = load_game::<Jomini>(&library, &request)?;
    let config = BotFile::read(&library.find(Kind::Bot, bot)?)?.config::<Jomini>()?;
    let (mut red, mut blue) = (config.build(), config.build());

    let game = &loaded.prepared.game;
    let key = GameKey { seed: seed.parse()?, scenario: &loaded.scenario, pair: 0 };
    let mut play = InPlay::new(game, key, BySide::new(red_army, blue_army));
    let finished = play.play_out(game, BySide::new(&mut *red, &mut *blue), &mut NoObserver);
    let winner = match finished.outcome.winner {
        Some(Side::Red) => red_army,
        Some(Side::Blue) => blue_army,
        None => "nobody",
    };
    println!("{winner} wins after {} rounds and {} rolls", finished.tally.rounds, finished.rolls);
    Ok(())
}
