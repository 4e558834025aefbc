//! Shared by all commands that play a run: notes and progress during play, the results or how to resume at the end.

use super::halt::on_interrupt;
use super::log::Log;
use super::note::note;
use super::printing::Printing;
use super::run_progress::RunProgress;
use super::study;
use super::whole_number::whole_number;
use super::{CliError, Exit, shell, threads_or_all};
use crate::balance::Sequential;
use crate::data::quoted_path;
use crate::game::{Evaluate, Show, Side};
use crate::report::format::{count, duration, whole};
use crate::report::screen::{self, Tone};
use crate::report::summary::Look;
use crate::report::{Results, allocation, luck, metagame, page, ratings, sequential, shape, summary};
use crate::run::{Run, RunError, files};
use crate::tournament::{
    GameRow, GameSpec, Plan, RunOutcome, Shard, Standings, Steer, ToTheEnd, Tournament, TournamentError,
};
use clap::Args;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// How a run is played: none of it changes the results.
#[derive(Clone, Debug, Args)]
pub struct RunOptions {
    /// Threads; results do not depend on them [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = whole_number::<u16>(1..=1024))]
    pub threads: Option<u16>,
    /// No progress and no remarks on the error stream; warnings remain
    #[arg(long)]
    pub quiet: bool,
    /// The log
    #[command(flatten)]
    pub log: Log,
    /// The minimum number of seconds between two checkpoints of the journal
    #[arg(long, default_value_t = 10.0, value_name = "SECONDS", value_parser = seconds)]
    pub checkpoint: f64,
    /// How results are printed
    #[command(flatten)]
    pub printing: Printing,
    /// Whether it ends before the first game, with nothing written.
    #[arg(skip)]
    pub(super) only_checked: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=86_400.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected seconds, from 0 to 86400".to_owned()),
    }
}

/// The results of a run.
pub(super) struct RunResults {
    /// The exit code.
    pub exit: Exit,
    /// The plan.
    pub plan: Plan,
    /// The counters.
    pub standings: Standings,
}

/// The command that resumes a run.
pub(super) fn resume_command(folder: &Path) -> String {
    study::resume_command("tournament", folder)
}

/// Reports before a run what it plays.
fn announce<G: Evaluate + Show + 'static>(run: &Run<G>, out: &mut dyn Write) -> std::io::Result<()> {
    let tournament = run.tournament();
    writeln!(out, "{}\n", summary::headline(&tournament.plan, &tournament.schedule))?;
    for note in summary::schedule_notes(&tournament.plan, &tournament.schedule) {
        writeln!(out, "Note: {note}")?;
    }
    if run.shard() != Shard::WHOLE {
        writeln!(out, "Shard {}: {}\n", run.shard(), count(run.games(), "game"))?;
    }
    out.flush()?;
    if let Some(damage) = run.damage() {
        note!("note: {damage}");
    }
    Ok(())
}

/// Plays a run to its end, or until it is interrupted, and reports the results. The log has begun.
pub(super) fn play<G: Evaluate + Show + 'static>(
    mut run: Run<G>,
    run_options: &RunOptions,
    out: &mut dyn Write,
) -> Result<RunResults, CliError> {
    // Before the first game: a bot's program must not survive an interrupt.
    let halt = on_interrupt();
    let threads = threads_or_all(run_options.threads);
    announce(&run, out)?;
    let (games, path) = (run.games(), run.folder().to_path_buf());
    let known = run.games_known();
    run_options.printing.wrote(&path);
    tracing::info!(folder = %path.display(), games, known, threads, "playing");
    let plan = run.tournament().plan.clone();
    let rule = plan.stop.and_then(|rule| Sequential::new(rule, &run.tournament().schedule).ok());
    let mut progress = RunProgress::new(&run, &plan, rule, threads, run_options.quiet);
    run.checkpoints_apart(Duration::from_secs_f64(run_options.checkpoint));
    let mut steer: Box<dyn Steer> = rule.map_or_else(|| Box::new(ToTheEnd) as Box<dyn Steer>, |rule| Box::new(rule));
    let played = run.play(threads, halt, &mut *steer, &mut progress);
    let forfeits = progress.finish();
    let (standings, ended) = match played {
        Ok(played) => played,
        Err(error) => return Err(broken(run.tournament(), &path, error)),
    };
    if ended == RunOutcome::Halted {
        let tournament = run.tournament();
        let army_points = tournament.army_points();
        let results = Results { plan: &plan, schedule: &tournament.schedule, standings: &standings, army_points };
        let known = standings.games;
        writeln!(
            out,
            "So far, after {} of {} (win rates with intervals valid under continuous monitoring, other shares with \
                intervals for one look):\n",
            whole(known),
            count(games, "game")
        )?;
        write!(out, "{}", summary::results(results, Look::Again))?;
        out.flush()?;
        tracing::info!(known, "halted");
        note!("interrupted; played games are recorded. To resume: {}", resume_command(&path));
        return Ok(RunResults { exit: Exit::Interrupted, plan, standings });
    }

    let at_hand = run.tournament().clone();
    let run_is_whole = run.shard() == Shard::WHOLE;
    let written = run.finish(standings, threads).map_err(|error| broken(&at_hand, &path, error))?;
    let (standings, tournament, plan) = (written.standings, &written.tournament, &written.tournament.plan);
    tracing::info!(seconds = written.time.as_secs_f64(), forfeits = standings.forfeits, "finished");
    let results =
        Results { plan, schedule: &tournament.schedule, standings: &standings, army_points: tournament.army_points() };
    write!(out, "{}", summary::results(results, Look::Once))?;
    if let Some(bots) = written.findings.bots().filter(|_| plan.bots.len() > 2) {
        write!(out, "\n{}", ratings::render("Ratings", bots))?;
    }
    let shapes: String = written.findings.shaped().into_iter().map(shape::render).collect();
    if !shapes.is_empty() {
        write!(out, "\n{shapes}")?;
    }
    let metagame: String = written.findings.shaped().into_iter().map(metagame::render).collect();
    if !metagame.is_empty() {
        write!(out, "\n{metagame}")?;
    }
    let strength = written.findings.rendered_strength(plan);
    if !strength.is_empty() {
        write!(out, "\n{strength}")?;
    }
    if let Some(verdict) = &written.findings.sequential {
        write!(out, "\n{}", sequential::render(verdict))?;
    }
    if let Some(allocated) = &written.findings.allocation {
        write!(out, "\n{}", allocation::render(allocated))?;
    }
    if plan.luck.is_some() {
        // The threads share the time of play.
        let playing = written.time.mul_f64(threads as f64);
        write!(out, "\n{}", luck::render(results, playing, tournament.luck_time()))?;
    }
    report_written(out, &path)?;
    if run_is_whole {
        conclude(out, &path)?;
    }
    out.flush()?;
    if !run_options.quiet {
        note!("{} in {}", count(standings.games, "game"), duration(written.time));
    }
    if plan.repeatable && standings.stopped_by_clock > 0 {
        let games = count(standings.stopped_by_clock, "game");
        note!("the clock stopped scripts in {games}: this run is not repeatable, and its manifest says so");
    }
    report_forfeits(tournament, &path, &forfeits, standings.forfeits);
    let exit = if standings.forfeits > 0 { Exit::DoneWithForfeits } else { Exit::Done };
    Ok(RunResults { exit, plan: plan.clone(), standings })
}

/// Reports how to replay a game that failed, or how to resume after a write error.
fn broken<G: Evaluate + Show + 'static>(tournament: &Tournament<G>, folder: &Path, error: RunError) -> CliError {
    tracing::error!(%error, "failed");
    match &error {
        RunError::Tournament(TournamentError::Broken { game, .. }) => {
            note!("to replay it: {}", replay_command(tournament, &tournament.schedule.game(*game)));
        }
        RunError::Tournament(TournamentError::Write(_)) | RunError::Write { .. } => {
            note!(
                "no recorded data are lost. When there is space on the disk again, resume with: {}",
                resume_command(folder)
            );
        }
        _ => {}
    }
    error.into()
}

fn report_written(out: &mut dyn Write, folder: &Path) -> std::io::Result<()> {
    let names: Vec<&str> = files().filter(|name| folder.join(name).exists()).collect();
    writeln!(
        out,
        "\n± is the half-width of the 95 % interval, (… to …) the interval; columns are described in docs/output.md"
    )?;
    writeln!(out, "Wrote {}: {}", folder.display(), names.join(", "))
}

/// The closing line: the answer of a folder of results in one sentence, and how sure it is.
pub(super) fn conclude(out: &mut dyn Write, folder: &Path) -> Result<(), CliError> {
    // Pages keep a number and its unit in one line.
    let answer = page::answer(folder)?.replace('\u{a0}', " ");
    writeln!(out, "\n{}", screen::paint(Tone::Answer, answer))?;
    Ok(())
}

/// The command that plays a game of the tournament again, without its folder.
fn replay_command<G: Evaluate + Show + 'static>(tournament: &Tournament<G>, spec: &GameSpec) -> String {
    let header = tournament.header(spec);
    let files = |planned: &[crate::tournament::Planned], name: &str| {
        planned.iter().find(|one| one.name == name).map_or_else(|| name.to_owned(), |one| one.path.clone())
    };
    let armies: Vec<String> = Side::BOTH
        .iter()
        .filter_map(|side| Some(files(&tournament.plan.armies, header.seats[*side].army.as_deref()?)))
        .collect();
    let armies =
        if armies.is_empty() { String::new() } else { format!(" --armies {}", shell::quoted(&armies.join(","))) };
    let [red, blue] = Side::BOTH.map(|side| shell::quoted(&files(&tournament.plan.bots, &header.seats[side].bot)));
    let [scenario, rules] = [&header.scenario, &tournament.plan.rules_path].map(|word| shell::quoted(word));
    format!(
        "reglette play {scenario} --red {red} --blue {blue}{armies} --rules {rules} --seed {} --pair {}",
        header.seed, header.pair
    )
}

/// Reports the first forfeits, each with the command that replays the game.
fn report_forfeits<G: Evaluate + Show + 'static>(
    tournament: &Tournament<G>,
    folder: &Path,
    rows: &[GameRow],
    total: u64,
) {
    for row in rows {
        let Some(forfeit) = &row.forfeit else { continue };
        let game = row.spec.game;
        let bot = &tournament.header(&row.spec).seats[forfeit.side].bot;
        note!("game {} ended by forfeit: bot \"{bot}\" in round {}: {}", whole(game), row.tally.rounds, forfeit.reason);
        note!("   to replay it: reglette replay {} --game {game}", quoted_path(folder));
    }
    if total > rows.len() as u64 {
        let more = count(total - rows.len() as u64, "game");
        note!("… and {more} more were forfeited, played or not; see games.csv");
    }
}
