//! What changed between two folders of results of the same kind: a baseline and a new one.

use super::facts::facts;
use super::folder::{FolderKind, PageError, ResultFolder};
use super::forest::how_to_read;
use super::model::{Cell, CellPart, Column, Page, Section, Table};
use super::number::{Unit, clearness};
use super::plot::intervals::{IntervalLine, intervals};
use super::sheet::Row;
use std::path::Path;

/// A table that both folders may have, and what is compared in it.
struct Compared {
    file: &'static str,
    heading: &'static str,
    /// The columns that name a row.
    keys: &'static [&'static str],
    /// The column of the figure, its lower and its upper bound.
    figure: [&'static str; 3],
    /// The unit of a figure, and of a difference.
    units: [Unit; 2],
    /// Whether its figures are relative to all bots and armies of the run.
    is_of_field: bool,
    /// Whether its figures over all scenarios are compared also where the scenarios differ: a cost is to hold on every
    /// ground.
    is_across_grounds: bool,
    /// The column that counts the forfeited games of a row, if its interval covers every possible result of them.
    unknown: Option<&'static str>,
}

const RATE: [&str; 3] = ["rate", "rate_low", "rate_high"];
const SHARE: [Unit; 2] = [Unit::Percent, Unit::PercentagePoints];
const LEFT_OUT: Option<&str> = Some("left_out");

const TABLES: [Compared; 9] = [
    Compared {
        file: "bots.csv",
        heading: "Bots",
        keys: &["scenario", "bot"],
        figure: RATE,
        units: SHARE,
        is_of_field: true,
        is_across_grounds: false,
        unknown: None,
    },
    Compared {
        file: "armies.csv",
        heading: "Armies",
        keys: &["scenario", "led_by", "army"],
        figure: RATE,
        units: SHARE,
        is_of_field: true,
        is_across_grounds: false,
        unknown: LEFT_OUT,
    },
    Compared {
        file: "matchups.csv",
        heading: "Pairings",
        keys: &["scenario", "first_bot", "first_army", "second_bot", "second_army"],
        figure: RATE,
        units: SHARE,
        is_of_field: false,
        is_across_grounds: false,
        unknown: None,
    },
    Compared {
        file: "seats.csv",
        heading: "First move and seats",
        keys: &["scenario", "seat"],
        figure: RATE,
        units: SHARE,
        is_of_field: true,
        is_across_grounds: false,
        unknown: LEFT_OUT,
    },
    Compared {
        file: "ratings.csv",
        heading: "Ratings",
        keys: &["rulebook", "entity", "led_by", "name"],
        figure: ["elo", "elo_low", "elo_high"],
        units: [Unit::Difference(1), Unit::Difference(1)],
        is_of_field: true,
        is_across_grounds: false,
        unknown: None,
    },
    Compared {
        file: "costs.csv",
        heading: "Fair costs",
        keys: &["bot", "budget", "name"],
        figure: ["fair_cost", "fair_low", "fair_high"],
        units: [Unit::Number(2), Unit::Difference(2)],
        is_of_field: false,
        is_across_grounds: true,
        unknown: None,
    },
    Compared {
        file: "comparison.csv",
        heading: "Effects",
        keys: &["variant", "scenario", "measure", "subject"],
        figure: ["difference", "difference_low", "difference_high"],
        units: [Unit::Difference(3), Unit::Difference(3)],
        is_of_field: false,
        is_across_grounds: false,
        unknown: LEFT_OUT,
    },
    Compared {
        file: "probes.csv",
        heading: "Parts",
        keys: &["bot", "part"],
        figure: RATE,
        units: SHARE,
        is_of_field: false,
        is_across_grounds: false,
        unknown: None,
    },
    Compared {
        file: "breaker.csv",
        heading: "The strongest list",
        keys: &["against"],
        figure: RATE,
        units: SHARE,
        is_of_field: false,
        is_across_grounds: false,
        unknown: Some("by_forfeit"),
    },
];

/// A figure in both folders.
struct Pair<'a> {
    name: String,
    before: Row<'a>,
    after: Row<'a>,
    difference: f64,
    bounds: Option<(f64, f64)>,
    /// Whether an interval covers every possible result of forfeited games.
    has_unknown: bool,
}

/// The page of both.
pub fn page(before: &ResultFolder, after: &ResultFolder) -> Result<Page, PageError> {
    for folder in [before, after] {
        if folder.kind == FolderKind::Unfinished {
            let why = "its games are not all played, so that it cannot be compared".to_owned();
            return Err(PageError::NotComparable { folder: folder.path.clone(), why });
        }
    }
    if before.kind != after.kind {
        let why = format!("it holds results of another kind than {}", before.path.display());
        return Err(PageError::NotComparable { folder: after.path.clone(), why });
    }
    let part = |folder: &ResultFolder| {
        ["plan", "base", "question"].into_iter().find(|name| folder.part(&[*name]).is_some()).unwrap_or("plan")
    };
    let titles = [before, after].map(|folder| title(&folder.path));
    let mut page =
        Page {
            kind: "What changed".to_owned(), subject: format!("{} → {}", titles[0], titles[1]), ..Page::default()
        };
    let [old, new] = [before, after].map(|folder| facts(folder, &[part(folder)]));
    for (name, value) in &new {
        let was = old.iter().find(|(known, _)| known == name).map(|(_, value)| value);
        match was {
            Some(was) if was == value => page.facts.push((name.clone(), value.clone())),
            Some(was) => page.facts.push((name.clone(), format!("{was} → {value}"))),
            None => page.facts.push((name.clone(), format!("(none) → {value}"))),
        }
    }
    let changed = page.facts.iter().filter(|(_, value)| value.contains(" → ")).map(|(name, _)| name.to_lowercase());
    let mut changed: Vec<String> = changed.collect();
    // Who met whom.
    let arrangement = |folder: &ResultFolder| folder.part(&["plan"]).and_then(|plan| plan.get("arrangement").cloned());
    let is_arranged_alike = arrangement(before) == arrangement(after);
    if !is_arranged_alike {
        changed.push("which pairings were played".to_owned());
    }
    if !changed.is_empty() {
        page.notes.push(format!("The parameters differ too: {}.", changed.join(", ")));
    }
    let differs = |fact: &str| {
        let of =
            |facts: &[(String, String)]| facts.iter().find(|(name, _)| name == fact).map(|(_, value)| value.clone());
        of(&old) != of(&new)
    };
    let is_of_same_field = is_arranged_alike && !["Bots", "Armies"].iter().any(|fact| differs(fact));
    let is_on_same_ground = !differs("Scenarios");
    if !is_of_same_field {
        page.notes.push(
            "Rates of bots, armies and seats, and ratings, are left out: they are relative to the bots and armies that \
                were met, which are not the same in both."
                .to_owned(),
        );
    }
    let (mut all, mut alike, mut clear) = (0, 0, Vec::new());
    for compared in &TABLES {
        let (Some(old), Some(new)) = (before.sheet(compared.file)?, after.sheet(compared.file)?) else { continue };
        // Ratings, and what is of all scenarios together, are of other games where the scenarios differ.
        let is_on_same = |row: &Row<'_>| {
            is_on_same_ground || compared.is_across_grounds || !matches!(row.text("scenario"), "" | "all")
        };
        if compared.is_of_field && !is_of_same_field {
            continue;
        }
        let pairs: Vec<Pair<'_>> = new
            .rows()
            .filter_map(|after| {
                let is_same = |row: &Row<'_>| compared.keys.iter().all(|key| row.text(key) == after.text(key));
                compared.pair(old.rows().find(is_same)?, after).filter(|pair| is_on_same(&pair.after))
            })
            .collect();
        let missing = new.rows().count() + old.rows().count() - 2 * pairs.len();
        all += pairs.len();
        alike += pairs.iter().filter(|pair| pair.is_identical(compared)).count();
        clear.extend(pairs.iter().filter(|pair| pair.is_clear()).map(|pair| {
            let figure = compared.units[1].with_interval(pair.difference, pair.bounds);
            let words = format!("{}, {} by {figure}", compared.heading.to_lowercase(), super::number::name(&pair.name));
            (clearness(pair.difference, pair.bounds), words)
        }));
        page.sections.extend(compared.section(&pairs, missing));
    }
    clear.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    page.answer = match clear.first() {
        _ if all == 0 => "The two folders have no row in common.".to_owned(),
        None if alike == all => format!("All {all} figures that both have are identical, intervals included."),
        None => format!("Of {all} figures that both have none has changed: every interval includes no change."),
        Some((_, clearest)) => {
            format!("Of {all} figures that both have {} changed; the clearest: {clearest}.", clear.len())
        }
    };
    page.notes.push(
        "The interval of a difference takes both runs as independent. Runs with the same seed share their dice: then \
            it is wider than it need be, and `reglette compare` finds smaller effects. About one figure in twenty \
            changes by chance alone."
            .to_owned(),
    );
    Ok(page)
}

/// The name of a folder.
fn title(path: &Path) -> String {
    let name = path.canonicalize().ok().and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
    super::number::name(&name.unwrap_or_else(|| path.display().to_string()))
}

impl Pair<'_> {
    /// Whether figure and interval are the same in both.
    fn is_identical(&self, compared: &Compared) -> bool {
        compared.figure.iter().all(|column| self.before.text(column) == self.after.text(column))
    }

    fn is_clear(&self) -> bool {
        self.bounds.is_some_and(|(low, high)| low > 0.0 || high < 0.0)
    }
}

impl Compared {
    /// The figures of a row in both folders, with the interval of their difference: both distances from point to bound
    /// add up by their squares (Newcombe 1998, for independent rates). Where a distance holds the possible results of
    /// forfeited games (Manski), they add up in full: those are no sampling error, and both may be at their worst.
    fn pair<'a>(&self, before: Row<'a>, after: Row<'a>) -> Option<Pair<'a>> {
        let [old, new] = [before, after].map(|row| self.figure.map(|column| row.number(column)));
        let difference = new[0]? - old[0]?;
        let has_unknown = self.unknown.is_some_and(|column| [before, after].iter().any(|row| row.count(column) > 0));
        let bounds = (|| {
            let [old, new] = [[old[0]?, old[1]?, old[2]?], [new[0]?, new[1]?, new[2]?]];
            let apart = |one: f64, other: f64| match has_unknown {
                true => one + other,
                false => (one * one + other * other).sqrt(),
            };
            let low = difference - apart(new[0] - new[1], old[2] - old[0]);
            let high = difference + apart(new[2] - new[0], old[0] - old[1]);
            Some((low, high))
        })();
        let texts: Vec<&str> = self.keys.iter().map(|key| after.text(key)).filter(|text| !text.is_empty()).collect();
        let is_plain = texts.first().is_some_and(|first| *first == "all") && texts.len() > 1;
        let name = texts[usize::from(is_plain)..].join(" · ");
        Some(Pair { name, before, after, difference, bounds, has_unknown })
    }

    fn section(&self, pairs: &[Pair<'_>], missing: usize) -> Option<Section> {
        if pairs.is_empty() {
            return None;
        }
        let line = |pair: &Pair<'_>| IntervalLine {
            name: pair.name.clone(),
            point: pair.difference,
            bounds: pair.bounds,
            is_clear: pair.is_clear(),
        };
        let lines: Vec<IntervalLine> = pairs.iter().map(line).collect();
        let [unit, difference] = self.units;
        let columns = vec![
            Column::words("row"),
            Column::numbers("before"),
            Column::numbers("after"),
            Column::numbers("difference"),
            Column::numbers("95 % interval"),
            Column::words("changed"),
        ];
        let cells = |pair: &Pair<'_>| {
            let interval =
                pair.bounds.map(|(low, high)| format!("{} to {}", difference.bare(low), difference.show(high)));
            vec![
                Cell::name(&pair.name),
                Cell::number(pair.before, self.figure[0], unit),
                Cell::number(pair.after, self.figure[0], unit),
                Cell {
                    parts: vec![CellPart::Number {
                        exact: format!("{:.6}", pair.difference),
                        shown: difference.show(pair.difference),
                    }],
                    ..Cell::default()
                },
                Cell::words(interval.unwrap_or_default()),
                Cell::words(if pair.is_clear() { "yes" } else { "" }),
            ]
        };
        let more = match missing {
            0 => String::new(),
            _ => format!(" {missing} rows are in one of both folders only, or have no figure."),
        };
        let unknown = match pairs.iter().any(|pair| pair.has_unknown) {
            false => "",
            true => {
                " Where an interval covers every possible result of forfeited games, the distances to the bounds add up \
                    in full, not by their squares."
            }
        };
        Some(Section {
            heading: self.heading.to_owned(),
            reading: how_to_read("the difference, the new run minus the baseline", "no change")
                + &format!(" The numbers are from {} in both folders.", self.file)
                + unknown
                + &more,
            plots: vec![intervals(
                &lines,
                difference,
                Some(0.0),
                format!("{}: the new run minus the baseline.", self.heading),
            )],
            tables: vec![Table::new(
                format!("{} before and after", self.heading.to_lowercase()),
                columns,
                pairs.iter().map(cells).collect(),
            )],
            files: Vec::new(),
            command: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::sheet::Sheet;
    use super::*;

    fn compared(file: &str) -> &'static Compared {
        let tables: &'static [Compared] = &TABLES;
        tables.iter().find(|compared| compared.file == file).expect("a table that is compared")
    }

    /// The interval of the difference of a rate of 0.50 (0.42 to 0.57) and one of 0.60 (0.54 to 0.68), with this many
    /// games of unknown result on either side.
    fn bounds(file: &str, column: &str, unknown: [u64; 2]) -> (f64, f64) {
        let folder = tempfile::tempdir().unwrap();
        let sheet = |name: &str, rate: &str, unknown: u64| {
            let text = format!("scenario,against,rate,rate_low,rate_high,{column}\nplain,gauls,{rate},{unknown}\n");
            std::fs::write(folder.path().join(name), text).unwrap();
            Sheet::read(folder.path(), name).unwrap().unwrap()
        };
        let (before, after) =
            (sheet("before.csv", "0.50,0.42,0.57", unknown[0]), sheet("after.csv", "0.60,0.54,0.68", unknown[1]));
        let [before, after] = [&before, &after].map(|sheet| sheet.rows().next().unwrap());
        compared(file).pair(before, after).unwrap().bounds.unwrap()
    }

    #[test]
    fn unknown_results_of_forfeited_games_add_up_in_full() {
        let is_close = |(low, high): (f64, f64), expected: (f64, f64)| {
            assert!((low - expected.0).abs() < 1e-9 && (high - expected.1).abs() < 1e-9, "{low} {high} {expected:?}");
        };
        // By hand: 0.1 less the root of 0.06² + 0.07², and more by that of 0.08² + 0.08².
        let by_squares = (0.1 - 0.0085_f64.sqrt(), 0.1 + 0.0128_f64.sqrt());
        // 0.54 - 0.57 and 0.68 - 0.42: what is left if the unknown games went as badly as they could on both sides.
        let in_full = (-0.03, 0.26);
        for file in ["armies.csv", "seats.csv"] {
            is_close(bounds(file, "left_out", [0, 0]), by_squares);
            is_close(bounds(file, "left_out", [3, 0]), in_full);
            is_close(bounds(file, "left_out", [0, 3]), in_full);
        }
        is_close(bounds("breaker.csv", "by_forfeit", [0, 1]), in_full);
        // Forfeited games of bots are lost, and leave nothing unknown.
        is_close(bounds("bots.csv", "by_forfeit", [2, 2]), by_squares);
        assert_eq!(compared("comparison.csv").unknown, Some("left_out"));
    }
}
