//! `reglette play`: one game narrated turn by turn, between bots or with humans, from its start or from a moment of a
//! record.

use super::battle_page::{Cast, about, bot_files, setup_of, value_of, write_page};
use super::ending::{self, ending_words, format_end};
use super::filming::Filming;
use super::frames::Frames;
use super::narrator::{Maps, Narrator};
use super::printing::Printing;
use super::session::{Observers, Resumption, Session};
use super::whole_number::seed;
use super::{CliError, Exit};
use crate::bots::BotConfig;
use crate::catalog::{self, Task};
use crate::data::manifest::library_of;
use crate::data::whole::write_named;
use crate::data::{Kind, Library, Source};
use crate::game::{BySide, LoadError, Rulebook, Side};
use crate::report::format::count;
use crate::report::manifest::VERSION;
use crate::tournament::load::DEFAULT_SEED;
use crate::tournament::{
    GameKey, GameRequest, Header, InPlay, LoadedGame, RecordSetup, Recorded, Recorder, Seat, load_game, read_bot,
};
use clap::Args;
use std::fs;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

/// The name of a human's seat.
const HUMAN: &str = "human";
/// The bot of a seat for which none is named.
const DEFAULT_BOT: &str = "greedy";
/// The bot whose weights explain the choices of a human.
const ADVISER: &str = "greedy";

/// Plays one game and narrates it: every order, every die, the map.
///
/// With the seed, the pair and the names of a tournament it plays that tournament's game. With --from it goes on with a
/// recorded game: everything before --step is played again with the same dice, and bots that are not replaced go on
/// exactly as they would have.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette play plain --red greedy --blue random --seed 7
  reglette play plain --armies france,austria --red human
  reglette play ford --seed 42 --pair 17 --record game.jsonl --map none
  reglette play gaul --seed 7 --html battle.html
  reglette play --from battle.html --step 41 --red human")]
pub struct Options {
    /// The scenario, by name or path
    #[arg(value_name = "SCENARIO")]
    pub scenario: Option<String>,
    /// The bot at red, by name or path, or "human" [default: greedy, or as recorded]
    #[arg(long, value_name = "BOT")]
    pub red: Option<String>,
    /// The bot at blue, by name or path, or "human" [default: greedy, or as recorded]
    #[arg(long, value_name = "BOT")]
    pub blue: Option<String>,
    /// The armies of red and blue, by name or path
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    pub armies: Vec<String>,
    /// The rules file, by name or path
    #[arg(long, value_name = "FILE")]
    pub rules: Option<String>,
    /// The master seed of dice and bots
    #[arg(long, default_value_t = DEFAULT_SEED, value_name = "S", value_parser = seed())]
    pub seed: u64,
    /// The number of the pair, as in games.csv
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub pair: u64,
    /// Go on with the game of this record, or of a page that --html wrote
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scenario", "armies", "rules", "seed", "pair"])]
    pub from: Option<PathBuf>,
    /// The step of the record after which the game goes on [default: its last]
    #[arg(long, value_name = "K", requires = "from",
        conflicts_with_all = ["scenario", "armies", "rules", "seed", "pair"])]
    pub step: Option<usize>,
    /// Write every decision and every roll to this file as JSON lines
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Draw the game into this folder: an SVG file at the beginning, for each player-turn and at the end
    #[arg(long, value_name = "DIR")]
    pub svg: Option<PathBuf>,
    /// Write the battle as a page to this file, to be replayed in a browser
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Add to the page how each bot evaluated the actions at its decisions
    #[arg(long, requires = "html")]
    pub explain: bool,
    /// When the map is drawn
    #[arg(long, value_enum, default_value_t = Maps::Turn, value_name = "WHEN")]
    pub map: Maps,
    /// How results are printed
    #[command(flatten)]
    pub printing: Printing,
}

impl Options {
    /// Plays and narrates the game.
    ///
    /// # Errors
    /// Bad input before the game, faults of the system later.
    pub fn run(&self, library: &Library, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<Exit, CliError> {
        let resumption = self.from.as_ref().map(|path| self.read_record(path)).transpose()?;
        let rulebook = match &resumption {
            Some(resumption) => resumption.record.header.rulebook.clone(),
            None => {
                let rules = self.rules.iter().map(|name| (Kind::Rules, name.as_str()));
                let scenario = self.scenario.iter().map(|name| (Kind::Scenario, name.as_str()));
                let armies = self.armies.iter().map(|name| (Kind::Army, name.as_str()));
                catalog::choose(library, rules.chain(scenario).chain(armies))?.to_owned()
            }
        };
        let no_rulebook = || CliError::Input(format!("there is no rulebook \"{rulebook}\""));
        catalog::with(&rulebook, Play { options: self, library, resumption, input, out }).ok_or_else(no_rulebook)?
    }

    /// Reads the record from which the game goes on.
    fn read_record(&self, path: &Path) -> Result<Resumption, CliError> {
        let refused = |why: String| CliError::Input(format!("{}: {why}", path.display()));
        let text = fs::read_to_string(path).map_err(|error| refused(error.to_string()))?;
        let record = Recorded::read(&text).map_err(|error| refused(error.to_string()))?;
        let last = record.steps.len();
        let steps = self.step.unwrap_or(last);
        if steps > last {
            return Err(refused(format!("there is no step {steps}: the record has {}", count(last as u64, "step"))));
        }
        let unchanged = BySide::new(self.red.is_none(), self.blue.is_none());
        Ok(Resumption { record, path: path.to_path_buf(), steps, unchanged })
    }
}

struct Play<'a> {
    options: &'a Options,
    library: &'a Library,
    resumption: Option<Resumption>,
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
}

/// A seat as it was asked for.
struct Player {
    name: String,
    /// `None` for a human.
    bot: Option<(Source, BotConfig)>,
}

/// Reads the bot of a name, or the name of a human.
fn read_player<R: Rulebook>(library: &Library, name: &str) -> Result<Player, LoadError> {
    if name == HUMAN {
        return Ok(Player { name: HUMAN.to_string(), bot: None });
    }
    let source = library.find(Kind::Bot, name)?;
    let config = read_bot::<R>(&source)?;
    Ok(Player { name: source.name().to_string(), bot: Some((source, config)) })
}

/// What a game is played with: the files of the command line, or those of a record.
struct Basis<'a> {
    library: Library,
    request: GameRequest,
    seed: u64,
    pair: u64,
    /// The record's own setup.
    setup: Option<&'a RecordSetup>,
}

impl<'a> Basis<'a> {
    fn of(options: &Options, library: &Library, resumption: Option<&'a Resumption>) -> Result<Basis<'a>, CliError> {
        let Some((resumption, setup)) = resumption.and_then(|it| Some((it, it.record.header.setup.as_deref()?))) else {
            let request = GameRequest {
                rules: options.rules.clone(),
                scenario: options.scenario.clone(),
                armies: options.armies.clone(),
            };
            return Ok(Basis {
                library: library.clone(),
                request,
                seed: options.seed,
                pair: options.pair,
                setup: None,
            });
        };
        let changed = |paths: Vec<String>| {
            let (path, paths) = (resumption.path.display(), paths.join(", "));
            CliError::Input(format!("{path}: files built into the program have changed since: {paths}"))
        };
        let request = GameRequest {
            rules: Some(setup.rules.clone()),
            scenario: Some(setup.scenario.clone()),
            armies: setup.armies.iter().flat_map(|armies| [armies.red.clone(), armies.blue.clone()]).collect(),
        };
        let header = &resumption.record.header;
        let library = library_of(&setup.files, &resumption.path).map_err(changed)?;
        Ok(Basis { library, request, seed: header.seed, pair: header.pair, setup: Some(setup) })
    }
}

impl Task for Play<'_> {
    type Output = Result<Exit, CliError>;

    fn run<R: Rulebook + 'static>(self) -> Result<Exit, CliError> {
        let Play { options, library, resumption, input, out } = self;
        let basis = Basis::of(options, library, resumption.as_ref())?;
        let LoadedGame { prepared, rules, scenario, armies } = load_game::<R>(&basis.library, &basis.request)?;
        let player = |side: Side, named: &Option<String>| match (named, basis.setup) {
            (Some(name), _) => read_player::<R>(library, name),
            (None, Some(setup)) => read_player::<R>(&basis.library, setup.bots[side].as_deref().unwrap_or(HUMAN)),
            (None, None) => read_player::<R>(library, DEFAULT_BOT),
        };
        let players = BySide::new(player(Side::Red, &options.red)?, player(Side::Blue, &options.blue)?);
        if options.printing.is_document() && Side::BOTH.iter().any(|side| players[*side].bot.is_none()) {
            let why = "a human plays on the screen, which --json and --markdown replace";
            return Err(CliError::Input(why.to_owned()));
        }
        let adviser = read_player::<R>(library, ADVISER)?.bot.map_or(BotConfig::Random, |(_, config)| config);
        let seats = BySide::from_fn(|side| Seat { bot: players[side].name.clone(), army: armies[side].clone() });
        let unchanged = resumption.as_ref().map_or(BySide::new(false, false), |it| it.unchanged);
        let entrants = BySide::from_fn(|side| match basis.setup {
            Some(setup) if unchanged[side] => setup.entrants[side].clone(),
            _ => entrant(&seats[side]),
        });
        let scenario_key = basis.setup.map_or(&scenario, |setup| &setup.key);
        let key = GameKey { seed: basis.seed, scenario: scenario_key, pair: basis.pair };
        let game = &prepared.game;
        let play = InPlay::new(game, key, entrants.as_ref().map(String::as_str));

        let humans: Vec<Side> = Side::BOTH.into_iter().filter(|side| players[*side].bot.is_none()).collect();
        let frames = match &options.svg {
            Some(folder) => {
                let refused = |error| CliError::Input(format!("--svg {}: {error}", folder.display()));
                Some(Frames::into_folder(folder, humans.clone()).map_err(refused)?)
            }
            None => None,
        };
        let mut narrator = Narrator::new(out, options.map).to_humans(humans);
        narrator.say(&format!(
            "{rules} · {scenario} · red {} · blue {} · seed {} · pair {}",
            entrants.red, entrants.blue, basis.seed, basis.pair
        ));
        let is_recorded = options.record.is_some() || options.html.is_some() || resumption.is_some();
        let setup = prepared.files.as_ref().filter(|_| is_recorded).map(|files| {
            let bots = players.as_ref().map(|player| player.bot.as_ref().map(|(source, _)| source.path().to_owned()));
            let mut inputs = bot_files(players.red.bot.iter().chain(&players.blue.bot))?;
            let key = scenario_key.clone();
            Ok::<_, LoadError>(Box::new(setup_of(files, &mut inputs, Cast { key, entrants: entrants.clone(), bots })))
        });
        let header = Header {
            version: VERSION.to_string(),
            rulebook: R::NAME.to_string(),
            rules,
            scenario,
            seed: basis.seed,
            pair: basis.pair,
            seats,
            setup: setup.transpose()?,
        };
        let recorder = is_recorded.then(|| Recorder::begin(Vec::new(), &header, game, &play.state));
        let value = options.html.as_ref().and_then(|_| value_of::<R>(library));
        let explained =
            BySide::from_fn(|side| players[side].bot.as_ref().map(|(_, config)| config).filter(|_| options.explain));
        let filming = options
            .html
            .as_ref()
            .map(|_| Filming::begin(game, &play.state, value.as_ref().map(|(_, value)| value), explained));
        let mut observers = Observers { narrator, recorder, frames, filming };
        if let Some(frames) = &mut observers.frames {
            frames.draw(game, &play.state);
        }
        let mut bots = players.as_ref().map(|player| player.bot.as_ref().map(|(_, config)| config.build::<R::Game>()));
        let seated = [&mut bots.red, &mut bots.blue].into_iter().flatten();
        seated.for_each(|bot| bot.receive_files(prepared.files.as_ref()));
        let mut session = Session::new(game, bots, &adviser, observers, play);
        if let Some(resumption) = &resumption {
            session.resume(resumption)?;
            let steps = count(resumption.steps as u64, "step");
            session.observers.narrator.say(&format!("after {steps} of {}", resumption.path.display()));
        }
        let now = session.play.state;
        session.observers.narrator.begin(game, &now);
        let finished = session.play_out(input)?;
        let Observers { mut narrator, recorder, frames, filming } = session.observers;
        if let Some(mut frames) = frames {
            frames.failed()?;
            narrator.say(&format!("{} drawn", count(frames.drawn() as u64, "frame")));
        }
        match &finished {
            Some(finished) => narrator.say(&format_end(finished)),
            None => narrator.say("the game is left unfinished"),
        }
        narrator.failed()?;
        if let Some(finished) = &finished {
            options.printing.add(ending::table(&header, None, finished)?);
        }
        let record = match (recorder, &finished) {
            (Some(recorder), Some(finished)) => Some(recorder.finish(finished)?),
            (Some(recorder), None) => Some(recorder.unfinished()),
            (None, _) => None,
        };
        if let (Some(path), Some(record), Some(_)) = (&options.record, &record, &finished) {
            write_named(path, record)?;
        }
        if let (Some(path), Some(record), Some(filming)) = (&options.html, record, filming) {
            let ending = finished.as_ref().map_or_else(|| "left unfinished".to_owned(), ending_words);
            let winner = finished.as_ref().and_then(|finished| finished.outcome.winner);
            let value = value.as_ref().map(|(path, _)| path.clone());
            write_page(path, filming.finish(about(&header, &entrants, None, ending, winner, value), text_of(record)))?;
            narrator.say(&format!("Wrote {}", path.display()));
            narrator.failed()?;
        }
        let is_forfeit = finished.is_some_and(|finished| finished.forfeit.is_some());
        Ok(if is_forfeit { Exit::DoneWithForfeits } else { Exit::Done })
    }
}

/// The text of a record.
pub(super) fn text_of(record: Vec<u8>) -> String {
    String::from_utf8(record).expect("a record is JSON, which is UTF-8")
}

/// The name of the entrant of a seat, as in a tournament.
fn entrant(Seat { bot, army }: &Seat) -> String {
    army.as_ref().map_or_else(|| bot.clone(), |army| format!("{bot}/{army}"))
}
