//! A page as HTML: one file that loads nothing, whose texts are all escaped by the template.

use super::model::{Cell, Column, Page, Part, Plot, Section, Table};
use crate::data::whole::hash_of_bytes;
use crate::report::format::count;
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = include_str!("assets/report.css");
const SCRIPT: &str = include_str!("assets/report.js");

/// The text of a page.
pub fn html(page: &Page) -> String {
    let body = body(page).into_string();
    // Only the page's own script runs, whatever else it might contain: nobody can write the hash of a text into it.
    let nonce = &hash_of_bytes(body.as_bytes())[..32];
    let policy = format!(
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-{nonce}'; img-src data:; base-uri 'none'; form-action 'none'"
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
                title { (page.kind) ": " (page.subject) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                (PreEscaped(&body))
                script nonce=(nonce) { (PreEscaped(SCRIPT)) }
            }
        }
    };
    document.into_string() + "\n"
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
                @if !page.files.is_empty() {
                    p { "Files of this folder: " @for (at, file) in page.files.iter().enumerate() {
                        @if at > 0 { ", " } (link(file))
                    } "." }
                }
            }
        }
        footer {
            p { "Intervals are 95 % intervals unless they say otherwise. Every table has the numbers of its CSV file, "
                "rounded; the exact ones are in the file. Commands are meant for the folder of this page." }
        }
    }
}

fn section_of(at: usize, section: &Section, page: &Page) -> Markup {
    let id = format!("s{at}");
    html! {
        section id=(id) aria-labelledby=(format!("{id}h")) {
            h2 id=(format!("{id}h")) { (section.heading) }
            p.reading { (section.reading) }
            @for (number, plot) in section.plots.iter().enumerate() { (figure(&format!("{id}p{number}"), plot)) }
            @for table in &section.tables {
                @if table.is_heat_map {
                    (table_of(table, section))
                    p.tip aria-live="polite" {}
                } @else {
                    details open[section.plots.is_empty()] {
                        summary { "Table: " (table.caption) " (" (count((table.rows.len() + table.left_out) as u64, "row")) ")" }
                        (table_of(table, section))
                    }
                }
            }
            p.source {
                @if !section.files.is_empty() {
                    "Numbers from " @for (at, file) in section.files.iter().enumerate() {
                        @if at > 0 { ", " } (link(file))
                    } ". "
                }
                @if let Some(command) = section.command.as_ref().or(page.command.as_ref()) {
                    "Repeat with " code { (command) } "."
                }
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
            table.heat[table.is_heat_map] {
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
            p.source { (count(table.left_out as u64, "further row")) " in " @if let Some(file) = section.files.first() { (link(file)) } "." }
        }
    }
}

fn heading(column: &Column) -> Markup {
    html! { th.n[column.is_numeric] scope="col" { bdi { (column.heading) } } }
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
        return html! { th scope="row" class=[class] data-key=(cell.key()) { (inside) } };
    }
    html! { td class=[class] title=[cell.tip.as_ref()] data-key=(cell.key()) { (inside) } }
}

fn part_of(part: &Part) -> Markup {
    match part {
        Part::Words(text) => html! { (text) },
        Part::Name(text) => html! { bdi { (text) } },
        Part::Number { exact, shown } => html! { data value=(exact) { (shown) } },
        Part::Command(text) => html! { code { (text) } },
    }
}

fn link(file: &str) -> Markup {
    html! { a href=(file) { (file) } }
}

/// A text in which commands stand between backticks.
fn in_words(text: &str) -> Markup {
    html! {
        @for (at, part) in text.split('`').enumerate() {
            @if at % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}
