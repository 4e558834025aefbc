//! The options of `reglette balance` on its new list: where its imbalance is measured, and the worst armies.

use crate::balance::costs::{LIST, NamedCosts, Study};
use crate::bots::BotConfig;
use crate::cli::CliError;
use crate::cli::pool::{read_ground, read_leader};
use crate::cli::whole_number::whole_number;
use crate::data::{Inputs, Library};
use crate::game::Roster;
use clap::Args;

/// Pairs of games in each meeting where costs were not fitted: each tells the sign of the excess in the others.
pub(super) const PAIRS: u64 = 4;

/// What the new list leaves: the printable one, else that of the fewest changes, else the fitted costs.
#[derive(Clone, Debug, Args)]
pub struct NewListOptions {
    /// Also measure the imbalance of held-out armies, under the list and under the new costs, on these scenarios, which
    /// have no part in the fit
    #[arg(long, value_delimiter = ',', value_name = "A,B,…")]
    pub unseen_scenarios: Vec<String>,
    /// The same under these bots, which have no part in the fit, on all scenarios
    #[arg(long, value_delimiter = ',', value_name = "X,Y,…")]
    pub unseen_bots: Vec<String>,
    /// Games on each scenario under each bot without part in the fit, under each set of costs [default: --held-out]
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>(16..=100_000_000))]
    pub unseen_games: Option<u64>,
    /// Also search the five worst armies that the new costs allow, and play this many games with each
    #[arg(
        long,
        value_name = "GAMES",
        num_args = 0..=1,
        default_missing_value = "400",
        value_parser = whole_number::<u64>(4..=100_000_000),
    )]
    pub worst_armies: Option<u64>,
}

/// The scenarios and bots without part in the fit, with their names.
pub(super) struct Elsewhere<R: Roster> {
    pub scenarios: Vec<(String, R::Scenario)>,
    pub bots: Vec<(String, BotConfig)>,
}

impl<R: Roster> Elsewhere<R> {
    /// Reads them, beside the scenarios and bots of the fit.
    pub fn read(
        options: &NewListOptions,
        library: &Library,
        scenarios: &[String],
        bots: &[&str],
        inputs: &mut Inputs,
    ) -> Result<Elsewhere<R>, CliError> {
        let mut found = Elsewhere { scenarios: Vec::new(), bots: Vec::new() };
        if options.unseen_games.is_some() && options.unseen_scenarios.is_empty() && options.unseen_bots.is_empty() {
            let why = "--unseen-games needs --unseen-scenarios or --unseen-bots: it is their number of games";
            return Err(CliError::Input(why.to_owned()));
        }
        for name in &options.unseen_scenarios {
            let one = read_ground::<R>(library, name, inputs)?;
            let again = found.scenarios.iter().any(|(other, _)| *other == one.0);
            check_new("--unseen-scenarios", &one.0, scenarios.contains(&one.0), again)?;
            found.scenarios.push(one);
        }
        for name in &options.unseen_bots {
            let one = read_leader::<R>(library, name, inputs)?;
            let again = found.bots.iter().any(|(other, _)| *other == one.0);
            check_new("--unseen-bots", &one.0, bots.contains(&one.0.as_str()), again)?;
            found.bots.push(one);
        }
        Ok(found)
    }
}

/// That a scenario or bot has no part in the fit, and is named once.
fn check_new(option: &str, name: &str, is_of_fit: bool, is_again: bool) -> Result<(), CliError> {
    let why = match (is_of_fit, is_again) {
        (true, _) => "it has part in the fit; expected one without",
        (_, true) => "it is named twice",
        _ => return Ok(()),
    };
    Err(CliError::Input(format!("{option} {name}: {why}")))
}

/// The old list and the new one.
pub(super) fn both_lists(study: &Study, list: &[f64]) -> [NamedCosts; 2] {
    let (name, costs) = study.new_list();
    [(LIST, list.to_vec()), (name, costs.to_vec())]
}
