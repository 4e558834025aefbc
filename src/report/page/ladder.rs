//! The page of a ladder: the ratings of all bots, and the way to the page of each rulebook.

use super::folder::{LADDER, PageError, ResultFolder, names};
use super::model::Page;
use super::number::{Unit, name};
use super::sheet::Sheet;
use super::unfinished;
use crate::balance::SameStrengths;
use crate::report::{Manifest, ratings};

/// The page of a ladder, finished or not.
pub fn page(folder: &ResultFolder) -> Result<Page, PageError> {
    let rulebooks = names(folder.manifest.get("rulebooks"));
    let mut page = Page {
        kind: "Ladder".to_owned(),
        subject: format!("All bots under {}", rulebooks.join(" and ")),
        facts: vec![("Rulebooks".to_owned(), rulebooks.join(", "))],
        command: command(folder),
        ..Page::default()
    };
    for rulebook in &rulebooks {
        let own = folder.path.join(rulebook);
        if own.join(Manifest::NAME).is_file() {
            page.files.push(format!("{rulebook}/{}", super::NAME));
        } else {
            let open = unfinished::open_games(&ResultFolder::open(&own)?)?;
            page.open.push(format!(
                "Under {rulebook}: {open} Games since the last checkpoint are in its journal, and not counted here. \
                    `reglette tournament --resume .` plays the rest."
            ));
        }
    }
    page.files.push(LADDER.to_owned());
    match folder.sheet(ratings::NAME)? {
        Some(sheet) => {
            page.answer = answer(&sheet);
            page.notes.extend(over_rulebooks(&sheet));
            page.sections.push(super::tournament::of_ratings(&sheet));
            page.files.push(sheet.file);
        }
        None => page.answer = "The ratings are not there yet.".to_owned(),
    }
    Ok(page)
}

/// The command that plays it again; `None` where it is not known.
fn command(folder: &ResultFolder) -> Option<String> {
    let given = names(folder.manifest.get("command"));
    let words = ["reglette"].into_iter().chain(given.iter().map(String::as_str));
    (!given.is_empty()).then(|| shlex::try_join(words).unwrap_or_default())
}

/// Whether bots are as strong under each rulebook; `None` where there are not several, and in tables of earlier
/// versions, which have no test.
fn over_rulebooks(sheet: &Sheet) -> Option<String> {
    const TEST: &str = "same_strengths_p";
    let row = sheet.with("rulebook", "all").next()?;
    if !row.columns().iter().any(|column| column == TEST) {
        return None;
    }
    Some(ratings::over_rulebooks(SameStrengths { p_value: row.number(TEST) }))
}

/// The best bot of the last field: under all rulebooks, where there are several.
fn answer(sheet: &Sheet) -> String {
    let rulebook = sheet.distinct("rulebook").last().copied().unwrap_or_default();
    let best = sheet.with("rulebook", rulebook).find(|row| row.text("entity") == "bot");
    let words = best.and_then(|row| {
        let elo =
            Unit::Difference(0).with_interval(row.number("elo")?, row.number("elo_low").zip(row.number("elo_high")));
        let under = if rulebook == "all" { "under all rulebooks together" } else { "under one rulebook" };
        let next = row
            .number("stronger_than_next")
            .map(|share| format!("; it is stronger than the next with a likelihood of {}", Unit::Percent.show(share)));
        Some(format!(
            "{} is rated highest {under}: {elo} Elo from the mean{}.",
            name(row.text("name")),
            next.unwrap_or_default()
        ))
    });
    words.unwrap_or_else(|| "No bot has a rating.".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_says_whether_strengths_differ_between_rulebooks() {
        let said = |table: &str| {
            let folder = tempfile::tempdir().unwrap();
            std::fs::write(folder.path().join("ratings.csv"), table).unwrap();
            over_rulebooks(&Sheet::read(folder.path(), "ratings.csv").unwrap().unwrap())
        };
        let head = "rulebook,name,stronger_than_next,same_strengths_p\njomini,a,0.9000,\n";
        let of = |likelihood: &str, p: &str| said(&format!("{head}all,a,{likelihood},{p}\nall,b,,{p}\n"));
        // The p-value decides, not whether there is a likelihood.
        for likelihood in ["0.7000", ""] {
            let shown = of(likelihood, "0.3000").unwrap();
            assert!(shown.contains("no difference of strengths between the rulebooks (p = 0.3000)"), "{shown}");
        }
        assert!(of("", "1.0e-7").unwrap().starts_with("Strengths differ between the rulebooks (p = 1.0e-7)"));
        assert!(of("", "").unwrap().starts_with("The games do not allow to test"));
        // One rulebook, and a table of an earlier version.
        assert_eq!(said(head), None);
        assert_eq!(said("rulebook,name,stronger_than_next\nall,a,0.9\n"), None);
    }
}
