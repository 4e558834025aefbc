//! The stored positions in contact from which the benchmarks play: `benches/positions`, twelve units per side on the
//! shipped scenarios.

use crate::games::{ARMIES, RandomGame, SCENARIOS, Style, battle};
use crate::soundness::assert_units_sound;
use reglette::data::{Kind, Library, Source};
use reglette::game::{BySide, Side};
use reglette::jomini::map::hex::HexId;
use reglette::jomini::setup::position::{Frame, Position, write};
use reglette::jomini::state::Step;
use reglette::jomini::{Battle, State};
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/positions")
}

/// Pairs of enemies next to each other.
fn contacts(battle: &Battle, state: &State) -> usize {
    let red: Vec<HexId> =
        battle.field.forces.units_on_table(state, Side::Red).map(|unit| state.unit(unit).hex).collect();
    let touching = |hex: HexId| red.iter().filter(|other| battle.field.board.distance(hex, **other) == 1).count();
    battle.field.forces.units_on_table(state, Side::Blue).map(|unit| touching(state.unit(unit).hex)).sum()
}

/// The first position in contact of a bold random game: a Command phase with at least five pairs of enemies next to
/// each other, neither side beaten yet.
fn in_contact(battle: &Battle, seed: u64) -> Option<State> {
    let mut game = RandomGame::new(battle, Style::Bold, seed);
    loop {
        if game.state.step == Step::Command && game.state.flight_count == 0 && contacts(battle, &game.state) >= 5 {
            return Some(game.state);
        }
        game.step()?;
    }
}

#[test]
fn positions_in_contact_are_at_hand() {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder()).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    assert_eq!(files.len(), 20);
    for path in files {
        let text = fs::read_to_string(&path).expect("a readable file");
        let source = Source::new(&Library::built_in(), Kind::Position, path.to_string_lossy(), text);
        let Position { battle, .. } = Position::read(&source, None).unwrap_or_else(|error| panic!("{error}"));
        assert_units_sound(&battle, &battle.start);
        assert!(contacts(&battle, &battle.start) >= 5, "{} is in contact", path.display());
        assert_eq!(battle.field.forces.unit_counts, BySide::new(12, 12), "{}", path.display());
    }
}

/// `cargo test --test jomini -- --ignored write_the_positions`: writes the folder anew. The assertions of the
/// benchmarks must then be updated.
#[test]
#[ignore = "writes benches/positions"]
fn write_the_positions_in_contact() {
    fs::create_dir_all(folder()).expect("a folder that can be made");
    for (number, scenario) in SCENARIOS.iter().enumerate() {
        for place in 0..5 {
            let (red, blue) = (ARMIES[place], ARMIES[(place + number + 1) % ARMIES.len()]);
            let battle = battle(scenario, red, blue);
            let state = (0..).find_map(|seed| in_contact(&battle, seed)).expect("some game comes to attacks");
            let text = write(&Frame::of(&format!("jomini/{scenario}"), "jomini-v2"), &battle, &state);
            fs::write(folder().join(format!("{scenario}-{}.toml", place + 1)), text)
                .expect("a file that can be written");
        }
    }
}
