//! Reads a position file into the oracle's own units, officers and ground. Only the open plain of 12 x 9 hexes is
//! supported as a scenario; terrain comes from the position's own `[terrain]` and `[[edge]]`.

use super::ground::{Ground, Hex};
use super::troops::{Class, LETTERS, Note, Troop, morale_elements, troop};
use toml::{Table, Value};

/// A unit as in the file.
pub struct Unit {
    pub id: String,
    pub red: bool,
    pub troop: &'static Troop,
    pub training: String,
    pub elements: u32,
    pub letters: Vec<String>,
    pub at: Hex,
    pub hexes_moved: i32,
    carried_by: Option<String>,
    status: Vec<String>,
}

impl Unit {
    pub fn has(&self, letter: &str) -> bool {
        assert!(LETTERS.contains(&letter), "unknown letter {letter}");
        self.letters.iter().any(|own| own == letter)
    }

    pub fn is(&self, note: Note) -> bool {
        self.troop.notes.contains(&note)
    }

    pub fn class(&self) -> Class {
        self.troop.class
    }

    /// A fact about the current player-turn that the file states.
    pub fn status(&self, word: &str) -> bool {
        self.status.iter().any(|own| own == word)
    }

    /// Elite or super-elite (JI-23).
    pub fn elite(&self) -> bool {
        matches!(self.training.as_str(), "elite" | "super_elite")
    }

    /// Western-trained unless archers, without missiles or Irregulars (JI-38).
    pub fn western(&self) -> bool {
        self.has_firearms() && !self.has("irregular")
    }

    /// Whether it has missile weapons other than bows.
    fn has_firearms(&self) -> bool {
        !self.is(Note::Archers) && !self.is(Note::NoMissiles)
    }

    /// Whether infantry is mounted on this (JI-36): it starts so, and stays so unless it has dismounted.
    pub fn rides(&self, carrier: &str) -> bool {
        self.carried_by.as_deref() == Some(carrier) && !self.status("on_foot")
    }

    /// Whether closed terrain, obstacles and friendly guns bar its way: artillery, and wagons as vehicles (JI-37).
    pub fn is_wheeled(&self) -> bool {
        self.class() == Class::Artillery || self.rides("wagons")
    }
}

/// An officer as in the file.
pub struct Officer {
    pub red: bool,
    pub at: Hex,
}

/// A position file.
pub struct Position {
    pub ground: Ground,
    pub units: Vec<Unit>,
    pub officers: Vec<Officer>,
}

impl Position {
    /// Reads a position; panics on files that the oracle cannot read.
    pub fn read(text: &str) -> Position {
        let file: Table = text.parse().expect("a position is TOML");
        assert_eq!(file["scenario"].as_str(), Some("plain"), "the oracle knows the open plain only");
        let mut ground = Ground::open(12, 9);
        if let Some(terrain) = file.get("terrain").and_then(Value::as_table) {
            for (name, hexes) in terrain.iter().filter(|(name, _)| *name != "roads") {
                words(hexes).iter().for_each(|at| ground.lay(hex(at), name));
            }
            for road in terrain.get("roads").and_then(Value::as_array).into_iter().flatten() {
                let way: Vec<Hex> = words(road).iter().map(|at| hex(at)).collect();
                way.windows(2).for_each(|pair| ground.join(pair[0], pair[1]));
            }
        }
        for edge in tables(&file, "edge") {
            for direction in words(&edge["directions"]) {
                ground.fortify(hex(text_of(edge, "hex")), &direction, text_of(edge, "obstacle"));
            }
        }
        let units: Vec<Unit> = tables(&file, "unit").map(unit).collect();
        for (number, unit) in units.iter().enumerate() {
            assert!(ground.contains(unit.at), "{} stands off the map", unit.id);
            assert!(
                units[..number].iter().all(|other| other.at != unit.at && other.id != unit.id),
                "{} doubles another unit",
                unit.id
            );
        }
        let officers = tables(&file, "officer")
            .map(|one| Officer { red: text_of(one, "side") == "red", at: hex(text_of(one, "at")) })
            .collect();
        Position { ground, units, officers }
    }

    /// The index of a unit in the list.
    pub fn index(&self, id: &str) -> usize {
        self.units.iter().position(|unit| unit.id == id).unwrap_or_else(|| panic!("no unit {id}"))
    }

    /// The unit on a hex.
    pub fn unit_at(&self, at: Hex) -> Option<&Unit> {
        self.units.iter().find(|unit| unit.at == at)
    }
}

fn unit(file: &Table) -> Unit {
    let list = |key: &str| file.get(key).map(words).unwrap_or_default();
    let letters = list("letters");
    letters.iter().for_each(|letter| assert!(LETTERS.contains(&letter.as_str()), "unknown letter {letter}"));
    let word = |key: &str, usual: &str| {
        file.get(key).map_or(usual.to_owned(), |value| value.as_str().expect("a word").to_owned())
    };
    let number = |key: &str| file.get(key).map(|value| value.as_integer().expect("a number"));
    let troop = troop(text_of(file, "type"));
    let full = if troop.notes.contains(&Note::OneAnimal) { 1 } else { morale_elements(&word("morale", "normal")) };
    Unit {
        id: text_of(file, "id").to_owned(),
        red: text_of(file, "side") == "red",
        troop,
        training: word("training", "trained"),
        elements: number("elements").map_or(full, |elements| elements as u32),
        letters,
        at: hex(text_of(file, "at")),
        hexes_moved: number("hexes_moved").unwrap_or(0) as i32,
        carried_by: file.get("carried_by").map(|value| value.as_str().expect("a word").to_owned()),
        status: list("status"),
    }
}

/// "CCRR": column and row.
fn hex(text: &str) -> Hex {
    assert_eq!(text.len(), 4, "a hex is four digits, not {text:?}");
    (text[..2].parse().expect("a column"), text[2..].parse().expect("a row"))
}

fn words(list: &Value) -> Vec<String> {
    list.as_array().expect("a list").iter().map(|word| word.as_str().expect("a word").to_owned()).collect()
}

fn text_of<'a>(file: &'a Table, key: &str) -> &'a str {
    file.get(key).and_then(Value::as_str).unwrap_or_else(|| panic!("{key} is missing in {file}"))
}

fn tables<'a>(file: &'a Table, key: &str) -> impl Iterator<Item = &'a Table> {
    file.get(key).and_then(Value::as_array).into_iter().flatten().map(|value| value.as_table().expect("a table"))
}
