//! From file names to a tournament ready to be played: finds and reads every file, fills in the defaults, prepares
//! every game. Nothing is written before all of this has succeeded.

use super::arrangement::{Allocate, Arrangement};
use super::field::{Field, distinct, find, names, planned};
use super::plan::{Plan, Planned, Tie};
use super::prepared::Tournament;
use super::rated::PlannedRatings;
use super::stop::StopRule;
use super::value::ValueFunction;
use crate::bots::{BotConfig, BotFault, BotFile};
use crate::data::message::count;
use crate::data::{Inputs, Kind, Library, Source};
use crate::game::{BySide, GameFiles, LoadError, Prepared, Rulebook, SetupError, WholeFile};

/// A request for a tournament: names or paths of files; an empty list means the default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    /// The rules file.
    pub rules: Option<String>,
    /// The scenarios.
    pub scenarios: Vec<String>,
    /// The armies.
    pub armies: Vec<String>,
    /// The bots.
    pub bots: Vec<String>,
    /// Games for each pairing.
    pub games: u64,
    /// The master seed.
    pub seed: u64,
    /// The number of faults after which a bot is quarantined.
    pub quarantine: Option<u64>,
    /// For each scenario its share of the games; empty for equal shares.
    pub weights: Vec<u64>,
    /// Whether the first bot plays the first army only, the second the second, and so on.
    pub tied: bool,
    /// The aim of adaptive allocation, if requested.
    pub allocate: Option<Allocate>,
    /// The arrangement of pairings.
    pub arrangement: Arrangement,
    /// The stopping rule, if any.
    pub stop: Option<StopRule>,
    /// The value function by which luck is computed.
    pub luck: Option<String>,
    /// Whether random choices of bots count as luck too.
    pub luck_of_choices: bool,
    /// The ratings of the bots, in the order of the plan, where measures are compared over the strength of the player.
    pub ratings: Option<PlannedRatings>,
}

impl Request {
    /// The request that gives this plan again.
    pub fn of(plan: &Plan) -> Request {
        let path = |planned: &[Planned], name: &String| {
            planned.iter().find(|one| one.name == *name).map_or_else(|| name.clone(), |one| one.path.clone())
        };
        let (armies, bots) = if plan.ties.is_empty() {
            (Planned::files(&plan.armies), Planned::files(&plan.bots))
        } else {
            plan.ties.iter().map(|tie| (path(&plan.armies, &tie.army), path(&plan.bots, &tie.bot))).unzip()
        };
        Request {
            rules: Some(plan.rules_path.clone()),
            scenarios: plan.scenarios.iter().map(|scenario| scenario.path.clone()).collect(),
            armies,
            bots,
            games: plan.games,
            seed: plan.seed,
            quarantine: plan.quarantine,
            weights: plan.scenarios.iter().map(|scenario| scenario.weight).collect(),
            tied: !plan.ties.is_empty(),
            allocate: plan.allocate,
            arrangement: plan.arrangement.clone(),
            stop: plan.stop,
            luck: plan.luck.clone(),
            luck_of_choices: plan.luck_of_choices,
            ratings: plan.ratings.clone(),
        }
    }
}

/// The bots of a tournament if none is named.
pub const DEFAULT_BOTS: &[&str] = &["greedy", "random"];
/// The yardstick among them: it chooses at random.
pub const YARDSTICK: &str = "random";
/// The default number of games per pairing.
pub const DEFAULT_GAMES: u64 = 500;
/// The default master seed.
pub const DEFAULT_SEED: u64 = 1;

/// A tournament ready to be played, and every file it was read from.
pub struct Loaded<G> {
    /// The tournament.
    pub tournament: Tournament<G>,
    /// The files.
    pub inputs: Inputs,
}

/// Reads a bot file and starts the bot once, so that a program that cannot be started is reported before the first
/// game.
///
/// # Errors
/// Faults of the file; why the program cannot be started.
pub fn read_bot<R: Rulebook>(source: &Source) -> Result<BotConfig, LoadError> {
    let config = read_config::<R>(source)?;
    config.try_out(&[]).map_err(|fault| at_fault(source.path(), fault))?;
    Ok(config)
}

/// Reads a bot file, without starting the bot.
fn read_config<R: Rulebook>(source: &Source) -> Result<BotConfig, LoadError> {
    let config = BotFile::read(source)?.config::<R>()?;
    let wrong = |reason: String| SetupError { subject: source.path().to_string(), faults: vec![reason] };
    config.check_weights::<R::Game>().map_err(|weights| wrong(weights.to_string()))?;
    Ok(config)
}

fn at_fault(path: &str, fault: BotFault) -> SetupError {
    SetupError { subject: path.to_owned(), faults: vec![fault.reason] }
}

/// Loads a tournament under the rulebook `R`.
///
/// # Errors
/// The first file that cannot be read, or does not go together with the others.
pub fn load<R: Rulebook + 'static>(library: &Library, request: &Request) -> Result<Loaded<R::Game>, LoadError> {
    let mut inputs = Inputs::new();
    let field = Field::<R>::read(library, request.rules.as_deref(), &request.scenarios, &request.armies, &mut inputs)?;
    if field.brings_all() && !request.armies.is_empty() {
        let subject = field.scenario_sources().iter().map(Source::path).collect::<Vec<_>>().join(", ");
        return Err(SetupError {
            subject,
            faults: vec!["armies are named, but the scenario brings its own".to_string()],
        }
        .into());
    }

    let bots_named = find(library, Kind::Bot, &request.bots, DEFAULT_BOTS)?;
    let planned_bots = planned(&bots_named);
    let ties = if request.tied { tied::<R>(&field, &bots_named)? } else { Vec::new() };
    let bot_sources = distinct(bots_named);
    let configs = bot_sources.iter().map(read_config::<R>).collect::<Result<Vec<BotConfig>, _>>()?;
    for source in &bot_sources {
        inputs.add(source)?;
    }
    for script in configs.iter().filter_map(BotConfig::script) {
        inputs.add_text(&script.path, &script.text);
    }

    let plan = field.plan(planned_bots, request.games, request.seed, configs.iter().all(BotConfig::is_repeatable));
    let value = request
        .luck
        .as_deref()
        .map(|name| value_function::<R>(library, name, request.seed, &mut inputs))
        .transpose()?;
    let luck = value.as_ref().map(|(path, _)| path.clone());
    let (quarantine, allocate, arrangement) = (request.quarantine, request.allocate, request.arrangement.clone());
    let (luck_of_choices, ratings) = (request.luck_of_choices, request.ratings.clone());
    // Of a run that is repeated the text of their file is at hand.
    if let Some((path, text)) = ratings.as_ref().and_then(|it| Some((&it.path, library.text_kept(&it.path)?))) {
        inputs.add_text(path, text);
    }
    let stop = request.stop;
    let mut plan = Plan { luck, luck_of_choices, ratings, quarantine, allocate, arrangement, stop, ties, ..plan };
    if !request.weights.is_empty() {
        if request.weights.len() != plan.scenarios.len() {
            let fault =
                format!("{} for {}", count(request.weights.len(), "weight"), count(plan.scenarios.len(), "scenario"));
            return Err(SetupError { subject: "the weights".to_owned(), faults: vec![fault] }.into());
        }
        if request.weights.iter().all(|weight| *weight == 0) {
            let fault = "all are 0, so that no scenario has a game".to_owned();
            return Err(SetupError { subject: "the weights".to_owned(), faults: vec![fault] }.into());
        }
        plan.scenarios.iter_mut().zip(&request.weights).for_each(|(scenario, weight)| scenario.weight = *weight);
    }
    let schedule = plan.schedule()?;
    let tournament = Tournament::on_demand(
        plan,
        schedule,
        configs,
        Box::new(move |scenario, seats| field.prepare(scenario, seats)),
    )?;
    tournament.try_out_bots().map_err(|(bot, fault)| at_fault(bot_sources[bot].path(), fault))?;
    let tournament = match value {
        Some((_, value)) => tournament.with_value(value),
        None => tournament,
    };
    Ok(Loaded { tournament, inputs })
}

/// A value function with its path. It must not have been fitted to the games to be analysed.
fn value_function<R: Rulebook>(
    library: &Library,
    name: &str,
    seed: u64,
    inputs: &mut Inputs,
) -> Result<(String, ValueFunction), LoadError> {
    let source = library.find(Kind::Value, name)?;
    let value = ValueFunction::read::<R>(&source)?;
    if value.fitted_seed == Some(seed) {
        let fault = format!("it was fitted to games of seed {seed}, which would be evaluated by it; use another seed");
        return Err(SetupError { subject: source.path().to_owned(), faults: vec![fault] }.into());
    }
    inputs.add(&source)?;
    if let Some(bot) = &value.plays_on {
        inputs.add(&library.find(Kind::Bot, bot)?)?;
    }
    Ok((source.path().to_owned(), value))
}

/// Each bot with its army, in the order of the command line.
fn tied<R: Rulebook>(field: &Field<R>, bots: &[Source]) -> Result<Vec<Tie>, SetupError> {
    let armies = field.armies_named();
    if armies.len() != bots.len() {
        let fault = format!("{} cannot be tied to {}", count(bots.len(), "bot"), count(armies.len(), "army"));
        return Err(SetupError { subject: "the entrants".to_owned(), faults: vec![fault] });
    }
    let pairs = names(bots).into_iter().zip(armies);
    Ok(pairs.map(|(bot, army)| Tie { bot, army: army.clone() }).collect())
}

/// A request for a single game: names or paths of files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRequest {
    /// The rules file; `None` for the default.
    pub rules: Option<String>,
    /// The scenario; `None` for the first of the defaults.
    pub scenario: Option<String>,
    /// The armies of red and blue; empty for the first two of the defaults, or where the scenario brings them.
    pub armies: Vec<String>,
}

/// A single game, with the names that a tournament would use.
pub struct LoadedGame<G> {
    /// The game.
    pub prepared: Prepared<G>,
    /// The rules.
    pub rules: String,
    /// The scenario, which is part of the dice key.
    pub scenario: String,
    /// The armies; `None` where the scenario brings them.
    pub armies: BySide<Option<String>>,
}

/// Loads a single game under the rulebook `R`.
///
/// # Errors
/// As [`load`].
pub fn load_game<R: Rulebook>(library: &Library, request: &GameRequest) -> Result<LoadedGame<R::Game>, LoadError> {
    let rules_source = library.find(Kind::Rules, request.rules.as_deref().unwrap_or(R::DEFAULT_RULES))?;
    let rules = R::read_rules(&rules_source)?;
    let source = library.find(Kind::Scenario, request.scenario.as_deref().unwrap_or(R::DEFAULT_SCENARIOS[0]))?;
    let scenario = R::read_scenario(&source)?;
    let wrong = |fault: String| SetupError { subject: source.path().to_string(), faults: vec![fault] };
    let brings_armies = R::brings_armies(&scenario);
    let sources = match request.armies.len() {
        0 if brings_armies => BySide::default(),
        _ if brings_armies => return Err(wrong("armies are named, but the scenario brings its own".to_string()).into()),
        0 | 2 => {
            let found = find(library, Kind::Army, &request.armies, &R::DEFAULT_ARMIES[..2])?;
            BySide::new(Some(found[0].clone()), Some(found[1].clone()))
        }
        named => return Err(wrong(format!("it needs two armies, red's and blue's; named: {named}")).into()),
    };
    let read = |source: &Option<Source>| source.as_ref().map(R::read_army).transpose();
    let armies = BySide::new(read(&sources.red)?, read(&sources.blue)?);
    let army_file = |army: &Option<Source>| army.as_ref().map(|army| WholeFile::of(army, &[])).transpose();
    let files = GameFiles {
        rules: WholeFile::of(&rules_source, &[])?,
        scenario: WholeFile::of(&source, R::further_sources(&scenario))?,
        armies: army_file(&sources.red)?.zip(army_file(&sources.blue)?).map(|(red, blue)| BySide::new(red, blue)),
    };
    Ok(LoadedGame {
        prepared: R::prepare(&rules, &scenario, armies.as_ref().map(Option::as_ref))?.with_files(files),
        rules: rules_source.name().to_string(),
        scenario: source.name().to_string(),
        armies: sources.map(|source| source.map(|source| source.name().to_string())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::toy::ToyBook;

    fn loaded(request: Request) -> Result<Loaded<crate::game::toy::Toy>, String> {
        load::<ToyBook>(&Library::built_in(), &request).map_err(|error| error.to_string())
    }

    #[test]
    fn defaults_are_written_out() {
        let plan = loaded(Request { games: 10, ..Request::default() }).unwrap().tournament.plan;
        assert_eq!((plan.rules.as_str(), plan.scenarios[0].name.as_str()), ("toy", "sprint"));
        assert_eq!(
            plan.bots.iter().map(|bot| bot.path.as_str()).collect::<Vec<_>>(),
            ["bots/greedy.toml", "bots/random.toml"]
        );
        assert_eq!(plan.armies.iter().map(|army| army.name.as_str()).collect::<Vec<_>>(), ["hares", "tortoises"]);
    }

    #[test]
    fn a_plan_can_be_requested_again() {
        let named = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let request = Request {
            bots: named(&["random", "greedy", "random"]),
            armies: named(&["hares"]),
            games: 7,
            seed: 3,
            ..Request::default()
        };
        let plan = loaded(request).unwrap().tournament.plan;
        assert_eq!(loaded(Request::of(&plan)).unwrap().tournament.plan, plan);
    }

    #[test]
    fn every_file_that_matters_is_an_input() {
        let request =
            Request { scenarios: vec!["classic".into()], bots: vec!["random".into()], games: 1, ..Request::default() };
        let inputs = loaded(request).unwrap().inputs.files();
        let paths: Vec<&str> = inputs.iter().map(|input| input.path.as_str()).collect();
        let expected = [
            "armies/toy/hares.toml",
            "armies/toy/tortoises.toml",
            "bots/random.toml",
            "rules/toy.toml",
            "scenarios/toy/classic.toml",
        ];
        assert_eq!(paths, expected);
    }

    #[test]
    fn armies_beside_a_scenario_that_brings_them_are_refused() {
        let request =
            Request { scenarios: vec!["classic".into()], armies: vec!["hares".into()], games: 1, ..Request::default() };
        let error = loaded(request).err().unwrap();
        assert_eq!(error, "scenarios/toy/classic.toml: armies are named, but the scenario brings its own");
    }
}
