//! `reglette play`: one game narrated turn by turn, between bots or with humans.

use super::frames::Frames;
use super::human::{Answer, ask};
use super::narrator::{Maps, Narrator};
use super::whole_number::seed;
use super::{CliError, Exit};
use crate::bots::{Bot, BotConfig};
use crate::catalog::{self, Task};
use crate::data::whole::write_whole;
use crate::data::{Kind, Library};
use crate::game::{BySide, Evaluate, LoadError, Moment, Outcome, Rulebook, Show, Side};
use crate::report::format::count;
use crate::report::manifest::VERSION;
use crate::report::screen;
use crate::tournament::load::DEFAULT_SEED;
use crate::tournament::{
    Finished, GameKey, GameRequest, GameRow, Header, InPlay, LoadedGame, Recorder, Seat, load_game, read_bot,
};
use clap::Args;
use std::io::{BufRead, Write};
use std::path::PathBuf;

/// The name of a human's seat.
const HUMAN: &str = "human";
/// The bot whose weights explain the choices of a human.
const ADVISER: &str = "greedy";

/// Plays one game and narrates it: every order, every die, the map.
///
/// With the seed, the pair and the names of a tournament it plays that tournament's game.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette play plain --red greedy --blue random --seed 7
  reglette play plain --armies france,austria --red human
  reglette play ford --seed 42 --pair 17 --record game.jsonl --map none
  reglette play gaul --seed 7 --svg frames")]
pub struct Options {
    /// The scenario, by name or path
    #[arg(value_name = "SCENARIO")]
    pub scenario: Option<String>,
    /// The bot at red, by name or path, or "human"
    #[arg(long, default_value = "greedy", value_name = "BOT")]
    pub red: String,
    /// The bot at blue, by name or path, or "human"
    #[arg(long, default_value = "greedy", value_name = "BOT")]
    pub blue: String,
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
    /// Write every decision and every roll to this file as JSON lines
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Draw the game into this folder: an SVG file at the beginning, for each player-turn and at the end
    #[arg(long, value_name = "DIR")]
    pub svg: Option<PathBuf>,
    /// When the map is drawn
    #[arg(long, value_enum, default_value_t = Maps::Turn, value_name = "WHEN")]
    pub map: Maps,
}

impl Options {
    /// Plays and narrates the game.
    ///
    /// # Errors
    /// Bad input before the game, faults of the system later.
    pub fn run(&self, library: &Library, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<Exit, CliError> {
        let rules = self.rules.iter().map(|name| (Kind::Rules, name.as_str()));
        let scenario = self.scenario.iter().map(|name| (Kind::Scenario, name.as_str()));
        let armies = self.armies.iter().map(|name| (Kind::Army, name.as_str()));
        let rulebook = catalog::choose(library, rules.chain(scenario).chain(armies))?;
        catalog::with(rulebook, Play { options: self, library, input, out }).expect("the rulebook is in the catalog")
    }
}

struct Play<'a> {
    options: &'a Options,
    library: &'a Library,
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
}

/// The name of a bot and its configuration; `None` for a human.
fn read_seat<R: Rulebook>(library: &Library, name: &str) -> Result<(String, Option<BotConfig>), LoadError> {
    if name == HUMAN {
        return Ok((HUMAN.to_string(), None));
    }
    let source = library.find(Kind::Bot, name)?;
    Ok((source.name().to_string(), Some(read_bot::<R>(&source)?)))
}

impl Task for Play<'_> {
    type Output = Result<Exit, CliError>;

    fn run<R: Rulebook + 'static>(self) -> Result<Exit, CliError> {
        let Play { options, library, input, out } = self;
        let request = GameRequest {
            rules: options.rules.clone(),
            scenario: options.scenario.clone(),
            armies: options.armies.clone(),
        };
        let LoadedGame { prepared, rules, scenario, armies } = load_game::<R>(library, &request)?;
        let (red, red_recipe) = read_seat::<R>(library, &options.red)?;
        let (blue, blue_recipe) = read_seat::<R>(library, &options.blue)?;
        let (names, configs) = (BySide::new(red, blue), BySide::new(red_recipe, blue_recipe));
        let adviser = read_seat::<R>(library, ADVISER)?.1.unwrap_or(BotConfig::Random);
        let seats = BySide::from_fn(|side| Seat { bot: names[side].clone(), army: armies[side].clone() });
        let entrant =
            |Seat { bot, army }: &Seat| army.as_ref().map_or_else(|| bot.clone(), |army| format!("{bot}/{army}"));
        let entrants = seats.as_ref().map(entrant);
        let key = GameKey { seed: options.seed, scenario: &scenario, pair: options.pair };
        let game = &prepared.game;
        let play = InPlay::new(game, key, entrants.as_ref().map(String::as_str));

        let humans: Vec<Side> = Side::BOTH.into_iter().filter(|side| configs[*side].is_none()).collect();
        let mut frames = match &options.svg {
            Some(folder) => {
                let refused = |error| CliError::Input(format!("--svg {}: {error}", folder.display()));
                Some(Frames::into_folder(folder, humans.clone()).map_err(refused)?)
            }
            None => None,
        };
        let mut narrator = Narrator::new(out, options.map).to_humans(humans);
        let about = format!(
            "{rules} · {scenario} · red {} · blue {} · seed {} · pair {}",
            entrants.red, entrants.blue, options.seed, options.pair
        );
        narrator.say(&about);
        narrator.begin(game, &play.state);
        if let Some(frames) = &mut frames {
            frames.draw(game, &play.state);
        }
        let recorder = options.record.is_some().then(|| {
            let (rulebook, version) = (R::NAME.to_string(), VERSION.to_string());
            let (seed, pair) = (options.seed, options.pair);
            let header = Header {
                version,
                rulebook,
                rules: rules.clone(),
                scenario: scenario.clone(),
                seed,
                pair,
                seats: seats.clone(),
            };
            Recorder::begin(Vec::new(), &header, game, &play.state)
        });
        let mut bots = configs.map(|config| config.map(|config| config.build::<R::Game>()));
        let seated = [&mut bots.red, &mut bots.blue].into_iter().flatten();
        seated.for_each(|bot| bot.receive_files(prepared.files.as_ref()));
        let mut session = Session {
            game,
            bots,
            adviser: &adviser,
            observers: (narrator, (recorder, frames)),
            play,
            earlier: Vec::new(),
        };
        let finished = session.play_out(input)?;
        let (mut narrator, (recorder, frames)) = session.observers;
        if let Some(mut frames) = frames {
            frames.failed()?;
            narrator.say(&format!("{} drawn", count(frames.drawn() as u64, "frame")));
        }
        let Some(finished) = finished else {
            narrator.say("the game is left unfinished");
            narrator.failed()?;
            return Ok(Exit::Done);
        };
        narrator.say(&format_end(&finished));
        narrator.failed()?;
        if let (Some(path), Some(recorder)) = (&options.record, recorder) {
            write_whole(path, &recorder.finish(&finished)?)?;
        }
        Ok(if finished.forfeit.is_some() { Exit::DoneWithForfeits } else { Exit::Done })
    }
}

/// The end of a game of a tournament in a few lines.
pub(super) fn format_row(row: &GameRow) -> String {
    let GameRow { outcome, decisions, rolls, set_up_draws, tally, forfeit, .. } = row.clone();
    format_end(&Finished { outcome, decisions, rolls, set_up_draws, tally, forfeit })
}

/// The end of a game in a few lines.
fn format_end(finished: &Finished) -> String {
    let Finished { outcome, decisions, rolls, tally, forfeit, .. } = finished;
    let winner = match outcome.winner {
        Some(winner) => screen::paint(winner.into(), format_args!("{winner} wins")),
        None => "a draw".to_string(),
    };
    let grade = if outcome.grade.name().is_empty() { String::new() } else { format!(", {}", outcome.grade.name()) };
    let ending = outcome.ending.name().replace('_', " ");
    let mut text = format!("\nThe end: {winner} ({ending}{grade}) after {}.\n", count(tally.rounds.into(), "round"));
    for side in Side::BOTH {
        let (units, points) = (u64::from(tally.units_lost[side]), u64::from(tally.points_lost[side]));
        let taken = count(decisions[side].into(), "decision");
        text.push_str(&format!(
            "{side:>6} lost {} worth {} and took {taken}\n",
            count(units, "unit"),
            count(points, "point")
        ));
    }
    text.push_str(&format!(
        "       {} and {} in all",
        count(tally.combats.into(), "combat"),
        count((*rolls).into(), "roll")
    ));
    if let Some(forfeit) = forfeit {
        text.push_str(&format!("\n{}'s bot is at fault: {}", forfeit.side, forfeit.reason));
    }
    text
}

/// The record and the frames of a game, where requested.
type Kept = (Option<Recorder<Vec<u8>>>, Option<Frames>);

/// A game with at least one narrator, and optionally humans who take moves back.
struct Session<'a, G: Evaluate + Show + 'static> {
    game: &'a G,
    bots: BySide<Option<Box<dyn Bot<G>>>>,
    adviser: &'a BotConfig,
    observers: (Narrator<'a>, Kept),
    play: InPlay<G>,
    /// The game before each decision of a human, with the length of its record.
    earlier: Vec<(InPlay<G>, usize)>,
}

impl<G: Evaluate + Show + 'static> Session<'_, G> {
    /// Plays to the end; `None` if a human leaves.
    fn play_out(&mut self, input: &mut dyn BufRead) -> Result<Option<Finished>, CliError> {
        let game = self.game;
        loop {
            self.observers.0.failed()?;
            match game.moment(&self.play.state) {
                Moment::Roll(throw) => self.play.roll(game, throw, &mut self.observers),
                Moment::Over(outcome) => return Ok(Some(self.play.finish(game, outcome, None))),
                Moment::Decide(side) => match &mut self.bots[side] {
                    Some(bot) => match self.play.ask(game, &mut **bot, side) {
                        Ok(action) => self.play.decide(game, side, action, &mut self.observers),
                        Err(forfeit) => return Ok(Some(self.play.finish(game, Outcome::forfeit(side), Some(forfeit)))),
                    },
                    None => match ask(game, &self.play.state, side, self.adviser, input, &mut self.observers.0)? {
                        Answer::Leave => return Ok(None),
                        Answer::TakeBack => self.take_back(),
                        Answer::Play(action) => {
                            self.earlier
                                .push((self.play.clone(), self.observers.1.0.as_ref().map_or(0, Recorder::mark)));
                            self.play.decide(game, side, action, &mut self.observers);
                        }
                    },
                },
            }
        }
    }

    /// Goes back to before the last decision of a human. The dice are the same again.
    fn take_back(&mut self) {
        let Some((play, mark)) = self.earlier.pop() else {
            return self.observers.0.say("there is nothing to take back");
        };
        self.play = play;
        if let Some(recorder) = &mut self.observers.1.0 {
            recorder.rewind(mark);
        }
        let seen = self.observers.0.visible(self.game, &self.play.state);
        self.observers.0.say("taken back\n");
        self.observers.0.draw(self.game, &seen);
    }
}
