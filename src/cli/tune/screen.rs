//! What `tune` shows at its end: the play-off, the confirmation, the numbers.

use crate::game::Rulebook;
use crate::report::format::{count, fixed, rate, whole};
use crate::report::table::{Align, aligned};
use crate::tune::write::endings;
use crate::tune::{Confirmation, Confirmed, Numbers, Placed, Task};
use std::fmt::Write as _;

/// The conclusion of the confirmation match.
pub(super) fn describe_gain(task: &Task, confirmation: &Confirmation) -> String {
    let better = confirmation.is_improvement();
    if let Some(gain) = &confirmation.gain {
        let names: Vec<&str> = task.opponents.iter().map(|opponent| opponent.name.as_str()).collect();
        let names = names.join(", ");
        let change = match gain.estimate() {
            Some(gain) => {
                let [point, low, high] = [gain.point, gain.low, gain.high].map(|share| fixed(100.0 * share, 1));
                format!("{point} percentage points ({low} to {high}) against {names}")
            }
            None if gain.is_alike() => format!("the same score against {names}"),
            None => format!("too few games for an interval against {names}"),
        };
        return match better {
            true => format!("An improvement: {change}, compared with {}.\n", task.bot),
            false => format!("No improvement is shown: {change}, compared with {}.\n", task.bot),
        };
    }
    let scored = confirmation.pairings.first().map_or_else(String::new, |first| {
        format!(": {} in {}", rate(&first.rate.decisive).trim_start(), count(first.counter.games(), "game"))
    });
    match better {
        true => format!("An improvement: the whole interval against {} lies above 50 %{scored}.\n", task.bot),
        false => {
            format!("No improvement is shown: the interval against {} does not lie above 50 %{scored}.\n", task.bot)
        }
    }
}

/// The table of the play-off.
pub(super) fn format_play_off(bot: &str, places: &[Placed]) -> String {
    let mut rows = vec![["", "Play-off", "games", "rate", "won", "drawn", "lost"].map(str::to_string).to_vec()];
    for (place, Placed { run, counter, rate: figures }) in places.iter().enumerate() {
        rows.push(vec![
            (place + 1).to_string(),
            run.map_or(format!("{bot}, original"), |run| format!("run {}", run + 1)),
            whole(counter.games()),
            rate(&figures.decisive),
            whole(counter.wins),
            whole(counter.draws),
            whole(counter.losses),
        ]);
    }
    aligned(&rows, &[Align::Right, Align::Left, Align::Right, Align::Left, Align::Right, Align::Right, Align::Right])
}

/// The results of the confirmation match.
pub(super) fn format_confirmed(confirmed: &[Confirmed], scenarios: &[String], seed: u64) -> String {
    let mut text = format!("Confirmation match on {}, seed {seed}\n", scenarios.join(", "));
    for pairing in confirmed {
        let Confirmed { first, second, counter, rate: figures } = pairing;
        let games = count(counter.games(), "game");
        writeln!(
            text,
            "  {first} against {second}    rate {}    {games}, ended by {}",
            rate(&figures.decisive),
            endings(pairing)
        )
        .expect("writing to a string does not fail");
    }
    text + "± is the half-width of the 95 % interval; draws count half\n"
}

/// The numbers before and after.
pub(super) fn format_numbers<R: Rulebook>(numbers: &Numbers<R>, point: &[f64]) -> String {
    let mut rows = vec![["Number", "was", "is"].map(str::to_string).to_vec()];
    for (number, value) in numbers.numbers().iter().zip(numbers.values(point)) {
        let part = [number.part.name(), "."].concat();
        let table = if part == "." { "" } else { &part };
        rows.push(vec![format!("{table}{}", number.name), number.value.to_string(), value.to_string()]);
    }
    aligned(&rows, &[Align::Left, Align::Right, Align::Right])
}
