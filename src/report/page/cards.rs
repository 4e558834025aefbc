//! The scenarios and armies of a tournament or study at a glance, from `setup.json`.

use crate::report::format::count;
use crate::report::page::folder::{PageError, ResultFolder};
use crate::report::page::model::Card;
use crate::report::page::number::{name, shortened};
use crate::report::setup::{self, Setup};
use std::fs;
use std::io;

/// The longest description of a unit, in characters.
const LONGEST_UNIT: usize = 120;

/// The cards: scenarios, then armies. None where the folder is of an earlier version, without that file, or where it is
/// damaged.
///
/// # Errors
/// If the file cannot be read.
pub fn cards(folder: &ResultFolder) -> Result<Vec<Card>, PageError> {
    let path = folder.path.join(setup::NAME);
    let failed = |reason| PageError::File { path: path.clone(), reason };
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(failed(error)),
    };
    // A damaged file has no cards; the page names it.
    let Ok(setup) = serde_json::from_str::<Setup>(&text) else { return Ok(Vec::new()) };
    let mut cards = Vec::new();
    for scenario in setup.scenarios {
        let label = format!("The map of {} at the start of the first game.", name(&scenario.name));
        let heading = format!("Scenario {}", name(&scenario.name));
        cards.push(Card { heading, picture: Some((scenario.map, label)), lines: Vec::new() });
    }
    for army in setup.armies {
        let units = army.units.iter().map(|(unit, number)| match number {
            1 => shortened(unit, LONGEST_UNIT),
            _ => format!("{number} × {}", shortened(unit, LONGEST_UNIT)),
        });
        let points = format!("{} at the start", count(army.points.into(), "point"));
        let heading = format!("Army {}", name(&army.name));
        cards.push(Card { heading, picture: None, lines: std::iter::once(points).chain(units).collect() });
    }
    let further = setup.left_out.iter().sum::<usize>();
    if further > 0 {
        let lines = vec![format!("Scenarios and armies that are not shown here: {further}.")];
        cards.push(Card { heading: "Further ones".to_owned(), lines, ..Card::default() });
    }
    Ok(cards)
}
