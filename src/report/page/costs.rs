//! The page of a balance: what troops are worth, and how far that can be trusted.

use super::facts::{bot_and_points, facts, subject};
use super::folder::{PageError, ResultFolder};
use super::model::{Cell, Column, Page, Section, Table};
use super::number::{Unit, are, name};
use super::plot::curves::{Curve, CurveStyle, Curves, Spot, curves};
use super::plot::intervals::{IntervalLine, intervals};
use super::sheet::{Row, Sheet};
use super::{endings, factors, new_list, parts, strength};
use crate::report::format::count;

/// The tables of a block: a bot and a budget.
type Block<'a> = [&'a str; 2];

/// The page of finished fair costs.
pub fn page(folder: &ResultFolder) -> Result<Page, PageError> {
    let question = ["question"];
    let mut page = Page {
        kind: "Fair costs".to_owned(),
        subject: subject(folder, &question),
        facts: facts(folder, &question),
        files: folder.files(),
        command: super::question::command(folder, "balance"),
        cards: super::cards::cards(folder)?,
        ..Page::default()
    };
    let Some(costs) = folder.sheet("costs.csv")? else {
        page.answer = "There are no costs.".to_owned();
        return Ok(page);
    };
    let [fit, imbalance, steps] = ["fit.csv", "imbalance.csv", "steps.csv"].map(|file| folder.sheet(file));
    let (fit, imbalance, steps) = (fit?, imbalance?, steps?);
    let blocks: Vec<Block<'_>> = costs.rows().fold(Vec::new(), |mut blocks, row| {
        let block = block_of(row);
        if !blocks.contains(&block) {
            blocks.push(block);
        }
        blocks
    });
    let mut answers = blocks.iter().map(|block| answer(&costs, imbalance.as_ref(), *block, blocks.len() > 1));
    page.answer = answers.next().unwrap_or_default();
    page.notes.extend(answers);
    for block in blocks {
        page.sections.push(prices(&costs, block));
        page.sections.extend(imbalance.as_ref().and_then(|sheet| held_out(sheet, block)));
        page.sections.extend(fit.as_ref().and_then(|sheet| calibration(sheet, block)));
        page.sections.extend(fit.as_ref().and_then(|sheet| additivity(sheet, block)));
        page.sections.extend(steps.as_ref().and_then(|sheet| course(sheet, block)));
    }
    for sections in [parts::sections, endings::sections, new_list::sections, factors::sections, strength::sections] {
        page.sections.extend(sections(folder)?);
    }
    Ok(page)
}

fn block_of(row: Row<'_>) -> Block<'_> {
    ["bot", "budget"].map(|column| row.text(column))
}

fn within<'a>(sheet: &'a Sheet, block: Block<'a>) -> Vec<Row<'a>> {
    sheet.rows().filter(|row| block_of(*row) == block).collect()
}

fn heading(words: &str, [bot, budget]: Block<'_>) -> String {
    let colon = if words.ends_with('?') { "" } else { ":" };
    format!("{words}{colon} {}", bot_and_points(bot, budget))
}

fn answer(costs: &Sheet, imbalance: Option<&Sheet>, block: Block<'_>, several: bool) -> String {
    let rows: Vec<Row<'_>> = within(costs, block).into_iter().filter(|row| row.text("entity") == "troop").collect();
    let of = |verdict: &str| rows.iter().filter(|row| row.text("verdict") == verdict).count();
    // How many times too high or too low a list cost is.
    let factor = |row: &Row<'_>| {
        let ratio = row.number("fair_cost").unwrap_or(0.0) / row.number("list_cost").unwrap_or(1.0);
        if ratio > 0.0 { ratio.max(1.0 / ratio) } else { f64::INFINITY }
    };
    let wrong = rows.iter().filter(|row| matches!(row.text("verdict"), "underpriced" | "overpriced"));
    let farthest = wrong.max_by(|one, other| factor(one).total_cmp(&factor(other)));
    let example = farthest.and_then(|row| {
        let bounds = row.number("fair_low").zip(row.number("fair_high"));
        let fair = Unit::Number(2).with_interval(row.number("fair_cost")?, bounds);
        let list = Unit::Number(2).show(row.number("list_cost")?);
        Some(format!("; farthest from its list cost is {}, worth {fair} instead of {list}", name(row.text("name"))))
    });
    let spread = |costs: &str| {
        let rows = within(imbalance?, block);
        let row = rows.iter().find(|row| row.text("costs") == costs)?;
        let points = |column: &str| row.number(column).map(|share| 100.0 * share);
        let bounds = points("spread_low").zip(points("spread_high"));
        Some(Unit::Number(1).with_interval(points("spread")?, bounds))
    };
    let balance = spread("list").zip(spread("fitted")).map(|(list, fitted)| {
        format!(
            "; win rates of held-out armies spread around one half by {list} percentage points at list costs, by \
                {fitted} at fitted ones"
        )
    });
    let who = if several { format!("{}: o", heading("Costs", block)) } else { "O".to_owned() };
    format!(
        "{who}f {}, {} underpriced, {} overpriced, {} fair, {} undecided{}{}.",
        count(rows.len() as u64, "troop"),
        are(of("underpriced")),
        of("overpriced"),
        of("fair"),
        of("undecided"),
        example.unwrap_or_default(),
        balance.unwrap_or_default()
    )
}

fn prices(sheet: &Sheet, block: Block<'_>) -> Section {
    let rows = within(sheet, block);
    let spot = |row: &Row<'_>| {
        let bounds = row.number("fair_low").zip(row.number("fair_high"));
        Some(Spot { x: row.number("list_cost")?, y: row.number("fair_cost")?, bounds })
    };
    let spots: Vec<Spot> = rows.iter().filter_map(spot).collect();
    let line = |row: &Row<'_>| {
        let list = row.number("list_cost").filter(|list| *list > 0.0)?;
        let bounds = row.number("fair_low").zip(row.number("fair_high")).map(|(low, high)| (low / list, high / list));
        let is_clear = matches!(row.text("verdict"), "underpriced" | "overpriced");
        Some(IntervalLine {
            name: row.text("name").to_owned(),
            point: row.number("fair_cost")? / list,
            bounds,
            is_clear,
        })
    };
    let lines: Vec<IntervalLine> = rows.iter().filter_map(line).collect();
    let mut plots = Vec::new();
    if !lines.is_empty() {
        plots.push(intervals(
            &lines,
            Unit::Number(2),
            Some(1.0),
            "Fair cost as a multiple of the list cost.".to_owned(),
        ));
    }
    if spots.len() > 1 {
        let what = Curves {
            curves: &[Curve { name: "troops".to_owned(), spots }],
            style: CurveStyle::Diagonal,
            across: (Unit::Number(1), "list cost, points"),
            up: (Unit::Number(1), "fair cost, points"),
            references: &[],
        };
        plots.push(curves(what, "Fair cost of each troop over its list cost.".to_owned()));
    }
    Section {
        heading: heading("List cost and fair cost", block),
        reading:
            "List costs are those of the rules file; where a rulebook publishes none, as Jomini, they are initial \
            estimates of ours. In the first plot each dot is the fair cost of a troop as a multiple of its list cost, \
            the bar its 95 % interval; the dashed line is 1: the list is right. Filled dots are under- or overpriced: \
            their interval lies on one side of 1, and not wholly within 5 % of it. In the second plot a troop on the \
            dashed diagonal costs what it is worth; above it, it costs too little."
                .to_owned(),
        plots,
        tables: vec![of_costs(&rows)],
        files: vec![sheet.file.clone()],
        command: None,
    }
}

fn of_costs(rows: &[Row<'_>]) -> Table {
    let words = ["troop", "arm"].map(Column::words);
    let numbers = [
        "list cost",
        "fair cost",
        "95 % interval",
        "joint 95 %",
        "resulting cost",
        "least change",
        "printable",
        "in joint",
        "adjusted p",
        "games",
        "survival",
    ];
    let columns = words.into_iter().chain(numbers.map(Column::numbers)).chain([Column::words("verdict")]).collect();
    let line = |row: &Row<'_>| {
        let mut cells = vec![Cell::name(row.text("name")), Cell::name(row.text("arm"))];
        cells.extend(["list_cost", "fair_cost"].map(|column| Cell::number(*row, column, Unit::Number(2))));
        cells.push(Cell::interval(*row, "fair_low", "fair_high", Unit::Number(2)));
        cells.push(Cell::interval(*row, "joint_low", "joint_high", Unit::Number(2)));
        cells.extend(["cost", "least_change", "printable"].map(|column| Cell::number(*row, column, Unit::Number(2))));
        cells.push(Cell::words(match row.text("in_joint") {
            "true" => "yes",
            "false" => "no",
            _ => "",
        }));
        cells.push(Cell::number(*row, "p_adjusted", Unit::PValue));
        cells.push(Cell::number(*row, "games", Unit::Count));
        cells.push(Cell::number(*row, "survival", Unit::Percent));
        cells.push(Cell::name(row.text("verdict")));
        cells
    };
    Table::new("costs of all troops", columns, rows.iter().map(line).collect())
}

fn held_out(sheet: &Sheet, block: Block<'_>) -> Option<Section> {
    let rows = within(sheet, block);
    let line = |row: &Row<'_>| {
        let bounds = row.number("spread_low").zip(row.number("spread_high"));
        let is_clear = row.number("variance_low").is_some_and(|low| low > 0.0);
        Some(IntervalLine { name: row.text("costs").replace('_', " "), point: row.number("spread")?, bounds, is_clear })
    };
    let lines: Vec<IntervalLine> = rows.iter().filter_map(line).collect();
    let columns = [Column::words("costs")]
        .into_iter()
        .chain(["meetings", "games", "spread", "95 % interval", "observed", "noise"].map(Column::numbers))
        .collect();
    let cells = |row: &Row<'_>| {
        vec![
            Cell::name(row.text("costs")),
            Cell::number(*row, "meetings", Unit::Count),
            Cell::number(*row, "games", Unit::Count),
            Cell::number(*row, "spread", Unit::Percent),
            Cell::interval(*row, "spread_low", "spread_high", Unit::Percent),
            Cell::number(*row, "observed", Unit::Percent),
            Cell::number(*row, "noise", Unit::Percent),
        ]
    };
    let label = "Spread of the true win rates of held-out armies around one half, before and after.".to_owned();
    (!lines.is_empty()).then(|| Section {
        heading: heading("Imbalance before and after", block),
        reading:
            "Armies that had no part in any fit meet at equal cost. The dot is how far their true win rates spread \
            around one half: by the list, and by the fitted costs; 0 would be perfect balance. Filled dots show \
            an imbalance beyond chance."
                .to_owned(),
        plots: vec![intervals(&lines, Unit::Percent, Some(0.0), label)],
        tables: vec![Table::new("imbalance of held-out armies", columns, rows.iter().map(cells).collect())],
        files: vec![sheet.file.clone()],
        command: None,
    })
}

/// The rows of some measures.
fn of_measures<'a>(sheet: &'a Sheet, block: Block<'a>, measures: &[&str]) -> Vec<Row<'a>> {
    within(sheet, block).into_iter().filter(|row| measures.contains(&row.text("measure"))).collect()
}

fn calibration(sheet: &Sheet, block: Block<'_>) -> Option<Section> {
    let rows = of_measures(sheet, block, &["decile", "decile_held_out"]);
    let curve = |measure: &str, title: &str| {
        let of = rows.iter().filter(|row| row.text("measure") == measure);
        let spot = |row: &Row<'_>| {
            let bounds = row.number("low").zip(row.number("high"));
            Some(Spot { x: row.number("foretold")?, y: row.number("value")?, bounds })
        };
        let mut spots: Vec<Spot> = of.filter_map(spot).collect();
        spots.sort_by(|one, other| one.x.total_cmp(&other.x));
        (!spots.is_empty()).then(|| Curve { name: title.to_owned(), spots })
    };
    let found: Vec<Curve> = [curve("decile", "games of the fit"), curve("decile_held_out", "held-out armies")]
        .into_iter()
        .flatten()
        .collect();
    if found.is_empty() {
        return None;
    }
    let what = Curves {
        curves: &found,
        style: CurveStyle::Diagonal,
        across: (Unit::Percent, "predicted, per cent"),
        up: (Unit::Percent, "observed, per cent"),
        references: &[],
    };
    let columns = [Column::words("games"), Column::words("group")]
        .into_iter()
        .chain(["number", "predicted", "observed", "95 % interval"].map(Column::numbers))
        .collect();
    let cells = |row: &Row<'_>| {
        vec![
            Cell::words(if row.text("measure") == "decile" { "fit" } else { "held-out" }),
            Cell::name(row.text("name")),
            Cell::number(*row, "games", Unit::Count),
            Cell::number(*row, "foretold", Unit::Percent),
            Cell::number(*row, "value", Unit::Percent),
            Cell::interval(*row, "low", "high", Unit::Percent),
        ]
    };
    Some(Section {
        heading: heading("Calibration", block),
        reading: "Games are sorted by the win rate that the costs predict and divided into ten groups. A group on the \
            dashed diagonal won as often as predicted; bars are 95 % intervals, which groups of the fit and groups \
            with one result alone do not have. Held-out armies are the harder test: no fit has seen them."
            .to_owned(),
        plots: vec![curves(what, "Observed over predicted win rates, in ten groups.".to_owned())],
        tables: vec![Table::new("calibration", columns, rows.iter().map(cells).collect())],
        files: vec![sheet.file.clone()],
        command: None,
    })
}

fn additivity(sheet: &Sheet, block: Block<'_>) -> Option<Section> {
    let rows = of_measures(sheet, block, &["squares", "pairs", "square", "pair", "formula"]);
    let effects: Vec<IntervalLine> = rows
        .iter()
        .filter_map(|row| {
            let is_clear = row.text("verdict") == "matters";
            Some(IntervalLine {
                name: row.text("name").to_owned(),
                point: row.number("effect")?,
                bounds: None,
                is_clear,
            })
        })
        .collect();
    let words = ["what", "name"].map(Column::words);
    let numbers =
        ["coefficient or chi-square", "95 % interval", "degrees", "effect", "p", "adjusted p"].map(Column::numbers);
    let columns = words.into_iter().chain(numbers).chain([Column::words("verdict")]).collect();
    let cells = |row: &Row<'_>| {
        vec![
            Cell::name(row.text("measure")),
            Cell::name(row.text("name")),
            Cell::number(*row, "value", Unit::Number(3)),
            Cell::interval(*row, "low", "high", Unit::Number(3)),
            Cell::number(*row, "degrees", Unit::Count),
            Cell::number(*row, "effect", Unit::PercentagePoints),
            Cell::number(*row, "p_value", Unit::PValue),
            Cell::number(*row, "p_adjusted", Unit::PValue),
            Cell::name(row.text("verdict")),
        ]
    };
    let label = "Effect on the win rate of even armies of one standard deviation of what a sum of costs leaves out.";
    (!rows.is_empty()).then(|| Section {
        heading: heading("Can costs be added up?", block),
        reading: "A list of costs assumes that each further unit of a troop is worth as much as the one before it \
            (squares) and that troops do not make each other stronger (pairs). Filled dots depart from this beyond \
            chance; the effect is on the win rate of otherwise even armies."
            .to_owned(),
        plots: if effects.is_empty() {
            Vec::new()
        } else {
            vec![intervals(&effects, Unit::PercentagePoints, Some(0.0), label.to_owned())]
        },
        tables: vec![Table::new("tests of additivity", columns, rows.iter().map(cells).collect())],
        files: vec![sheet.file.clone()],
        command: None,
    })
}

/// The costs over the steps of an iterated fit.
fn course(sheet: &Sheet, block: Block<'_>) -> Option<Section> {
    let rows = within(sheet, block);
    let mut found: Vec<Curve> = Vec::new();
    for row in &rows {
        let bounds = row.number("fair_low").zip(row.number("fair_high"));
        let (Some(x), Some(y)) = (row.number("step"), row.number("fair_cost")) else { continue };
        let spot = Spot { x, y, bounds };
        match found.iter_mut().find(|curve| curve.name == row.text("name")) {
            Some(curve) => curve.spots.push(spot),
            None => found.push(Curve { name: row.text("name").to_owned(), spots: vec![spot] }),
        }
    }
    let steps = found.iter().map(|curve| curve.spots.len()).max().unwrap_or(0);
    if steps < 2 {
        return None;
    }
    let plots = found.iter().map(|curve| {
        let what = Curves {
            curves: std::slice::from_ref(curve),
            style: CurveStyle::Marked,
            across: (Unit::Count, "fit"),
            up: (Unit::Number(1), "fair cost, points"),
            references: &[],
        };
        curves(what, format!("Fair cost of {} over the fits.", name(&curve.name)))
    });
    let words = ["troop"].map(Column::words);
    let numbers =
        ["fit", "drawn at", "fair cost", "95 % interval", "resulting cost", "p of the fit"].map(Column::numbers);
    let cells = |row: &Row<'_>| {
        vec![
            Cell::name(row.text("name")),
            Cell::number(*row, "step", Unit::Count),
            Cell::number(*row, "drawn_at", Unit::Number(2)),
            Cell::number(*row, "fair_cost", Unit::Number(2)),
            Cell::interval(*row, "fair_low", "fair_high", Unit::Number(2)),
            Cell::number(*row, "cost", Unit::Number(2)),
            Cell::number(*row, "p_value", Unit::PValue),
        ]
    };
    let columns = words.into_iter().chain(numbers).collect();
    Some(Section {
        heading: heading("From fit to fit", block),
        reading:
            "Each fit draws its armies at the costs of the one before. Where the costs no longer move beyond their \
            intervals, they are settled."
                .to_owned(),
        plots: plots.take(12).collect(),
        tables: vec![Table::new("costs of each fit", columns, rows.iter().map(cells).collect())],
        files: vec![sheet.file.clone()],
        command: None,
    })
}
