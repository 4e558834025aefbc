//! `reglette replay`: narrates a game of a run by its number, or plays a sample again and compares.

use super::battle_page::{Cast, about, setup_of, value_of, write_page};
use super::ending::{self, ending_words, finished_of, format_end};
use super::filming::Filming;
use super::narrator::{Maps, Narrator};
use super::note::note;
use super::play::text_of;
use super::printing::Printing;
use super::rerun::{load_again, read};
use super::still::Still;
use super::{CliError, Exit, under_rulebook_of};
use crate::catalog::Task;
use crate::data::{Inputs, Library, quoted_path};
use crate::game::rng::Key;
use crate::game::{Rulebook, Side};
use crate::report::document::DataTable;
use crate::report::format::count;
use crate::report::games::line_of;
use crate::report::page;
use crate::report::{GamesFile, Manifest, Output, RowCounts};
use crate::run::Tallies;
use crate::tournament::{
    GameSpec, Header, Loaded, Plan, RecordSetup, Recorder, Tournament, Worker, quarantine, signature,
};
use clap::Args;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

/// Narrates a game of a run turn by turn, by its number; or plays games again and compares them with games.csv.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette replay results/latest --game 1284
  reglette replay results/latest --game 1284 --html battle.html
  reglette replay results/latest --game 1284 --svg end.svg --map none
  reglette replay results/latest --verify 100")]
pub struct Options {
    /// The folder of the run
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The number of the game, as in games.csv
    #[arg(long, value_name = "K", required_unless_present = "verify")]
    pub game: Option<u64>,
    /// When the map is drawn
    #[arg(long, value_enum, default_value_t = Maps::Turn, value_name = "WHEN")]
    pub map: Maps,
    /// Write the battle as a page to this file, to be replayed in a browser
    #[arg(long, value_name = "FILE", requires = "game", conflicts_with = "verify")]
    pub html: Option<PathBuf>,
    /// Add to the page how each bot evaluated the actions at its decisions
    #[arg(long, requires = "html")]
    pub explain: bool,
    /// Draw the map at the end of the game into this SVG file
    #[arg(long, value_name = "FILE", requires = "game", conflicts_with = "verify")]
    pub svg: Option<PathBuf>,
    /// Draw the map after this step instead, as steps are counted on the page and in records
    #[arg(long, value_name = "N", requires = "svg")]
    pub step: Option<usize>,
    /// Play this many random games of the run again, and compare their rows
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "100", conflicts_with = "game")]
    pub verify: Option<u64>,
    /// How results are printed
    #[command(flatten)]
    pub printing: Printing,
}

/// A game that was played again, in a document.
#[derive(Serialize)]
struct VerifiedRow {
    game: u64,
    same: bool,
    /// Its rows of `games.csv`, where they differ.
    recorded: Option<String>,
    now: Option<String>,
}

impl Options {
    /// Narrates the game, or compares.
    ///
    /// # Errors
    /// If the folder contains no run or no such game, or the results of games differ.
    pub fn run(&self, out: &mut dyn Write) -> Result<Exit, CliError> {
        let manifest = read(&self.folder)?;
        under_rulebook_of(&manifest, &self.folder, Replay { options: self, manifest: &manifest, out })
    }
}

struct Replay<'a> {
    options: &'a Options,
    manifest: &'a Manifest,
    out: &'a mut dyn Write,
}

/// The tournament of a folder, with the legs that were played.
pub(super) fn tournament_of<R: Rulebook + 'static>(
    manifest: &Manifest,
    folder: &Path,
) -> Result<Tournament<R::Game>, CliError> {
    let Loaded { mut tournament, .. } = load_again::<R>(manifest, folder)?;
    if manifest.plan.steers_itself() {
        let legs = Tallies::read(folder)
            .map_err(|error| CliError::Input(format!("{}: {error}", folder.join(Tallies::NAME).display())))?
            .legs;
        legs.into_iter().for_each(|leg| tournament.schedule.append(leg));
    }
    Ok(tournament)
}

/// The game of a number, if the run contains it.
pub(super) fn spec<G: crate::game::Evaluate + crate::game::Show + 'static>(
    tournament: &Tournament<G>,
    game: u64,
) -> Result<GameSpec, CliError> {
    let games = tournament.schedule.games();
    if game < games {
        Ok(tournament.schedule.game(game))
    } else {
        Err(CliError::Input(format!("there is no game {game}: they are numbered from 0 to {}", games - 1)))
    }
}

/// Refuses a game that was forfeited in quarantine: it was never played.
pub(super) fn check_played(plan: &Plan, folder: &Path, game: u64) -> Result<(), CliError> {
    let Some(faults) = plan.quarantine else { return Ok(()) };
    let path = folder.join(GamesFile::NAME);
    let unreadable = |error: &dyn std::fmt::Display| CliError::Input(format!("{}: {error}", path.display()));
    if !path.exists() {
        return Ok(());
    }
    let mut rows = ::csv::Reader::from_path(&path).map_err(|error| unreadable(&error))?;
    let (number, reason) = (game.to_string(), quarantine::reason(faults));
    for row in rows.records() {
        let row = row.map_err(|error| unreadable(&error))?;
        if row.get(0) == Some(&*number) && row.iter().next_back() == Some(&*reason) {
            return Err(CliError::Input(format!("game {game} was never played: it was forfeited {reason}")));
        }
    }
    Ok(())
}

impl Task for Replay<'_> {
    type Output = Result<Exit, CliError>;

    fn run<R: Rulebook + 'static>(self) -> Result<Exit, CliError> {
        let Replay { options, manifest, out } = self;
        let tournament = tournament_of::<R>(manifest, &options.folder)?;
        if manifest.signature != signature::<R>() {
            note!(
                "this run was played by a program with another engine signature ({}): games may differ",
                manifest.signature
            );
        }
        if !manifest.plan.repeatable {
            note!("this run is not repeatable, because of a clock or an external program: games may differ");
        }
        if let Some(game) = options.game {
            let spec = spec(&tournament, game)?;
            check_played(&tournament.plan, &options.folder, game)?;
            let header = tournament.header(&spec);
            let mut narrator = Narrator::new(out, options.map);
            let seats =
                Side::BOTH.map(|side| tournament.plan.entrant_name(tournament.cell(&spec).seats(spec.swapped)[side]));
            let (rules, scenario, pair) = (&header.rules, &header.scenario, header.pair);
            narrator.say(&format!(
                "{rules} · {scenario} · red {} · blue {} · game {game} · pair {pair}",
                seats[0], seats[1]
            ));
            let prepared = tournament.prepared(&spec);
            let (game_played, start) = (&prepared.game, tournament.start(&spec).state);
            narrator.begin(game_played, &start);
            let entrants = tournament.cell(&spec).seats(spec.swapped);
            let value = options.html.as_ref().and_then(|_| value_of::<R>(&Library::built_in()));
            let configs = entrants.map(|entrant| tournament.config(entrant.bot));
            let mut filmed = options.html.as_ref().map(|_| {
                let header = Header { setup: setup_in(&tournament, &spec, manifest), ..header.clone() };
                let explained = configs.map(|config| options.explain.then_some(config));
                let value = value.as_ref().map(|(_, value)| value);
                let filming = Filming::begin(game_played, &start, value, explained);
                (filming, Recorder::begin(Vec::new(), &header, game_played, &start))
            });
            let mut still = options.svg.as_ref().map(|_| Still::begin(options.step, &start));
            let mut observers = (&mut narrator, (&mut filmed, &mut still));
            let row = Worker::new(&tournament).play(&tournament, spec, &mut observers);
            let finished = finished_of(&row);
            narrator.say(&format_end(&finished));
            options.printing.add(ending::table(&header, Some(game), &finished)?);
            if let (Some(path), Some(still)) = (&options.svg, still) {
                still.write(game_played, path)?;
                narrator.say(&format!("Wrote {}", path.display()));
            }
            if let (Some(path), Some((filming, recorder))) = (&options.html, filmed) {
                let players = entrants.map(|entrant| tournament.plan.entrant_name(entrant));
                let (ending, winner) = (ending_words(&finished), finished.outcome.winner);
                let about =
                    about(&header, &players, Some(game), ending, winner, value.as_ref().map(|(path, _)| path.clone()));
                write_page(path, filming.finish(about, text_of(recorder.finish(&finished)?)))?;
                narrator.say(&format!("Wrote {}", path.display()));
            }
            narrator.failed()?;
            return Ok(if row.forfeit.is_some() { Exit::DoneWithForfeits } else { Exit::Done });
        }
        verify(options, &tournament, manifest, out)
    }
}

/// What the record of a game of a run names, so that play can go on from it; `None` for armies drawn at random.
fn setup_in<G: crate::game::Evaluate + crate::game::Show + 'static>(
    tournament: &Tournament<G>,
    spec: &GameSpec,
    manifest: &Manifest,
) -> Option<Box<RecordSetup>> {
    let seats = tournament.cell(spec).seats(spec.swapped);
    let bots = seats.map(|entrant| Some(tournament.plan.bots[entrant.bot].path.clone()));
    let entrants = seats.map(|entrant| tournament.plan.entrant_name(entrant));
    let key = tournament.key(spec).scenario.to_owned();
    let setup = setup_of(tournament.prepared(spec).files.as_ref()?, &mut Inputs::new(), Cast { key, entrants, bots });
    // The manifest has the files of the bots, and the texts of all that are not built in.
    let mut files = setup.files;
    let further = manifest.inputs.iter().filter(|input| !files.iter().any(|known| known.path == input.path));
    let further: Vec<_> = further.filter(|input| !is_of_games(&input.path)).cloned().collect();
    files.extend(further);
    Some(Box::new(RecordSetup { files, ..setup }))
}

/// Whether a file is of a kind that a game names itself: those of other games of the run are not needed.
fn is_of_games(path: &str) -> bool {
    ["armies/", "scenarios/", "values/"].iter().any(|folder| path.starts_with(folder))
}

/// Plays a sample again and compares it with the recorded rows.
fn verify<G: crate::game::Evaluate + crate::game::Show + 'static>(
    options: &Options,
    tournament: &Tournament<G>,
    manifest: &Manifest,
    out: &mut dyn Write,
) -> Result<Exit, CliError> {
    let path = options.folder.join(GamesFile::NAME);
    let unreadable = |error: &dyn std::fmt::Display| CliError::Input(format!("{}: {error}", path.display()));
    let file = || File::open(&path).map_err(|error| unreadable(&error));
    let mut rows = ::csv::ReaderBuilder::new().has_headers(true).from_reader(BufReader::new(file()?));
    let games = rows.byte_records().count() as u64;
    let wanted = options.verify.unwrap_or_default().min(games);
    let mut stream = Key::new(tournament.plan.seed).with_name("verify").stream();
    let mut sample = BTreeSet::new();
    while (sample.len() as u64) < wanted {
        sample.insert(((u128::from(stream.bits()) * u128::from(games)) >> 64) as u64);
    }
    let mut recorded: BTreeMap<u64, String> = BTreeMap::new();
    let mut rows = ::csv::ReaderBuilder::new().has_headers(true).from_reader(BufReader::new(file()?));
    for (place, row) in (0..).zip(rows.byte_records()) {
        let row = row.map_err(|error| unreadable(&error))?;
        if sample.contains(&place) {
            let mut line = ::csv::Writer::from_writer(Vec::new());
            line.write_byte_record(&row).map_err(|error| unreadable(&error))?;
            let bytes = line.into_inner().map_err(|error| unreadable(&error.error()))?;
            let number =
                std::str::from_utf8(row.get(0).unwrap_or_default()).ok().and_then(|number| number.parse().ok());
            let number = number.ok_or_else(|| unreadable(&format!("row {place} has no number")))?;
            recorded.insert(number, String::from_utf8_lossy(&bytes).into_owned());
        }
    }
    let mut worker = Worker::new(tournament);
    // Games of a bot in quarantine were never played.
    let unplayed = tournament.plan.quarantine.map(quarantine::reason);
    recorded.retain(|_, line| !unplayed.as_ref().is_some_and(|reason| line.trim_end().ends_with(reason)));
    let (mut different, mut verified) = (0, Vec::new());
    for (game, line) in &recorded {
        let row = worker.play_unseen(tournament, spec(tournament, *game)?);
        let again = line_of(&tournament.plan, &tournament.schedule, &row);
        let is_same = again == *line;
        if !is_same {
            different += 1;
            writeln!(out, "game {game} differs:\n   recorded  {}   now       {}", line, again)?;
        }
        let shown = |line: &str| (!is_same).then(|| line.trim_end().to_owned());
        verified.push(VerifiedRow { game: *game, same: is_same, recorded: shown(line), now: shown(&again) });
    }
    options.printing.add(DataTable::of("verified", verified)?);
    let played = count(recorded.len() as u64, "game");
    if different > 0 {
        return Err(CliError::Input(format!("of {played} played again {different} differ")));
    }
    // Rows that are missing, exchanged or added are not detected by replaying: the file's hash is compared.
    let damaged = Output::damaged(&manifest.outputs, &options.folder);
    if damaged.iter().any(|name| name == GamesFile::NAME) {
        let scheduled = count(tournament.schedule.games(), "game");
        return Err(unreadable(&format!(
            "it has changed since the run wrote it; it has {} of {scheduled} scheduled",
            count(games, "row")
        )));
    }
    if !damaged.is_empty() {
        return Err(CliError::Input(format!(
            "{}: damaged or missing: {}",
            options.folder.display(),
            damaged.join(", ")
        )));
    }
    // A change of the counts under which the manifest was sealed anew is only detected by the rows.
    let tallies = Tallies::read(&options.folder).map_err(|error| unreadable(&error))?;
    let counted = tallies.together(&tournament.schedule);
    let counted = counted.ok_or_else(|| unreadable(&format!("{} contradicts itself", Tallies::NAME)))?;
    let in_rows = RowCounts::of_file(&path, u64::MAX, &tournament.schedule).map_err(|error| unreadable(&error))?;
    if let Some(why) = in_rows.disagreement(&counted) {
        return Err(unreadable(&why));
    }
    check_page(&options.folder)?;
    writeln!(out, "{played} of {games} played again: all as recorded")?;
    Ok(Exit::Done)
}

/// Checks that the page of a folder, if it has one, is that of its tables. No hash of it is stored.
fn check_page(folder: &Path) -> Result<(), CliError> {
    let path = folder.join(page::NAME);
    let is_other = match std::fs::read(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => false,
        Err(error) => return Err(CliError::Input(format!("{}: {error}", path.display()))),
        Ok(bytes) => bytes != page::render(folder, &folder.join(page::NAME))?.as_bytes(),
    };
    if is_other {
        let (page, folder) = (path.display(), quoted_path(folder));
        return Err(CliError::Input(format!(
            "{page}: it is not the page of the tables beside it; write it again with: reglette report {folder}"
        )));
    }
    Ok(())
}
