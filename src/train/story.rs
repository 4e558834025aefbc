//! Where the weights of a trained file come from, in sentences: for the head of the file and for the screen.

use super::course::Course;
use super::meeting::MeetingResult;
use super::rounds::{Candidate, Round, Trained};
use crate::stats::Estimate;
use crate::tune::commented;

/// The ground of a training, as named in its files.
#[derive(Clone, Debug)]
pub struct Ground<'a> {
    /// The rules.
    pub rules: &'a str,
    /// The scenarios of self-play and of the play-offs.
    pub scenarios: &'a [String],
    /// The armies; empty where scenarios bring them.
    pub armies: &'a [String],
    /// The scenarios of the matches.
    pub held_out: &'a [String],
}

/// A trained bot: its original file, its text without a comment, and its last match.
#[derive(Clone, Copy, Debug)]
pub struct TrainedFile<'a> {
    /// The path of the original file.
    pub from: &'a str,
    /// The last match against the original.
    pub last: Option<&'a MeetingResult>,
    /// The numbers as the text of a file.
    pub numbers: &'a str,
}

/// The text of a trained file: a comment that says where its numbers come from, and the numbers.
pub fn file_text(course: &Course, ground: &Ground<'_>, trained: &Trained, file: TrainedFile<'_>) -> String {
    let armies = if ground.armies.is_empty() { String::new() } else { format!(" with {}", ground.armies.join(", ")) };
    let mut sentences = vec![
        format!("Weights trained from {} by `reglette train`, seed {}.", file.from, course.seed),
        format!(
            "{} rounds of {} games of self-play under {} on {}{armies}; random actions {}, weights perturbed \
                by {}, {} evaluated decisions a game{}.",
            course.rounds,
            course.own_games,
            ground.rules,
            ground.scenarios.join(", "),
            course.noise,
            course.spread,
            course.judged,
            match course.without.is_empty() {
                true => String::new(),
                false => format!("; without {}", course.without.join(", ")),
            },
        ),
        format!("Matches on {}:", ground.held_out.join(", ")),
    ];
    sentences.extend(trained.rounds.iter().enumerate().map(|(number, round)| of_round(number as u64, round)));
    if let Some(met) = file.last {
        sentences.push(format!("Against the original: {}.", of_match(met)));
    }
    commented(&sentences) + file.numbers
}

/// What a round has done, as a line.
pub fn of_round(number: u64, round: &Round) -> String {
    let (games, decided) = round.own;
    let mut parts = vec![format!("{decided} of {games} games of self-play decided")];
    if let Some((positions, explained)) = round.fitted {
        parts.push(match explained {
            Some(explained) => {
                format!("features explain {} of held-out results at {positions} positions", share(explained))
            }
            None => format!("features fitted to {positions} positions, none held out"),
        });
    }
    let verdict = |met: &MeetingResult, passed: bool| {
        format!("{} ({})", of_match(met), if passed { "accepted" } else { "not accepted" })
    };
    if let Some(met) = &round.features {
        parts.push(format!("search with them {}", verdict(met, met.is_tolerated())));
    }
    if let Some(clearest) = round.clearest {
        parts.push(format!("clearest effect of a weight {clearest:.1} standard errors"));
    }
    if round.judged > 0 {
        parts.push(format!("{} evaluated actions", round.judged));
    }
    match round.best {
        Some(Candidate::Gradient(step)) => parts.push(format!("best: gradient, step {step}")),
        Some(Candidate::Distilled(step)) => parts.push(format!("best: distilled, step {step}")),
        None => {}
    }
    if let Some(met) = &round.appraisal {
        parts.push(format!("new appraisal {}", verdict(met, met.is_accepted())));
    }
    if let Some(met) = &round.search {
        parts.push(format!("search with it {}", verdict(met, met.is_tolerated())));
    }
    format!("Round {}: {}.", number + 1, parts.join("; "))
}

/// The last match of a bot against the original of this name, as a line.
pub fn of_last(original: &str, last: Option<&MeetingResult>) -> String {
    match last {
        None => format!("No weights better than those of {original} were found.\n"),
        Some(met) => format!("Against the original {original}: {}.\n", of_match(met)),
    }
}

/// The score of a match with its interval and its games.
fn of_match(met: &MeetingResult) -> String {
    let Estimate { point, low, high, .. } = met.score;
    let [new, old] = met.decided;
    let bounds = format!("{} to {}", share(low), share(high));
    format!(
        "{} ({bounds}) of {} games, self-play decided {}, before {}",
        share(point),
        met.games,
        share(new),
        share(old)
    )
}

fn share(part: f64) -> String {
    format!("{:.1} %", 100.0 * part)
}
