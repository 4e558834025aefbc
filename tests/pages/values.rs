//! Every number in a table of a page is one of the CSV file that its section names, rounded.

use super::folders::{KINDS, prepare, write};
use super::{between, done, page};
use std::collections::BTreeSet;
use std::path::Path;

/// All cells of a CSV file.
fn cells(path: &Path) -> BTreeSet<String> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    reader.records().flat_map(|record| record.unwrap().iter().map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// A shown number, its decimals, and what it was multiplied by.
fn read(shown: &str) -> (f64, i32, f64) {
    let is_share = shown.ends_with('%') || shown.ends_with("pp");
    let bare = shown.split('\u{a0}').next().unwrap().replace('\u{2212}', "-").replace(['+', ','], "");
    let decimals = bare.split_once('.').map_or(0, |(_, rest)| rest.split('e').next().unwrap().len() as i32);
    (bare.parse().unwrap_or_else(|_| panic!("{shown} is a number")), decimals, if is_share { 100.0 } else { 1.0 })
}

#[test]
fn numbers_of_a_page_are_those_of_the_tables() {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    let mut checked = 0;
    for (kind, _) in KINDS {
        let own = write(folder.path(), kind);
        let text = page(&own);
        for section in text.split("<section ").skip(1) {
            let source = between(section, "<p class=\"source\">", "</p>");
            let Some(source) = source.iter().find(|source| source.contains("Numbers from")) else { continue };
            let files = between(source, "<a href=\"", "\"");
            let known: BTreeSet<String> =
                files.iter().filter(|file| file.ends_with(".csv")).flat_map(|file| cells(&own.join(file))).collect();
            for data in between(section, "<data value=\"", "</data>") {
                let (exact, shown) = data.split_once("\">").unwrap();
                let value: f64 = exact.parse().unwrap();
                // A pairing has one row in its table and two cells in the matrix.
                let turned = format!("{:.6}", 1.0 - value);
                let is_known = known.contains(exact) || (section.contains("class=\"heat\"") && known.contains(&turned));
                assert!(is_known, "{kind}: {exact} is in none of {files:?}");
                // A p-value below the digits of the file.
                if shown.starts_with('<') || shown.starts_with("&lt;") {
                    assert!(value < 1e-6, "{kind}: {shown} is not {exact}");
                    continue;
                }
                let (number, decimals, times) = read(shown);
                // The lower end of an interval, and a cell of a matrix, are shares without their sign.
                let is_near = |times: f64| (number - times * value).abs() <= 0.5001 * 10_f64.powi(-decimals) + 1e-9;
                let is_small = shown.contains("e-") && (number - value).abs() <= 0.06 * value;
                assert!(is_near(times) || is_near(100.0) || is_small, "{kind}: {shown} is not {exact}");
                checked += 1;
            }
        }
    }
    assert!(checked > 1_000, "{checked} numbers");
}

#[test]
fn the_answer_has_the_figures_of_the_table() {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    let own = write(folder.path(), "tournament");
    let text = page(&own);
    let answer = between(&text, "id=\"answer\">", "</p>")[0];
    let mut reader = csv::Reader::from_path(own.join("bots.csv")).unwrap();
    let rows: Vec<std::collections::BTreeMap<String, String>> = reader.deserialize().map(Result::unwrap).collect();
    let best = rows.iter().find(|row| row["bot"] == "greedy").unwrap();
    let percent = |column: &str| format!("{:.1}", 100.0 * best[column].parse::<f64>().unwrap());
    let figure = format!("{}\u{a0}% ({} to {})", percent("rate"), percent("rate_low"), percent("rate_high"));
    assert!(answer.contains("greedy") && answer.contains(&figure), "{answer} has not {figure}");
}

#[test]
fn the_answer_about_equal_rates_has_the_widest_of_their_intervals() {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    let own = write(folder.path(), "tournament");
    let path = own.join("bots.csv");
    let mut reader = csv::Reader::from_path(&path).unwrap();
    let header = reader.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let mut writer = csv::Writer::from_path(&path).unwrap();
    writer.write_record(&header).unwrap();
    for (at, row) in rows.iter().enumerate() {
        let bounds = if at % 2 == 0 { ["0.45", "0.55"] } else { ["0.4", "0.6"] };
        let cells = header.iter().zip(row).map(|(column, cell)| match column {
            "rate" => "0.5",
            "rate_low" => bounds[0],
            "rate_high" => bounds[1],
            _ => cell,
        });
        writer.write_record(cells).unwrap();
    }
    writer.flush().unwrap();
    done(folder.path(), &["report", "tournament"]);
    let text = page(&own);
    let answer = between(&text, "id=\"answer\">", "</p>")[0];
    assert!(answer.contains("50.0\u{a0}% (40.0 to 60.0 at the widest) of the points"), "{answer}");
}

/// Where all games of a gauntlet are won the difference of ratings has hardly a bound: the rate says who is ahead.
#[test]
fn the_answer_of_a_gauntlet_that_won_all_is_no_doubt() {
    let folder = tempfile::tempdir().unwrap();
    let how =
        "tournament plain --bots greedy,random --armies france,austria --gauntlet greedy --games 40 --out won --quiet";
    let screen = done(folder.path(), &how.split(' ').collect::<Vec<_>>());
    let last = screen.lines().last().unwrap();
    assert!(last.contains("greedy is rated highest") && !last.contains("do not show"), "{last}");
    assert!(last.contains("; against random the first scores "), "{last}");
}
