//! The new bot file: its numbers after a comment that says where they come from and reports the confirmation match.

use super::confirm::{Confirmation, Confirmed};
use super::search::Pace;
use crate::stats::Estimate;

/// The provenance of the numbers of a file.
#[derive(Clone, Debug)]
pub struct Story<'a> {
    /// The original file.
    pub from: &'a str,
    /// The rules.
    pub rules: &'a str,
    /// The scenarios of search and play-off.
    pub scenarios: &'a [String],
    /// The armies, the same for both sides; empty where scenarios bring them.
    pub armies: &'a [String],
    /// The opponents; empty if it should beat itself.
    pub opponents: &'a [String],
    /// The games of the search.
    pub budget: Pace,
    /// The games of the play-off.
    pub play_off_games: u64,
    /// The run whose numbers these are, from 0.
    pub run: u64,
    /// The master seed.
    pub seed: u64,
    /// Whether the same command gives the same file.
    pub repeatable: bool,
    /// The scenarios of the confirmation match.
    pub confirm_scenarios: &'a [String],
    /// The confirmation match.
    pub confirmation: &'a Confirmation,
}

/// The maximum width of a line of the comment.
const WIDTH: usize = 120;

/// The text of the file: the comment, and `numbers` as the text of a file without one.
pub fn file_text(story: &Story<'_>, numbers: &str) -> String {
    commented(&sentences(story)) + numbers
}

/// Sentences as comments of a file, each from a new line.
pub fn commented(sentences: &[String]) -> String {
    let mut text = String::new();
    for sentence in sentences {
        let mut line = String::from("#");
        for word in sentence.split(' ') {
            if line.chars().count() + 1 + word.chars().count() > WIDTH {
                text.push_str(&line);
                text.push('\n');
                line = String::from("#");
            }
            line.push(' ');
            line.push_str(word);
        }
        text.push_str(&line);
        text.push('\n');
    }
    text
}

fn sentences(story: &Story<'_>) -> Vec<String> {
    let Pace { runs, steps, .. } = story.budget;
    let armies = if story.armies.is_empty() { String::new() } else { format!(" with {}", story.armies.join(", ")) };
    let opponents = if story.opponents.is_empty() { "itself".to_string() } else { story.opponents.join(", ") };
    let mut sentences = vec![
        format!("Numbers optimised from {} by `reglette tune`, SPSA, seed {}.", story.from, story.seed),
        format!(
            "Tuned against {opponents} under {} on {}{armies}: {} games in {runs} run{} of {steps} steps; run {} was \
                best after {} games of play-off.",
            story.rules,
            story.scenarios.join(", "),
            story.budget.games(),
            if runs == 1 { "" } else { "s" },
            story.run + 1,
            story.play_off_games,
        ),
        format!("Confirmed with other dice on {}:", story.confirm_scenarios.join(", ")),
    ];
    for confirmed in &story.confirmation.pairings {
        let Confirmed { first, second, counter, rate } = confirmed;
        let games = counter.games();
        sentences.push(format!(
            "  {first} against {second}: {} of {games} games, ended by {}",
            render(&rate.decisive),
            endings(confirmed)
        ));
    }
    let what = if story.confirmation.is_improvement() { "An improvement" } else { "No improvement is shown" };
    match &story.confirmation.gain {
        Some(gain) => sentences.push(match gain.estimate() {
            Some(gain) => {
                let [point, low, high] = [gain.point, gain.low, gain.high].map(|share| format!("{:.1}", 100.0 * share));
                format!(
                    "{what}: {point} percentage points (95 % interval {low} to {high}) against {opponents}, compared \
                        with the original."
                )
            }
            None if gain.is_alike() => format!("{what}: it scored the same against {opponents} as the original."),
            None => format!("{what}: too few games against {opponents} for an interval."),
        }),
        None if !story.confirmation.is_improvement() => {
            sentences.push(format!("{what}: the interval against the original does not lie above 50 %."));
        }
        None => {}
    }
    if !story.repeatable {
        sentences.push("Not repeatable: a bot uses a clock or is an external program.".to_string());
    }
    sentences
}

/// A score with its interval: `54.0 % (95 % interval 51.2 to 56.8)`.
pub fn render(estimate: &Estimate) -> String {
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    format!("{} % (95 % interval {} to {})", percent(estimate.point), percent(estimate.low), percent(estimate.high))
}

/// How the games ended: `victory 380, turn limit 20`.
pub fn endings(confirmed: &Confirmed) -> String {
    let named = confirmed.counter.endings.into_iter().filter(|(_, games)| *games > 0);
    named.map(|(ending, games)| format!("{} {games}", ending.name().replace('_', " "))).collect::<Vec<_>>().join(", ")
}
