//! Tournaments of the toy race for the real runner, and of tiny trees whose results have known probabilities.

use reglette::balance::allocate::next_block;
use reglette::balance::swiss::next_leg;
use reglette::balance::{Sequential, SequentialVerdict};
use reglette::bots::BotConfig;
use reglette::data::{Kind, Library, Source};
use reglette::game::toy::{Runner, Toy};
use reglette::game::tree::Tree;
use reglette::game::{BySide, Evaluate, Prepared, Show, Weights};
use reglette::tournament::{
    Allocate, Arrangement, DiscardResults, Entrant, PairingOnScenario, Plan, Planned, PlannedScenario, ResumePoint,
    RunConfig, Schedule, Shard, Standings, StopRule, ToTheEnd, Tournament, ValueFile, run,
};
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

/// The dice of the runners of an army.
pub type Team = &'static [u8];

/// A field of the race.
#[derive(Clone, Copy)]
pub struct Race {
    pub name: &'static str,
    /// The risk aversion of each bot: the weight of `at_stake`.
    pub bots: &'static [f32],
    pub armies: &'static [Team],
    /// The length and the rounds of each track.
    pub tracks: &'static [(u8, u16)],
    /// The face that trips a runner.
    pub trips_on: u8,
    pub allocate: Option<Allocate>,
    pub meets: Meets,
    pub luck: bool,
}

/// Which entrants meet.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Meets {
    /// Each meets each other.
    All,
    /// The first meets all others.
    Gauntlet,
    /// Each meets the next.
    Chain,
    /// Those of like score, for this many legs.
    Swiss(u32),
}

pub const PLAIN: Race = Race {
    name: "",
    bots: &[-1.0],
    armies: &[&[2, 2, 1]],
    tracks: &[(12, 20)],
    trips_on: 3,
    allocate: None,
    meets: Meets::All,
    luck: false,
};

/// The fields of the study: shared dice everywhere, since all pairings of a scenario are played on the same.
pub const RACES: [Race; 6] = [
    Race {
        name: "two bots with two armies",
        bots: &[-1.0, -0.4],
        armies: &[&[3, 2, 2], &[1, 1, 2]],
        luck: true,
        ..PLAIN
    },
    Race { name: "four like armies", armies: &[&[2, 2, 1], &[2, 2, 1], &[2, 2, 1], &[2, 2, 1]], ..PLAIN },
    Race { name: "four armies", armies: &[&[3, 2, 2], &[1, 1, 2], &[2, 2, 1], &[3, 3, 1]], ..PLAIN },
    Race { name: "two bots on three tracks", bots: &[-1.0, -0.4], tracks: &[(12, 20), (20, 6), (6, 9)], ..PLAIN },
    Race { name: "an army against itself", ..PLAIN },
    Race { name: "short races with many draws", bots: &[-1.0, -3.0, -0.2], tracks: &[(40, 1)], ..PLAIN },
];

/// Fields with adaptive allocation, for a ranking and for verdicts.
pub const ADAPTIVE: [Race; 2] = [
    Race {
        name: "adaptive: two bots with three armies",
        bots: &[-1.0, -0.4],
        armies: &[&[3, 2, 2], &[1, 1, 2], &[2, 2, 1]],
        allocate: Some(Allocate::Ranking),
        ..PLAIN
    },
    Race {
        name: "verdicts: two bots with three armies",
        bots: &[-1.0, -0.4],
        armies: &[&[3, 2, 2], &[1, 1, 2], &[2, 2, 1]],
        allocate: Some(Allocate::Verdicts),
        ..PLAIN
    },
];

const FOUR: Race = Race { armies: RACES[2].armies, ..PLAIN };

/// Fields in which opponents differ. Of four entrants two legs leave three sets of pairings, each with true values.
pub const ARRANGED: [Race; 3] = [
    Race { name: "swiss: four armies, two legs", meets: Meets::Swiss(2), ..FOUR },
    Race { name: "gauntlet: an army against three", meets: Meets::Gauntlet, ..FOUR },
    Race { name: "list: four armies in a chain", meets: Meets::Chain, ..FOUR },
];

/// The arrangement of a field.
fn arrangement(race: &Race) -> Arrangement {
    let name = |army: usize| format!("bot0/army{army}");
    match race.meets {
        Meets::All => Arrangement::RoundRobin,
        Meets::Gauntlet => Arrangement::Gauntlet { champion: name(0) },
        Meets::Chain => {
            Arrangement::List { pairings: (1..race.armies.len()).map(|army| [name(army - 1), name(army)]).collect() }
        }
        Meets::Swiss(legs) => Arrangement::Swiss { legs },
    }
}

fn plan(race: &Race, games: u64) -> Plan {
    let named = |what: &str, number: usize| Planned::from_names((0..number).map(|one| format!("{what}{one}")));
    Plan {
        rulebook: "toy".into(),
        rules: "toy".into(),
        rules_path: "toy".into(),
        repeatable: true,
        seed: 0,
        games,
        quarantine: None,
        arrangement: arrangement(race),
        stop: None,
        luck: race.luck.then(|| "toy".into()),
        luck_of_choices: false,
        ratings: None,
        allocate: race.allocate,
        ties: vec![],
        scenarios: (0..race.tracks.len())
            .map(|track| PlannedScenario {
                name: format!("track{track}"),
                path: "track".into(),
                brings_armies: false,
                weight: 1,
            })
            .collect(),
        bots: named("bot", race.bots.len()),
        armies: named("army", race.armies.len()),
    }
}

fn team(dice: Team) -> Vec<Runner> {
    dice.iter()
        .map(|dice| Runner { name: format!("runner {dice}"), dice: *dice, points: 2 * u32::from(*dice) })
        .collect()
}

/// The games of a field, this many for each pairing.
pub fn race(race: &Race, games: u64) -> Tournament<Toy> {
    let config = |fear: &f32| {
        BotConfig::Greedy(Weights { appraisal: vec![1.0, *fear, 4.0, -1.0, 10.0, -10.0], features: vec![] })
    };
    let plan = plan(race, games);
    let schedule = plan.schedule().expect("it is sound");
    let prepare = |track: usize, armies: BySide<Option<usize>>| {
        let teams = armies.map(|army| team(race.armies[army.expect("tracks bring none")]));
        let (length, rounds) = race.tracks[track];
        let points = BySide::new(&teams.red, &teams.blue).map(|team| team.iter().map(|runner| runner.points).sum());
        let game =
            Toy { teams, length, rounds, first: None, faces: [0, 1, 1, 2, 2, 3], needed: 2, trips_on: race.trips_on };
        Ok::<_, Infallible>(Prepared::new(game, points))
    };
    // All games that may be needed are prepared, also where they are played as blocks or legs come.
    let whole = match race.meets {
        Meets::Swiss(_) => Plan { arrangement: Arrangement::RoundRobin, ..plan.clone() },
        _ => plan.clone(),
    };
    let all = whole.even_schedule().expect("it is sound");
    let mut tournament = Tournament::of_schedule(plan, all, race.bots.iter().map(config).collect(), prepare).unwrap();
    tournament.schedule = schedule;
    if race.luck { tournament.with_value(value()) } else { tournament }
}

/// Each two that meet in a tournament.
pub fn meetings<G>(tournament: &Tournament<G>) -> BTreeSet<[Entrant; 2]> {
    tournament.schedule.cells().iter().map(|cell| cell.entrants).collect()
}

/// The same field in which just these meet.
pub fn among(field: &Race, games: u64, meetings: &BTreeSet<[Entrant; 2]>) -> Tournament<Toy> {
    let mut tournament = race(&Race { meets: Meets::All, allocate: None, ..*field }, games);
    let cells = tournament.schedule.cells().iter().filter(|cell| meetings.contains(&cell.entrants)).cloned();
    tournament.schedule = Schedule::of_cells(cells.collect());
    tournament
}

/// A value function that explains a part of the luck.
fn value() -> reglette::tournament::ValueFunction {
    let text = "rulebook = \"toy\"\nplayer_turns = 20.0\n[weights]\nhome = { now = 1.0, late = 1.5 }\nout = { now = \
        -1.0, late = -1.5 }\nprogress = { now = 0.15, late = 0.1 }\n";
    let file: ValueFile =
        Source::new(&Library::built_in(), Kind::Value, "values/toy.toml", text.to_owned()).read().unwrap();
    file.function::<Toy>(None)
}

/// Three entrants of which each wins this share in a hundred games against the next, the last against the first; the
/// others are lost.
pub fn ring(share: u32, games: u64) -> Tournament<Tree> {
    let plan = Plan { rulebook: "tree".into(), ..plan(&Race { armies: &LIKE[..3], ..PLAIN }, games) };
    let schedule = plan.even_schedule().expect("it is sound");
    let prepare = |_, seats: BySide<Option<usize>>| {
        let [red, blue] = [seats.red, seats.blue].map(|army| army.expect("each leads one"));
        let wins = if (red + 1) % 3 == blue { 1 } else { -1 };
        let game: Tree = format!("*({share}:{wins} {}:{})", 100 - share, -wins).parse().unwrap();
        Ok::<_, Infallible>(Prepared::new(game, BySide::default()))
    };
    Tournament::of_schedule(plan, schedule, vec![BotConfig::Random], prepare).unwrap()
}

static LIKE: [Team; 4] = [&[1], &[1], &[1], &[1]];

/// Two entrants whose games are drawn unless one of a hundred results occurs: of these some are won by the first on
/// either seat, and some by red. The rates are known exactly.
pub fn rare(first: u32, red: u32, games: u64, armies: usize) -> Tournament<Tree> {
    let plan = Plan { rulebook: "tree".into(), ..plan(&Race { armies: &LIKE[..armies], ..PLAIN }, games) };
    let schedule = plan.even_schedule().expect("it is sound");
    let prepare = |_, seats: BySide<Option<usize>>| {
        let wins = if seats.red < seats.blue { 1 } else { -1 };
        let parts = [(first, wins), (red, 1), (100 - first - red, 0)].into_iter().filter(|(weight, _)| *weight > 0);
        let text: Vec<String> = parts.map(|(weight, result)| format!("{weight}:{result}")).collect();
        let game: Tree = format!("*({})", text.join(" ")).parse().unwrap();
        Ok::<_, Infallible>(Prepared::new(game, BySide::default()))
    };
    Tournament::of_schedule(plan, schedule, vec![BotConfig::Random], prepare).unwrap()
}

pub static ON: AtomicBool = AtomicBool::new(false);

/// The next block or leg, as the program chooses it.
fn next(plan: &Plan, before: &[Vec<PairingOnScenario>], standings: &Standings) -> Option<Vec<PairingOnScenario>> {
    match (plan.allocate, &plan.arrangement) {
        (Some(purpose), _) => next_block(plan, purpose, before, standings),
        (None, Arrangement::Swiss { legs }) => next_leg(plan, *legs, before, standings),
        _ => None,
    }
}

/// Plays a tournament to its end with a seed, as the program does, and closes its counts.
pub fn played<G: Evaluate + Show + 'static>(
    tournament: &Tournament<G>,
    seed: u64,
    threads: usize,
) -> (Tournament<G>, Standings) {
    let mut tournament = tournament.clone();
    tournament.plan.seed = seed;
    let pace = RunConfig { shard: Shard::WHOLE, threads, halt: &ON };
    let mut standings = Standings::new(&tournament.schedule);
    if tournament.plan.steers_itself() {
        let (mut legs, mut pairs) = (Vec::new(), 0);
        while let Some(leg) = next(&tournament.plan, &legs, &standings) {
            tournament.schedule.append(leg.clone());
            standings.extend(&tournament.schedule);
            legs.push(leg);
            let start = ResumePoint { standings, pairs, known: Default::default() };
            standings =
                run(&tournament, pace, start, &mut DiscardResults, &mut ToTheEnd).expect("the race does not break").0;
            pairs = tournament.schedule.pairs();
        }
    } else {
        standings = run(&tournament, pace, ResumePoint::new(standings), &mut DiscardResults, &mut ToTheEnd)
            .expect("the race does not break")
            .0;
    }
    standings.close();
    (tournament, standings)
}

/// Plays until a stopping rule applies, as the program does.
pub fn stopped<G: Evaluate + Show + 'static>(
    tournament: &Tournament<G>,
    seed: u64,
    rule: StopRule,
) -> (Tournament<G>, Standings, SequentialVerdict) {
    let mut tournament = tournament.clone();
    tournament.plan.seed = seed;
    tournament.plan.stop = Some(rule);
    let mut rule = Sequential::new(rule, &tournament.schedule).expect("it suits the schedule");
    let pace = RunConfig { shard: Shard::WHOLE, threads: 1, halt: &ON };
    let start = ResumePoint::new(Standings::new(&tournament.schedule));
    let (mut standings, _) =
        run(&tournament, pace, start, &mut DiscardResults, &mut rule).expect("the race does not break");
    standings.close();
    let verdict = rule.verdict(&tournament.plan, &standings).expect("games were played");
    (tournament, standings, verdict)
}
