//! `play --svg`: one frame for each map that is printed, well-formed, with every unit of the position on it.

use reglette::catalog::{self, Task};
use reglette::cli::narrator::Maps;
use reglette::cli::play::Options;
use reglette::cli::printing::Printing;
use reglette::data::Library;
use reglette::game::picture::{Form, Picture};
use reglette::game::rng::Key;
use reglette::game::{Game, Moment, Rulebook, Show};
use reglette::report::svg::svg;
use reglette::tournament::{GameRequest, load_game};
use serde_json::Value;
use std::fs;

/// What is wrong with a text as XML: tags that do not close each other, unescaped characters, attributes without
/// quotes.
fn fault_of_xml(text: &str) -> Option<String> {
    let mut rest = text.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    let mut open: Vec<String> = Vec::new();
    while let Some(start) = rest.find('<') {
        let (before, tag) = rest.split_at(start);
        let kept = before.replace("&amp;", "").replace("&lt;", "").replace("&gt;", "").replace("&quot;", "");
        if kept.contains(['&', '>']) || (open.is_empty() && !before.trim().is_empty()) {
            return Some(format!("loose text {before:?}"));
        }
        let Some(end) = tag.find('>') else { return Some(format!("an open tag {tag:?}")) };
        let inside = &tag[1..end];
        rest = &tag[end + 1..];
        if let Some(name) = inside.strip_prefix('/') {
            if open.pop().as_deref() != Some(name) {
                return Some(format!("</{name}> closes nothing"));
            }
            continue;
        }
        let name: String = inside.chars().take_while(char::is_ascii_alphanumeric).collect();
        if inside.matches('"').count() % 2 == 1
            || inside.matches('=').count() != inside.matches("=\"").count()
            || name.is_empty()
        {
            return Some(format!("a strange tag {inside:?}"));
        }
        if !inside.ends_with('/') {
            open.push(name);
        }
    }
    (!open.is_empty() || !rest.trim().is_empty()).then(|| format!("{open:?} not closed"))
}

#[test]
fn faults_of_xml_are_seen() {
    let fault = |body: &str| fault_of_xml(&format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>{body}"));
    assert_eq!(fault("<svg a=\"1\"><g/>R&amp;D</svg>"), None);
    for wrong in ["<svg><g></svg>", "<svg>a & b</svg>", "<svg a=1></svg>", "<svg", "<svg></svg></g>"] {
        assert!(fault(wrong).is_some(), "{wrong}");
    }
}

fn words(picture: &Picture) -> Vec<&str> {
    picture
        .shapes
        .iter()
        .filter_map(|shape| if let Form::Text { text, .. } = &shape.form { Some(text.as_str()) } else { None })
        .collect()
}

/// The short names of the units on the map, from a position as data.
fn standing(data: &Value) -> Vec<String> {
    let Some(units) = data["units"].as_object() else { return Vec::new() };
    let stands = |unit: &Value| {
        let waits = unit["status"].as_array().is_some_and(|words| words.iter().any(|word| word == "reserve"));
        !waits && (unit["hex"].is_string() || unit["at"].is_array())
    };
    units.iter().filter(|(_, unit)| stands(unit)).map(|(name, _)| name.clone()).collect()
}

struct Drawn {
    scenario: &'static str,
    armies: &'static [&'static str],
}

impl Task for Drawn {
    type Output = usize;

    /// Draws positions of a random game; returns the number of units on them.
    fn run<R: Rulebook + 'static>(self) -> usize {
        let armies = self.armies.iter().map(|name| (*name).to_owned()).collect();
        let request = GameRequest { rules: None, scenario: Some(self.scenario.to_owned()), armies };
        let game =
            load_game::<R>(&Library::built_in(), &request).unwrap_or_else(|error| panic!("{error}")).prepared.game;
        let (mut state, mut stream, mut scratch) = (game.initial(), Key::new(8).stream(), Vec::new());
        let mut seen = 0;
        for step in 0..600 {
            if step % 20 == 0 {
                let picture = game.picture(&state);
                assert_eq!(fault_of_xml(&svg(&picture)), None);
                let words = words(&picture);
                for name in standing(&game.position_to_data(&state)) {
                    let is_name = |word: &&&str| {
                        word.strip_prefix(name.as_str())
                            .is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_digit()))
                    };
                    assert_eq!(words.iter().filter(is_name).count(), 1, "{name} among {words:?}");
                    seen += 1;
                }
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
        seen
    }
}

#[test]
fn every_unit_on_the_map_is_drawn_once() {
    let drawn =
        |rulebook: &str, scenario, armies| catalog::with(rulebook, Drawn { scenario, armies }).expect("a rulebook");
    assert!(drawn("jomini", "field-works", &["france", "austria"]) > 100);
    assert!(drawn("en-avant", "chance-halves", &["carthaginians", "republican-romans"]) > 100);
    assert!(drawn("en-avant", "walls-and-hedges", &["napoleonic-france-50", "napoleonic-austria-50"]) > 100);
    assert_eq!(
        drawn("toy", "sprint", &["hares", "tortoises"]),
        0,
        "a rulebook without a picture of its own shows its map as text"
    );
}

#[test]
fn a_game_is_drawn_frame_by_frame() {
    for (scenario, legend) in
        [("gaul", "a sign is"), ("village-and-hill", "red's commander-in-chief (G"), ("sprint", "")]
    {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("frame-9999.svg"), "old").expect("a file");
        fs::write(folder.path().join("notes.txt"), "mine").expect("a file");
        let options = Options {
            scenario: Some(scenario.to_owned()),
            red: Some("random".to_owned()),
            blue: Some("random".to_owned()),
            armies: Vec::new(),
            rules: None,
            seed: 3,
            pair: 0,
            record: None,
            svg: Some(folder.path().to_path_buf()),
            html: None,
            explain: false,
            from: None,
            step: None,
            map: Maps::Turn,
            printing: Printing::default(),
        };
        let mut rendered = Vec::new();
        options
            .run(&Library::built_in(), &mut std::io::empty(), &mut rendered)
            .unwrap_or_else(|error| panic!("{error}"));
        let rendered = String::from_utf8(rendered).expect("text");
        let mut frames: Vec<String> = fs::read_dir(folder.path())
            .expect("the folder")
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
            .filter(|name| name != "notes.txt")
            .collect();
        frames.sort();
        assert!(frames.len() > 2, "{frames:?}");
        if !legend.is_empty() {
            assert_eq!(rendered.matches(legend).count(), frames.len(), "a frame for each map");
        }
        for (number, name) in frames.iter().enumerate() {
            assert_eq!(*name, format!("frame-{number:04}.svg"));
            let text = fs::read_to_string(folder.path().join(name)).expect("a frame");
            assert_eq!(fault_of_xml(&text), None, "{name}");
        }
        assert!(folder.path().join("notes.txt").exists());
    }
}
