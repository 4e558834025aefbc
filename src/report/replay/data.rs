//! The data of a film in its page, as JSON: read by `assets/film.js`, which describes it as types.

use super::film::{Film, FilmStep, Frame, Placed, StepKind, strike_name};
use crate::game::Side;
use crate::game::picture::{Condition, PieceKind};
use serde_json::{Map, Value, json};

/// The film as JSON that may stand in a `script` element: no `<` in it.
pub fn film_as_json(film: &Film) -> String {
    let layers = film.layers();
    let mut layer_of = vec![0; layers.len()];
    layers.iter().enumerate().for_each(|(layer, piece)| layer_of[*piece] = layer);
    let all = reels(&film.frames, &layer_of);
    let data = json!({
        "width": film.width,
        "height": film.height,
        "actors": layers.iter().map(|piece| {
            let actor = &film.actors[*piece];
            json!([actor.name, actor.kind.map_or("ground", kind_name), actor.side])
        }).collect::<Vec<_>>(),
        "drawings": film.drawings.iter().map(|drawing| json!([drawing.svg, drawing.title])).collect::<Vec<_>>(),
        "captions": film.captions,
        "frames": all,
        "seen": { "red": reels(&film.seen.red, &layer_of), "blue": reels(&film.seen.blue, &layer_of) },
        "steps": film.steps.iter().map(step).collect::<Vec<_>>(),
        "chance": film.first_chance.map(rounded),
        "players": film.about.players,
    });
    embedded(&data.to_string())
}

/// Text for a `script` element that is not executed: nothing in it can end the element. In JSON `<` occurs in texts
/// alone, where it may be written as an escape.
pub fn embedded(text: &str) -> String {
    text.replace('<', "\\u003c")
}

/// Each frame as numbers: its caption, then piece, drawing (-1 for none), place and condition of each change.
fn reels(frames: &[Frame], layer_of: &[usize]) -> Vec<Value> {
    let mut before = None;
    let mut reel = Vec::with_capacity(frames.len());
    for frame in frames {
        let mut numbers = vec![frame.caption as i64];
        for Placed { piece, drawing, at, condition } in Film::changes(before, frame) {
            let drawing = drawing.map_or(-1, |drawing| drawing as i64);
            let piece = layer_of[piece] as i64;
            numbers.extend([piece, drawing, i64::from(at.0), i64::from(at.1), condition_number(condition)]);
        }
        reel.push(json!(numbers));
        before = Some(frame);
    }
    reel
}

fn condition_number(condition: Condition) -> i64 {
    match condition {
        Condition::Steady => 0,
        Condition::Disordered => 1,
        Condition::Routing => 2,
    }
}

fn kind_name(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Marker => "marker",
        PieceKind::Unit => "unit",
        PieceKind::Officer => "officer",
    }
}

/// A step; what it does not have is left out.
fn step(step: &FilmStep) -> Value {
    let mut data = Map::new();
    data.insert("side".into(), json!(step.side));
    data.insert("turn".into(), json!(step.turn));
    match &step.kind {
        StepKind::Decision => {}
        StepKind::Roll { faces, steps } => {
            data.insert("faces".into(), json!(faces.iter().map(|it| json!([it.effect, it.dice])).collect::<Vec<_>>()));
            if !steps.is_empty() {
                let steps: Vec<Value> = steps.iter().map(|it| json!([it.rule, it.before, it.after])).collect();
                data.insert("rules".into(), json!(steps));
            }
        }
    }
    if step.gives_way {
        data.insert("givesWay".into(), json!(true));
    }
    if !step.arrows.is_empty() {
        let arrows = step
            .arrows
            .iter()
            .map(|it| json!([it.from.0, it.from.1, it.to.0, it.to.1, strike_name(it.strike), it.side]));
        data.insert("arrows".into(), json!(arrows.collect::<Vec<_>>()));
    }
    if let Some(chance) = step.chance {
        data.insert("chance".into(), json!(rounded(chance)));
    }
    if let Some(luck) = step.luck {
        data.insert("luck".into(), json!(rounded(luck)));
    }
    let hidden: Vec<Side> = Side::BOTH.into_iter().filter(|side| step.hidden_from[*side]).collect();
    if !hidden.is_empty() {
        data.insert("hiddenFrom".into(), json!(hidden));
    }
    if !step.weighed.is_empty() {
        data.insert("weighed".into(), json!(step.weighed));
    }
    Value::Object(data)
}

/// To a ten-thousandth, as luck is counted.
fn rounded(value: f64) -> f64 {
    libm::round(value * 10_000.0) / 10_000.0
}
