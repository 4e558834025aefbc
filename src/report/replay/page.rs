//! The page of a battle: its film with the sheet, the log, the curve of the chance to win, and the script that plays
//! it. Without scripts it shows the last position and the whole log.

use super::curve::{ABOVE, BELOW, LEFT, RIGHT, curve};
use super::data::{embedded, film_as_json};
use super::film::{Film, FilmStep, StepKind};
use super::script::script;
use crate::game::Side;
use crate::game::picture::Key;
use crate::report::format::count;
use crate::report::page::html::document;
use crate::report::page::number::Unit;
use crate::report::page::plot::WIDTH;
use crate::report::svg::element;
use maud::{Markup, PreEscaped, html};

const STYLE: &str = include_str!("assets/replay.css");

/// The text of the page of a battle.
pub fn html(film: &Film) -> String {
    let about = &film.about;
    let title = format!("{}: {} against {}", about.scenario, about.players.red, about.players.blue);
    let script = script();
    document(&title, &[STYLE], &body(film).into_string(), &script)
}

fn body(film: &Film) -> Markup {
    let about = &film.about;
    html! {
        a.skip href="#log" { "Skip to the log" }
        header {
            p.kind { "Battle" }
            h1 { bdi { (about.scenario) } }
            p.answer id="answer" {
                bdi { (about.players.red) } " (red) against " bdi { (about.players.blue) } " (blue): " (about.ending)
            }
        }
        main {
            noscript { p.note { "Without scripts this page shows the position at the end and the whole log." } }
            (controls(film))
            div.stage {
                section.battle aria-label="Map" {
                    (sheet(film))
                    p id="now" aria-live="polite" {}
                    div id="dice" {}
                    ul id="caption" {
                        @if let Some(frame) = film.frames.last() {
                            @for line in &film.captions[frame.caption] { li { (line) } }
                        }
                    }
                }
                (log(film))
            }
            (chances(film))
            section id="explained" hidden aria-labelledby="explainedh" {
                h2 id="explainedh" { "The bot's evaluation" }
                p.reading { "The actions that the bot valued most, with the features behind each value." }
                div.scroll tabindex="0" role="region" aria-labelledby="explainedh" { pre id="weighed" {} }
            }
            (going_on(film))
            (legend(&film.keys))
            section aria-labelledby="unitsh" {
                h2 id="unitsh" { "Pieces at this moment" }
                div.scroll tabindex="0" role="region" aria-labelledby="unitsh" {
                    table id="units" {
                        caption { "Every piece on the map at the step shown, with strength and state" }
                        thead { tr { th scope="col" { "piece" } th scope="col" { "side" } th scope="col" { "state" } } }
                        tbody { (units(film)) }
                    }
                }
            }
            section aria-labelledby="what" {
                h2 id="what" { "What was played" }
                dl {
                    dt { "rules" } dd { bdi { (about.rules) } " (" (about.rulebook) ")" }
                    dt { "seed" } dd { (about.seed) ", pair " (about.pair) }
                    @if let Some(game) = about.game { dt { "game" } dd { (game) } }
                    dt { "steps" } dd { (film.steps.len()) }
                }
            }
        }
        footer {
            p { "One file that loads nothing. It holds the record of the game, from which play can go on." }
        }
        script type="application/json" id="film" { (PreEscaped(film_as_json(film))) }
        script type="application/jsonl" id="record" { (PreEscaped(embedded(&film.record))) }
    }
}

fn controls(film: &Film) -> Markup {
    let button = |id: &str, sign: &str, label: &str, keys: &str| {
        html! { button type="button" id=(id) aria-label=(label) title={ (label) " (" (keys) ")" } { (sign) } }
    };
    html! {
        div.controls role="toolbar" aria-label="Film" hidden {
            (button("to-start", "|◀", "To the start", "Home"))
            (button("turn-back", "◀◀", "Player-turn back", "Page Up"))
            (button("back", "◀", "Step back", "Left"))
            (button("play", "Play", "Play", "Space"))
            (button("ahead", "▶", "Step ahead", "Right"))
            (button("turn-ahead", "▶▶", "Player-turn ahead", "Page Down"))
            (button("to-dice", "⚄", "To the next dice", "d"))
            (button("to-end", "▶|", "To the end", "End"))
            label { "Speed " select id="speed" {
                option value="1" { "1 step/s" }
                option value="2" { "2" }
                option value="4" selected { "4" }
                option value="10" { "10" }
                option value="30" { "30" }
                option value="60" { "60" }
            } }
            @if Side::BOTH.into_iter().any(|side| !film.seen[side].is_empty()) {
                label { "Seen by " select id="view" {
                    option value="all" { "everyone" }
                    option value="red" { "red" }
                    option value="blue" { "blue" }
                } }
            }
            label.slider { span id="place" { "step 0" }
                input type="range" id="slider" min="0" max=(film.steps.len()) value="0" step="1";
            }
        }
    }
}

/// The sheet with the last position, in the order of its layers.
fn sheet(film: &Film) -> Markup {
    let view = format!("0 0 {} {}", film.width, film.height);
    html! {
        svg id="sheet" viewBox=(view) role="img" aria-label="Map of the battle" {
            g id="pieces" {
                @for piece in film.layers() {
                    @for placed in film.frames.last().iter().flat_map(|frame| &frame.placed) {
                        @if placed.piece == piece {
                            @if let Some(drawing) = placed.drawing {
                                g transform=(format!("translate({} {})", placed.at.0, placed.at.1)) {
                                    (PreEscaped(&film.drawings[drawing].svg))
                                }
                            }
                        }
                    }
                }
            }
            g id="arrows" {}
        }
    }
}

fn log(film: &Film) -> Markup {
    let mut turns: Vec<(u32, Vec<(usize, &FilmStep)>)> = Vec::new();
    for (number, step) in (1..).zip(&film.steps) {
        match turns.last_mut() {
            Some((turn, steps)) if *turn == step.turn => steps.push((number, step)),
            _ => turns.push((step.turn, vec![(number, step)])),
        }
    }
    html! {
        section.log id="log" tabindex="0" aria-label="Log" {
            h2 { "Log" }
            @for (turn, steps) in &turns {
                h3 { @if *turn == 0 { "Set-up" } @else { "Player-turn " (turn) } }
                ol {
                    @for (number, step) in steps { (entry(*number, step)) }
                }
            }
        }
    }
}

fn entry(number: usize, step: &FilmStep) -> Markup {
    html! {
        li id={ "s" (number) } class=(step.side) {
            a href={ "#step=" (number) } { (number) } " "
            @if step.kind == StepKind::Decision { (step.side) ": " }
            span { (step.text) }
            @if let StepKind::Roll { faces, steps } = &step.kind {
                @if !faces.is_empty() {
                    " " span.dice {
                        "dice: "
                        @for (at, it) in faces.iter().enumerate() {
                            @if at > 0 { ", " } (it.dice) " × " (it.effect)
                        }
                        @if !steps.is_empty() {
                            "; number by "
                            @for (at, it) in steps.iter().enumerate() {
                                @if at > 0 { ", " } (it.rule) " " (format!("{:+}", it.after - it.before))
                            }
                        }
                    }
                }
            }
            @if let Some(luck) = step.luck {
                " " span.luck { "luck " (Unit::PercentagePoints.show(luck)) }
            }
            @for line in &step.consequences { p { (line) } }
        }
    }
}

fn chances(film: &Film) -> Markup {
    let value = film.about.value.as_deref().unwrap_or_default();
    html! {
        @if let Some(svg) = curve(film) {
            section aria-labelledby="chancesh" {
                h2 id="chancesh" { "Chance of red to win" }
                p.reading {
                    "After each step, by the value function " code { (value) } ", an estimate fitted to other games. "
                    "A stem is the luck of one roll: from where the chance would be with average dice to where it is, "
                    "orange in favour of red, blue in favour of blue. The log has the numbers."
                }
                figure id="curve" aria-labelledby="chancesh"
                    data-left=(LEFT) data-right=(RIGHT) data-above=(ABOVE) data-below=(BELOW)
                    data-width=(WIDTH) { (PreEscaped(svg)) }
                p id="chance" {}
            }
        }
    }
}

fn going_on(film: &Film) -> Markup {
    html! {
        section id="going-on" hidden aria-labelledby="goingh" {
            h2 id="goingh" { "Continue from here" }
            p.reading {
                "This page holds the record of the game. The command plays on from the step shown, with the same dice; "
                "sides that are not named keep their bots. Step " span id="from-step" { "0" } " of "
                (count(film.steps.len() as u64, "step")) "."
            }
            p { label { "Play " select id="human" {
                option value="next" { "the side that decides next" }
                option value="red" { "red" }
                option value="blue" { "blue" }
                option value="both" { "both sides" }
            } } }
            p { code id="command" {} " " button type="button" id="copy" { "Copy" } }
            h2 { "Bookmarks" }
            p.reading { "Bookmarks are stored in the address of this page, and are shared with it." }
            form id="bookmark" {
                label { "Comment on this step " input type="text" id="comment" maxlength="200"; }
                " " button type="submit" { "Add a bookmark" }
            }
            ol id="bookmarks" {}
        }
    }
}

fn legend(keys: &[Key]) -> Markup {
    let view = format!("0 0 {} {}", Key::WIDTH, Key::HEIGHT);
    html! {
        section aria-labelledby="legendh" {
            h2 id="legendh" { "Legend" }
            ul.keys {
                @for key in keys {
                    li {
                        svg viewBox=(view) width=(Key::WIDTH) height=(Key::HEIGHT) aria-hidden="true" {
                            @for shape in &key.shapes { (PreEscaped(element(shape))) }
                        }
                        bdi { (key.meaning) }
                    }
                }
            }
            p.reading {
                "Arrows: moves in grey, retreats in violet, flights dashed, attacks in black with a thick head, fire \
                    dotted."
            }
        }
    }
}

fn units(film: &Film) -> Markup {
    html! {
        @for placed in film.frames.last().iter().flat_map(|frame| &frame.placed) {
            @let actor = &film.actors[placed.piece];
            @if let (Some(drawing), Some(_)) = (placed.drawing, actor.kind) {
                tr {
                    th scope="row" { bdi { (actor.name) } }
                    td { @if let Some(side) = actor.side { (side) } }
                    td { bdi { (film.drawings[drawing].title) } }
                }
            }
        }
    }
}
