//! Prints the exact odds of an attack between two units of a position file, each result with its probability:
//! `cargo run --release --example exact_odds -- positions/jomini/odds.toml A B`.

use reglette::data::{Kind, Library};
use reglette::game::{CombatOdds, OddsQuery, Rulebook};
use reglette::jomini::Jomini;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [position, attacker, target] = &arguments[..] else {
        return Err("expected POSITION ATTACKER TARGET".into());
    };
    let source = Library::here().find(Kind::Position, position)?;
    let read = Jomini::read_position(&source, None)?;
    let query = OddsQuery { attacker: attacker.clone(), target: target.clone(), choices: vec![] };
    let report = read.game.combat_odds(&read.state, &query)?;
    for roll in &report.rolls {
        println!("{} with {} dice: {}", roll.title, roll.dice, roll.columns.join(", "));
        for (results, count) in &roll.rows {
            println!("  {:6.2} %  {results:?}", 100.0 * roll.probability(*count));
        }
    }
    Ok(())
}
