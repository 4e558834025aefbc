//! Random written positions: every accepted position can be listed, rolled, evaluated, described, drawn and played. A
//! limited number in each run; with `WRITTEN_POSITIONS=100000` that number, from the seed in `WRITTEN_SEED`.

use crate::en_avant_positions::Scattered;
use crate::environment;
use crate::positions::prepared;
use reglette::bots::BotFile;
use reglette::data::{Kind, Library, Source, toml_text};
use reglette::en_avant::setup::position::write;
use reglette::en_avant::{EnAvant, Engagement, State};
use reglette::game::rng::{Key, Stream};
use reglette::game::{CombatOdds, Game, Moment, OddsQuery, Positioned, Rulebook, Show, Side};
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Written positions of a normal run.
const WRITTEN: u64 = 1_500;

fn one_of<'a, T>(all: &'a [T], stream: &mut Stream) -> &'a T {
    &all[stream.below(all.len() as u32) as usize]
}

/// Files of positions from random games and of scattered units, to be changed.
fn originals() -> Vec<Value> {
    let places = [
        ("open-field", ["carthaginians", "republican-romans"]),
        ("village-and-fields", ["napoleonic-france-50", "napoleonic-prussia-50"]),
        ("wood", ["civil-war-virginia-50", "civil-war-ohio-50"]),
    ];
    let mut files = Vec::new();
    for (scenario, armies) in places {
        let game = prepared(scenario, armies);
        let mut take = |state: &State| {
            let text = write(&game, "en-avant", scenario, state);
            let table: toml::Table = text.parse().expect("TOML");
            files.push(serde_json::to_value(table).expect("plain data"));
        };
        for seed in 0..3 {
            let (mut stream, mut scratch) = (Key::new(seed).with_name(scenario).stream(), Vec::new());
            let mut state = if seed == 0 { game.initial() } else { game.scattered(&mut stream) };
            for step in 0..400 {
                if step % 3 == 0 {
                    take(&state);
                }
                match game.moment(&state) {
                    Moment::Over(_) => break,
                    Moment::Decide(_) => {
                        let action = game.random_action(&state, &mut stream, &mut scratch);
                        game.apply(&mut state, action);
                    }
                    Moment::Roll(_) => {
                        let roll = game.sample(&state, &mut stream);
                        game.apply_roll(&mut state, roll);
                    }
                }
            }
        }
    }
    files
}

/// Words that occur in files.
const WORDS: &[&str] = &[
    "red",
    "blue",
    "none",
    "shot",
    "melee",
    "rout",
    "reserve",
    "activated",
    "disordered",
    "routing",
    "engaged",
    "charged",
    "attacker",
    "defender",
    "fresh",
    "fought",
    "tested",
    "to_flee",
    "limbered",
    "dismounted",
    "rampant",
    "formation",
    "move",
    "infantry",
    "cavalry",
    "artillery",
    "elephant",
    "light",
    "heavy",
    "R1",
    "R2",
    "R3",
    "R5",
    "R8",
    "R13",
    "B1",
    "B2",
    "B3",
    "B5",
    "B8",
    "B13",
    "R96",
    "B96",
];

/// All steps at which a game waits for a unit or a side.
const WAITS: &[&str] = &[
    "edge_roll",
    "edge_choice",
    "objective_roll",
    "deploy_roll",
    "deploy_order",
    "deploy_unit",
    "deploy_at",
    "deploy_camp",
    "deploy_general",
    "initiative_roll",
    "initiative_choice",
    "course",
    "impulse",
    "act",
    "place",
    "move_general",
    "reorganise_roll",
    "rally_facing",
    "break_off_roll",
    "target_roll",
    "shot_roll",
    "save_roll",
    "melee_order",
    "leader",
    "opponent",
    "melee_roll",
    "six",
    "six_roll",
    "struck",
    "results",
    "loss_from",
    "recoil_to",
    "contagion_choice",
    "contagion_roll",
    "flee_to",
    "pursuit",
    "general_follows",
];

/// A random step with its data, sometimes slightly wrong.
fn drawn_step(stream: &mut Stream) -> Value {
    let wait = *one_of(WAITS, stream);
    let unit = *one_of(&WORDS[29..41], stream);
    let side = *one_of(&WORDS[..2], stream);
    match wait {
        "edge_choice" | "deploy_order" | "initiative_choice" | "leader" | "opponent" | "melee_roll" | "six"
        | "six_roll" | "struck" => {
            json!({ "wait": wait, "side": side })
        }
        "objective_roll" => json!({ "wait": wait, "objective": stream.below(4) }),
        "place" => json!({ "wait": wait, "unit": unit, "what": *one_of(&["formation", "move", "shot"], stream) }),
        "edge_roll" | "deploy_roll" | "deploy_unit" | "deploy_camp" | "deploy_general" | "initiative_roll"
        | "impulse" | "move_general" | "shot_roll" | "save_roll" | "melee_order" => json!({ "wait": wait }),
        _ => json!({ "wait": wait, "unit": unit }),
    }
}

/// Changes one random value.
fn change(value: &mut Value, stream: &mut Stream) {
    match value {
        Value::Object(map) if !map.is_empty() => {
            let keys: Vec<String> = map.keys().cloned().collect();
            let key = one_of(&keys, stream).clone();
            if stream.below(40) == 0 {
                map.remove(&key);
            } else {
                change(map.get_mut(&key).expect("a key of the map"), stream);
            }
        }
        Value::Array(list) if !list.is_empty() && stream.below(3) > 0 => {
            let at = stream.below(list.len() as u32) as usize;
            change(&mut list[at], stream);
        }
        Value::Array(list) => match stream.below(2) {
            0 => drop(list.pop()),
            _ => list.push(json!(*one_of(WORDS, stream))),
        },
        Value::Bool(on) => *on = !*on,
        Value::String(word) => *word = (*one_of(WORDS, stream)).to_owned(),
        Value::Number(it) if it.is_f64() => {
            let by = [0.001, -0.001, 0.5, -0.5, 3.0, -3.0, 6.0, 20.0, -20.0, 90.0, 1e7];
            *value = json!(it.as_f64().expect("a number") + one_of(&by, stream));
        }
        Value::Number(it) => {
            let old = it.as_i64().expect("a whole number");
            *value = json!(*one_of(&[old + 1, old - 1, 0, 1, 2, 3, 24, 100, 120, 255, 60_000], stream));
        }
        Value::Object(_) | Value::Null => {}
    }
}

/// The short form of a file, as far as it can express the position.
fn shortened(file: &Value) -> Value {
    let position = &file["position"];
    let mut short = json!({
        "rules": file["rules"], "scenario": file["scenario"], "step": position["step"], "clash": position["clash"],
    });
    for key in [
        "turn",
        "impulse",
        "active",
        "first",
        "deployed_first",
        "turned",
        "cap",
        "activated",
        "compelled",
        "pass_before",
        "combats",
    ] {
        short[key] = position[key].clone();
    }
    for side in ["red", "blue"] {
        let of_side = &position["sides"][side];
        short[side] = json!({
            "period": file[side]["period"], "combativity": of_side["combativity"], "bases_lost": of_side["bases_lost"],
            "units_lost": of_side["units_lost"],
        });
        if of_side["camp"]["present"] == json!(true) {
            short[side]["camp"] = json!({ "at": of_side["camp"]["at"], "degrees": of_side["camp"]["degrees"] });
        }
        short[side]["general_with"] = of_side["general_unit"].clone();
    }
    let mut numbers = [0, 0];
    let mut units = file["unit"].clone();
    for unit in units.as_array_mut().expect("units") {
        let blue = usize::from(unit["side"] == json!("blue"));
        numbers[blue] += 1;
        let it = &position["units"][format!("{}{}", ["R", "B"][blue], numbers[blue])];
        for (key, from) in [
            ("at", "at"),
            ("degrees", "degrees"),
            ("files", "files"),
            ("left", "bases"),
            ("moved_in", "moved_in"),
            ("flight", "flight"),
        ] {
            unit[key] = it[from].clone();
        }
        let said =
            |word: &&Value| !["engaged", "reserve", "tested", "to_flee"].iter().any(|other| json!(other) == **word);
        unit["status"] =
            it["status"].as_array().map_or(Value::Null, |words| words.iter().filter(said).cloned().collect());
    }
    short["unit"] = units;
    short
}

/// Uses a position in all the ways that commands do, and plays a few steps.
fn use_position(game: &Engagement, state: &State, bot: &reglette::bots::BotConfig, stream: &mut Stream) {
    let (mut actions, mut rolls, mut scratch) = (Vec::new(), Vec::new(), Vec::new());
    game.draw(state);
    for _ in 0..3 {
        let name = |stream: &mut Stream| {
            let side = Side::from_index(stream.below(2) as usize);
            reglette::en_avant::notation::unit_id(
                game.troops
                    .units_of(side)
                    .nth(stream.below(game.troops.unit_counts[side].into()) as usize)
                    .expect("a unit of the side"),
            )
        };
        let query = OddsQuery {
            attacker: name(stream),
            target: name(stream),
            choices: vec![
                ("reroll".to_owned(), (*one_of(&["never", "when_it_pays", "always"], stream)).to_owned()),
                ("most_rerolls".to_owned(), (*one_of(&["0", "1", "3", "40"], stream)).to_owned()),
            ],
        };
        let _ = game.combat_odds(state, &query);
    }
    let mut state = *state;
    let mut bot = bot.build::<Engagement>();
    for step in 0..12 {
        let before = state;
        match game.moment(&state) {
            Moment::Over(_) => return,
            Moment::Decide(side) => {
                game.legal_actions(&state, &mut actions);
                assert!(!actions.is_empty(), "a decision without an action");
                let seen = game.seen_by(&state, side);
                let action = match step {
                    0 => bot.choose(game, &seen, side, stream).expect("greedy answers"),
                    _ => game.random_action(&seen, stream, &mut scratch),
                };
                for action in &actions {
                    game.describe_action(&state, action);
                    game.action_to_data(&state, action);
                }
                game.apply(&mut state, action);
            }
            Moment::Roll(_) => {
                game.rolls(&state, &mut rolls);
                assert!(!rolls.is_empty(), "dice without a roll");
                rolls.iter().for_each(|it| drop(game.describe_roll(&state, &it.roll)));
                let roll = game.sample(&state, stream);
                game.apply_roll(&mut state, roll);
            }
        }
        game.describe_change(&before, &state);
    }
}

#[test]
fn no_written_position_that_is_accepted_panics() {
    let library = Library::built_in();
    let bot = library.find(Kind::Bot, "greedy").expect("a bot");
    let bot = BotFile::read(&bot).and_then(|file| file.config::<EnAvant>()).expect("a sound bot");
    let files = originals();
    let (written, seed) =
        (environment::number("WRITTEN_POSITIONS").unwrap_or(WRITTEN), environment::number("WRITTEN_SEED").unwrap_or(1));
    let mut accepted = 0;
    for index in 0..written {
        let mut stream = Key::new(seed).with(index).with_name("written").stream();
        let mut file = one_of(&files, &mut stream).clone();
        let short = stream.below(3) == 0;
        if short {
            file = shortened(&file);
        }
        for _ in 0..stream.below(4) {
            let other = one_of(&files, &mut stream);
            let position = if short { &mut file } else { &mut file["position"] };
            match stream.below(12) {
                0 => position["step"] = drawn_step(&mut stream),
                1 => {
                    position["step"] = other["position"]["step"].clone();
                    position["clash"] = other["position"]["clash"].clone();
                }
                2 if !short => position["units"] = other["position"]["units"].clone(),
                3 => change(&mut file["unit"], &mut stream),
                4 | 5 => change(&mut position["clash"], &mut stream),
                6 | 7 => change(&mut position[if short { "unit" } else { "units" }], &mut stream),
                _ => change(position, &mut stream),
            }
        }
        let text = toml_text(&file);
        let used = catch_unwind(AssertUnwindSafe(|| {
            let source = Source::new(&library, Kind::Position, "positions/mine.toml", text.clone());
            let Ok(Positioned { game, state }) = EnAvant::read_position(&source, None) else { return false };
            use_position(&game, &state, &bot, &mut stream);
            true
        }));
        accepted += u64::from(
            used.unwrap_or_else(|_| panic!("written position {index} of seed {seed} panics when it is used:\n{text}")),
        );
    }
    println!("{accepted} of {written} written positions were accepted");
    assert!(accepted > written / 10, "{accepted} of {written} are sound");
}
