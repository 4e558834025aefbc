//! A page as HTML: one file that loads nothing, whose texts are all escaped by the template.

use super::model::{Card, Cell, CellPart, Column, Page, Plot, Section, Table};
use crate::data::whole::hash_of_bytes;
use crate::report::format::count;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

/// What is before the nonce of a page in its policy.
const NONCE: &str = "'nonce-";
const STYLE: &str = include_str!("assets/report.css");
/// The longest command that is shown with every section; a longer one is shown once.
const SHORT: usize = 70;
const SCRIPT: &str = include_str!("assets/report.js");
/// What is escaped in the address of an image.
const IN_ADDRESS: &AsciiSet = &CONTROLS.add(b'"').add(b'#').add(b'%').add(b'<').add(b'>').add(b'&').add(b'\'');

/// What is escaped in the address of a file.
const IN_LINK: &AsciiSet = &IN_ADDRESS.add(b' ').add(b'?').add(b'\\').add(b':');

/// The text of a page.
pub fn html(page: &Page) -> String {
    document(&format!("{}: {}", page.kind, page.subject), &[], &body(page).into_string(), SCRIPT)
}

/// A document with the style of all pages and further ones, a body that is escaped already, and one script.
pub fn document(title: &str, styles: &[&str], body: &str, script: &str) -> String {
    // Only the page's own script runs, whatever else it might contain: no text can contain its own hash.
    let nonce = &hash_of_bytes(body.as_bytes())[..32];
    let policy = format!(
        "default-src 'none'; style-src 'unsafe-inline'; script-src {NONCE}{nonce}'; img-src data:; \
            base-uri 'none'; form-action 'none'"
    );
    let document = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                link rel="icon" href="data:,";
                title { (title) }
                style { (PreEscaped(STYLE)) }
                @for style in styles { style { (PreEscaped(style)) } }
            }
            body {
                (PreEscaped(body))
                script nonce=(nonce) { (PreEscaped(script)) }
            }
        }
    };
    document.into_string() + "\n"
}

/// Whether a text is a page of this program: all begin alike, up to their own nonce.
pub fn is_page(text: &str) -> bool {
    let empty = document("", &[], "", "");
    empty.split_once(NONCE).is_some_and(|(beginning, _)| text.starts_with(beginning))
}

fn body(page: &Page) -> Markup {
    html! {
        a.skip href="#results" { "Skip to the results" }
        header {
            p.kind { (page.kind) }
            h1 { bdi { (page.subject) } }
            p.answer id="answer" { (page.answer) }
            @if !page.open.is_empty() {
                div.open role="status" {
                    strong { "Not finished." }
                    @for line in &page.open { p { (in_words(line)) } }
                }
            }
            @for note in &page.notes { p.note { (in_words(note)) } }
            @if page.sections.len() > 1 {
                nav aria-label="Sections" {
                    ul {
                        @for (at, section) in page.sections.iter().enumerate() {
                            li { a href=(format!("#s{at}")) { (section.heading) } }
                        }
                    }
                }
            }
        }
        main id="results" {
            @for (at, section) in page.sections.iter().enumerate() { (section_of(at, section, page)) }
            section aria-labelledby="what" {
                h2 id="what" { "What was played" }
                dl {
                    @for (name, value) in &page.facts { dt { (name) } dd { bdi { (value) } } }
                }
                @if !page.cards.is_empty() { div.cards { @for card in &page.cards { (card_of(card)) } } }
                @if let Some(command) = &page.command { p id="repeat" { "All of it again: " code { (command) } } }
                @if !page.files.is_empty() {
                    p { "Files of this folder: " @for (at, file) in page.files.iter().enumerate() {
                        @if at > 0 { ", " } (link(file))
                    } "." }
                }
            }
        }
        footer {
            p { "Intervals are 95 % intervals unless they say otherwise. "
                @if !page.files.is_empty() {
                    "Every table has the numbers of its CSV file, rounded; the exact ones are in the file. Commands "
                    "are meant for the folder "
                    @if page.folder.is_empty() { "of this page" } @else { bdi { (page.folder) } } "."
                } }
        }
    }
}

/// A picture of a file is an image: nothing in it can run.
fn card_of(card: &Card) -> Markup {
    html! {
        div.card {
            h3 { bdi { (card.heading) } }
            @if let Some((svg, label)) = &card.picture {
                img alt=(label) src=(format!("data:image/svg+xml,{}", utf8_percent_encode(svg, IN_ADDRESS)));
            }
            @if !card.lines.is_empty() { ul { @for line in &card.lines { li { bdi { (line) } } } } }
        }
    }
}

fn section_of(at: usize, section: &Section, page: &Page) -> Markup {
    let id = format!("s{at}");
    html! {
        section id=(id) aria-labelledby=(format!("{id}h")) {
            h2 id=(format!("{id}h")) { (section.heading) }
            p.reading { (spaced(&section.reading)) }
            // Each plot has its table below it; many plots of one table stand beside each other.
            @let are_many = section.plots.len() > 2 && section.tables.len() == 1;
            @if are_many {
                div.grid {
                    @for (number, plot) in section.plots.iter().enumerate() {
                        (figure(&format!("{id}p{number}"), plot))
                    }
                }
                @for table in &section.tables { (folded(table, section)) }
            } @else {
                @for number in 0..section.plots.len().max(section.tables.len()) {
                    @if let Some(plot) = section.plots.get(number) { (figure(&format!("{id}p{number}"), plot)) }
                    @if let Some(table) = section.tables.get(number) { (folded(table, section)) }
                }
            }
            p.source {
                @if !section.files.is_empty() {
                    "Numbers from " @for (at, file) in section.files.iter().enumerate() {
                        @if at > 0 { ", " } (link(file))
                    } ". "
                }
                @match section.command.as_ref().or(page.command.as_ref()) {
                    Some(command) if command.len() <= SHORT => { "Repeat with " code { (command) } "." }
                    Some(_) => { a href="#repeat" { "Repeat" } "." }
                    None => {}
                }
            }
        }
    }
}

/// A heat map, which is a picture itself; or a table that is folded where there is a picture of it.
fn folded(table: &Table, section: &Section) -> Markup {
    let is_pictured = !section.plots.is_empty() || section.tables.iter().any(|table| table.is_heat_map);
    let rows = count((table.rows.len() + table.left_out) as u64, "row");
    html! {
        @if table.is_heat_map {
            (table_of(table, section))
            p.tip aria-live="polite" {}
        } @else {
            details open[!is_pictured] {
                summary { "Table: " (table.caption) " (" (rows) ")" }
                (table_of(table, section))
            }
        }
    }
}

fn figure(id: &str, plot: &Plot) -> Markup {
    html! {
        figure role="group" aria-labelledby=(id) {
            (PreEscaped(&plot.svg))
            @if !plot.legend.is_empty() {
                ul.legend {
                    @for (colour, name) in &plot.legend {
                        li { span class=(format!("c{colour}")) aria-hidden="true" {} bdi { (name) } }
                    }
                }
            }
            figcaption id=(id) { (plot.label) }
        }
    }
}

fn table_of(table: &Table, section: &Section) -> Markup {
    html! {
        div.scroll role="region" aria-label=(table.caption) tabindex="0" {
            table class=[table.is_heat_map.then_some("heat")] {
                caption { (table.caption) }
                thead { tr { @for column in &table.columns { (heading(column)) } } }
                tbody {
                    @for row in &table.rows {
                        tr {
                            @for (at, cell) in row.iter().enumerate() {
                                (cell_of(cell, at == 0, table.columns.get(at).is_some_and(|column| column.is_numeric)))
                            }
                        }
                    }
                }
            }
        }
        @if table.left_out > 0 {
            p.source {
                (count(table.left_out as u64, "further row"))
                @if let Some(file) = section.files.first() { " in " (link(file)) }
                "."
            }
        }
    }
}

fn heading(column: &Column) -> Markup {
    html! { th class=[column.is_numeric.then_some("n")] scope="col" { bdi { (named(&spaced(&column.heading))) } } }
}

fn cell_of(cell: &Cell, is_first: bool, is_numeric: bool) -> Markup {
    let shade = cell.shade.map(|shade| match shade {
        0 => "z0".to_owned(),
        shade if shade < 0 => format!("m{}", -shade),
        shade => format!("p{shade}"),
    });
    let class = [is_numeric.then(|| "n".to_owned()), shade.map(|shade| format!("shade {shade}"))];
    let class = class.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let class = (!class.is_empty()).then_some(class);
    let inside = html! { @for part in &cell.parts { (part_of(part)) } };
    if is_first {
        return html! { th scope="row" class=[class] data-key=[cell.key()] { (inside) } };
    }
    html! { td class=[class] title=[cell.tip.as_ref()] data-key=[cell.key()] { (inside) } }
}

fn part_of(part: &CellPart) -> Markup {
    match part {
        CellPart::Words(text) => html! { (text) },
        CellPart::Name(text) => html! { bdi { (named(text)) } },
        CellPart::Number { exact, shown } => html! { data value=(exact) { (shown) } },
        CellPart::Command(text) => html! { code { (text) } },
        CellPart::Text(text) => html! { details { summary { "show" } pre { (text) } } },
        CellPart::Link { file, words } => html! { a href=(utf8_percent_encode(file, IN_LINK)) { (words) } },
    }
}

fn link(file: &str) -> Markup {
    html! { a href=(utf8_percent_encode(file, IN_LINK)) { (file) } }
}

/// A text whose per cent signs stay with their numbers.
fn spaced(text: &str) -> String {
    text.replace(" %", "\u{a0}%")
}

/// A name that may be broken after a stroke.
fn named(name: &str) -> Markup {
    html! {
        @for (at, part) in name.split('/').enumerate() {
            @if at > 0 { "/" wbr; }
            (part)
        }
    }
}

/// A text in which commands stand between backticks.
fn in_words(text: &str) -> Markup {
    html! {
        @for (at, part) in text.split('`').enumerate() {
            @if at % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}
