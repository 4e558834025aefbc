//! Writing a position file from any position: the frame (rules, scenario, armies) around the form of all positions.
//! Reading it gives the position back.
//!
//! The file names the scenario, which must be available when it is read.

use crate::data::toml_text;
use crate::en_avant::notation::StateForm;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{State, UnitId};
use crate::game::Side;
use serde_json::{Value, json};

/// The text of a position file, under rules and a scenario of these names.
pub fn write(game: &Engagement, rules: &str, scenario: &str, state: &State) -> String {
    let army = |side: Side| json!({ "army": game.army_names[side], "period": game.periods[side].name() });
    let units = Side::BOTH
        .into_iter()
        .flat_map(|side| game.troops.units_of(side).map(move |unit| unit_frame(game, side, unit)));
    toml_text(&json!({
        "rules": rules,
        "scenario": scenario,
        "turn_limit": game.turn_limit,
        "red": army(Side::Red),
        "blue": army(Side::Blue),
        "unit": units.collect::<Vec<Value>>(),
        "position": StateForm::of(game, state),
    }))
}

/// The troop of a unit; its place is part of the position.
fn unit_frame(game: &Engagement, side: Side, unit: UnitId) -> Value {
    let place = usize::from(unit);
    let profile = game.troops.profiles[place].as_ref().expect("a unit of the game has a profile");
    let troop = profile.troop;
    let when = |on: bool| on.then_some(true);
    json!({
        "name": game.unit_names[place],
        "side": side,
        "arm": troop.arm.name(),
        "quality": troop.quality.name(),
        "weight": troop.weight.name(),
        "weapon": troop.weapon.map(|weapon| weapon.name()),
        "horse": when(troop.horse),
        "multirank": when(troop.multirank),
        "dismounts": when(game.troops.dismounted[place].is_some()),
        "points": profile.points,
        "bases": profile.bases,
    })
}
