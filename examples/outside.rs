//! A bot of the library as an external program with the protocol of `docs/bot-protocol.md`, so that two versions of
//! Réglette can play each other, each with its own lists of proposed actions.
//!
//! ```sh
//! git worktree add /tmp/before COMMIT && (cd /tmp/before && cargo build --release --example outside)
//! PROGRAM=/tmp/before/target/release/examples/outside
//! printf 'kind = "external"\ncommand = ["%s", "cannae"]\nseconds = 60.0\n' $PROGRAM > before.toml
//! reglette tournament cannae --bots greedy,before.toml --games 1000 --seed 1
//! ```
//!
//! The arguments are the scenario and, if it defines no armies, those of red and blue, separated by a comma. The bot is
//! `greedy`. It answers with an action in the JSON form of the list; the action does not have to be on the list of the
//! program that asks.

use reglette::catalog::{self, Task};
use reglette::data::{Kind, Library};
use reglette::game::rng::Key;
use reglette::game::{Rulebook, Show, Side};
use reglette::tournament::{GameRequest, load_game, read_bot};
use serde_json::{Value, json};
use std::error::Error;
use std::io::{self, BufRead, Write};

type Answer = Result<(), Box<dyn Error>>;

struct Serve {
    library: Library,
    scenario: String,
    armies: Vec<String>,
}

impl Task for Serve {
    type Output = Answer;

    fn run<R: Rulebook + 'static>(self) -> Answer {
        let request = GameRequest { rules: None, scenario: Some(self.scenario), armies: self.armies };
        let game = load_game::<R>(&self.library, &request)?.prepared.game;
        let mut bot = read_bot::<R>(&self.library.find(Kind::Bot, "greedy")?)?.build::<R::Game>();
        let mut stream = Key::new(0).stream();
        let (input, mut output) = (io::stdin().lock(), io::stdout().lock());
        for line in input.lines() {
            let message: Value = serde_json::from_str(&line?)?;
            let answer = match message["type"].as_str() {
                Some("hello") => json!({ "type": "hello", "protocol": 1, "name": "outside" }),
                Some("begin") => {
                    bot.begin();
                    stream = Key::new(message["seed"].as_u64().unwrap_or(0)).stream();
                    continue;
                }
                Some("choose") => {
                    let state = game.position_from_data(&message["position"])?;
                    let side = if message["side"] == "red" { Side::Red } else { Side::Blue };
                    let action = bot.choose(&game, &state, side, &mut stream).map_err(|fault| fault.reason)?;
                    json!({ "type": "choice", "id": message["id"], "action": game.action_to_data(&state, &action) })
                }
                Some("quit") => break,
                _ => continue,
            };
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
        Ok(())
    }
}

fn main() -> Answer {
    let mut words = std::env::args().skip(1);
    let scenario = words.next().ok_or("usage: outside SCENARIO [ARMY,ARMY]")?;
    let armies = words.next().map(|armies| armies.split(',').map(str::to_owned).collect()).unwrap_or_default();
    let library = Library::built_in();
    let rulebook = catalog::choose(&library, [(Kind::Scenario, scenario.as_str())])?;
    catalog::with(rulebook, Serve { library, scenario, armies }).ok_or("no such rulebook")?
}
