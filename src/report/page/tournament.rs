//! The page of a tournament, with whatever it decided: a plain one, a Swiss one, a gauntlet, a sequential test, an
//! adaptive one, a metagame, merged shards.

mod allocation;
mod answer;
mod course;
mod field;
mod games;
mod luck;
mod matrix;
mod ranking;
mod seen;

pub use matrix::entrant;
pub use ranking::of_ratings;

use super::facts::{facts, subject};
use super::folder::{PageError, ResultFolder, names};
use super::model::Page;
use crate::report::format::count;
use crate::report::{GamesFile, Manifest};

/// The command that repeats a tournament from its manifest.
const AGAIN: &str = "reglette run manifest.toml";

/// The page of a finished tournament.
pub fn page(folder: &ResultFolder) -> Result<Page, PageError> {
    let plan = ["plan"];
    let mut page = Page {
        kind: kind(folder),
        subject: subject(folder, &plan),
        facts: facts(folder, &plan),
        files: folder.files(),
        command: Some(AGAIN.to_owned()),
        ..Page::default()
    };
    let manifest: Manifest = folder.manifest.clone().try_into().map_err(|_| PageError::Unknown(folder.path.clone()))?;
    let missing = missing_parts(&manifest);
    if !missing.is_empty() {
        page.open.push(format!(
            "These are the results of {} of a schedule of {} games. Still to be played: {}. Then `reglette merge` \
                with the folders of all parts writes the whole.",
            count(manifest.shards.len() as u64, "part"),
            manifest.games_total,
            missing.join(", ")
        ));
    }
    if !manifest.plan.repeatable {
        page.notes.push("A clock or an external program took part: another run may give other results.".to_owned());
    }
    (page.answer, page.notes) = {
        let (answer, mut notes) = answer::answer(folder)?;
        notes.append(&mut page.notes);
        (answer, notes)
    };
    page.cards = super::cards::cards(folder)?;
    let walked = course::walk(folder, &manifest)?;
    page.sections.extend(course::sequential(folder, &manifest, &walked)?);
    page.sections.extend(allocation::allocation(folder)?);
    page.sections.extend(ranking::standings(folder)?);
    page.sections.extend(matrix::matrices(folder)?);
    page.sections.extend(field::metagame(folder)?);
    page.sections.extend(games::endings(folder)?);
    page.sections.extend(games::first_move(folder)?);
    page.sections.extend(super::strength::measures(folder)?);
    page.sections.extend(ranking::ratings(folder)?);
    page.sections.extend(course::watched(&manifest, &walked));
    page.sections.extend(field::shape(folder)?);
    page.sections.extend(luck::luck(folder)?);
    page.sections.extend(seen::worth_seeing(folder, &walked)?);
    if !folder.path.join(GamesFile::NAME).is_file() {
        page.notes.push(format!("There is no {}: nothing is shown over the course of the games.", GamesFile::NAME));
    }
    Ok(page)
}

/// The games worth seeing: their numbers, each with the file of its page from the folder.
///
/// # Errors
/// If the tables cannot be read.
pub fn games_worth_seeing(folder: &ResultFolder) -> Result<Vec<(u64, String)>, PageError> {
    let manifest: Manifest = folder.manifest.clone().try_into().map_err(|_| PageError::Unknown(folder.path.clone()))?;
    let numbers = seen::numbers(folder, &course::walk(folder, &manifest)?)?;
    Ok(numbers.iter().filter_map(|number| Some((number.parse().ok()?, seen::page_of(number)))).collect())
}

/// The answer of a tournament in one sentence.
pub fn answer(folder: &ResultFolder) -> Result<String, PageError> {
    Ok(answer::answer(folder)?.0)
}

/// The name of an entrant without its bot, where one bot leads all armies.
fn without_bot<'a>(folder: &ResultFolder, entrant: &'a str) -> &'a str {
    let bots = names(folder.part(&["plan"]).and_then(|plan| plan.get("bots")));
    match &bots[..] {
        [bot] => entrant.strip_prefix(bot.as_str()).and_then(|rest| rest.strip_prefix('/')).unwrap_or(entrant),
        _ => entrant,
    }
}

/// What kind of tournament it was.
fn kind(folder: &ResultFolder) -> String {
    let of = |names: &[&str]| folder.part(names).and_then(|table| table.get("kind")?.as_str());
    let is = |key: &str| folder.part(&["plan"]).is_some_and(|plan| plan.contains_key(key));
    match (of(&["plan", "stop"]), of(&["plan", "arrangement"])) {
        (Some("sprt"), _) => "Sequential test",
        (Some(_), _) => "Tournament until intervals are narrow",
        _ if is("allocate") => "Tournament with adaptive allocation",
        (_, Some("swiss")) => "Swiss tournament",
        (_, Some("gauntlet")) => "Gauntlet",
        _ => "Tournament",
    }
    .to_owned()
}

/// The parts of the schedule that are not in the folder.
fn missing_parts(manifest: &Manifest) -> Vec<String> {
    let missing = manifest.shards.first().map(|first| first.missing(&manifest.shards));
    missing.unwrap_or_default().iter().map(ToString::to_string).collect()
}
