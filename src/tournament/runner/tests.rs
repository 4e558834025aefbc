use super::*;
use crate::bots::BotConfig;
use crate::data::Unlogged;
use crate::game::tree::Tree;
use crate::game::{BySide, Prepared, Weights};
use crate::tournament::Arrangement;
use crate::tournament::plan::{Plan, Planned, PlannedScenario};
use crate::tournament::steer::{Steering, ToTheEnd};
use std::convert::Infallible;

fn tournament() -> Tournament<Tree> {
    let plan = Plan {
        rulebook: "tree".into(),
        rules: "tree".into(),
        rules_path: "tree".into(),
        repeatable: true,
        seed: 3,
        games: 300,
        quarantine: None,
        allocate: None,
        arrangement: Arrangement::RoundRobin,
        stop: None,
        luck: None,
        luck_of_choices: false,
        ratings: None,
        ties: vec![],
        scenarios: vec![PlannedScenario { name: "tree".into(), path: "tree".into(), brings_armies: true, weight: 1 }],
        bots: Planned::from_names(["random", "greedy", "random"]),
        armies: vec![],
    };
    let configs = vec![BotConfig::Random, BotConfig::Greedy(Weights { appraisal: vec![1.0], features: vec![] })];
    let tree: Tree = "*( R(*(1 -1 0) B(*(2:1 -1) *(1 2:-1))) B(*(1 -1) 0) )".parse().unwrap();
    let prepare = |_, _| Ok::<_, Infallible>(Prepared::new(tree.clone(), BySide::default()));
    Tournament::new(plan, configs, prepare).unwrap()
}

/// Stores all rows, and halts the run after a number of pairs.
#[derive(Default)]
struct Gather<'a> {
    rows: Vec<GameRow>,
    played: BTreeMap<u64, Vec<GameRow>>,
    last: Option<(Standings, u64)>,
    halt: Option<(&'a AtomicBool, u64)>,
}

impl ResultSink for Gather<'_> {
    fn line_of_pair(&self) -> LineOfPair {
        Box::new(|pair, rows| Ok(format!("{pair}: {} games", rows.len())))
    }

    fn played(&mut self, pairs: &[PlayedPair]) -> io::Result<()> {
        for PlayedPair { pair, rows, line } in pairs {
            assert_eq!(*line, format!("{pair}: {} games", rows.len()));
            self.played.insert(*pair, rows.clone());
        }
        if let Some((halt, after)) = self.halt {
            halt.store(self.played.len() as u64 >= after, Ordering::Relaxed);
        }
        Ok(())
    }

    fn merged(&mut self, standings: &Standings, pairs: u64, rows: &[GameRow]) -> io::Result<()> {
        self.rows.extend_from_slice(rows);
        self.last = Some((standings.clone(), pairs));
        Ok(())
    }
}

static ON: AtomicBool = AtomicBool::new(false);

fn run_config(threads: usize) -> RunConfig<'static> {
    RunConfig { shard: Shard::WHOLE, threads, halt: &ON }
}

fn nothing(tournament: &Tournament<Tree>) -> ResumePoint {
    ResumePoint::new(Standings::new(&tournament.schedule))
}

fn rows(threads: usize, steer: &mut dyn Steer) -> (Vec<GameRow>, Standings) {
    let (tournament, mut all) = (tournament(), Gather::default());
    let (standings, _) = run(&tournament, run_config(threads), nothing(&tournament), &mut all, steer).unwrap();
    (all.rows, standings)
}

#[test]
fn a_halted_run_resumes_where_it_was() {
    let whole = rows(1, &mut ToTheEnd);
    let tournament = tournament();
    for (threads, after) in [(1, 1), (2, 7), (1, 8), (2, 100), (1, 224)] {
        let halt = AtomicBool::new(false);
        let mut first = Gather { halt: Some((&halt, after)), ..Gather::default() };
        let run_config = RunConfig { halt: &halt, ..run_config(threads) };
        let (standings, ended) = run(&tournament, run_config, nothing(&tournament), &mut first, &mut ToTheEnd).unwrap();
        assert_eq!(ended, RunOutcome::Halted);
        let pairs = first.last.map_or(0, |(_, pairs)| pairs);
        let known = first.played.split_off(&pairs);
        let known_pairs: Vec<u64> = known.keys().copied().collect();
        let mut second = Gather::default();
        let start = ResumePoint { standings, pairs, known };
        let (standings, ended) =
            run(&tournament, super::tests::run_config(2), start, &mut second, &mut ToTheEnd).unwrap();
        assert_eq!((ended, standings), (RunOutcome::Done, whole.1.clone()));
        // Games played the first time are not played again.
        let again = second.played.keys().any(|pair| known_pairs.contains(pair));
        assert!(!again && [first.rows, second.rows].concat() == whole.0);
    }
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let one = rows(1, &mut ToTheEnd);
    assert_eq!(one.0.len(), 300 + 300);
    assert!(one.0.iter().zip(0..).all(|(row, number)| row.spec.game == number));
    assert_eq!(rows(3, &mut ToTheEnd), one);
}

#[test]
fn pairs_played_apart_are_those_of_the_whole_run() {
    let whole = rows(1, &mut ToTheEnd).0;
    let tournament = tournament();
    let apart = play_pairs(&tournament, 40..90, &Unlogged, "").unwrap();
    let first = tournament.schedule.pair(40).first_game as usize;
    assert_eq!(apart, whole[first..first + apart.len()]);
}

struct StopAt(u64);

impl Steer for StopAt {
    fn after_block(&mut self, _: &Standings, pairs: u64) -> Steering {
        if pairs >= self.0 { Steering::Stop } else { Steering::GoOn }
    }
}

#[test]
fn a_run_that_is_stopped_ends_at_the_same_game_on_any_number_of_threads() {
    let whole = rows(1, &mut ToTheEnd).0;
    let stopped = rows(1, &mut StopAt(50));
    assert!(stopped.0.len() >= 50 && stopped.0.len() < 150, "{}", stopped.0.len());
    assert_eq!(stopped.0, whole[..stopped.0.len()]);
    assert_eq!(rows(3, &mut StopAt(50)), stopped);
}

#[test]
fn a_failure_to_write_ends_the_run() {
    struct Full;
    impl ResultSink for Full {
        fn merged(&mut self, _: &Standings, _: u64, _: &[GameRow]) -> io::Result<()> {
            Err(io::Error::other("the disk is full"))
        }
    }
    let tournament = tournament();
    let error = run(&tournament, run_config(2), nothing(&tournament), &mut Full, &mut ToTheEnd).unwrap_err();
    assert!(matches!(error, TournamentError::Write(_)), "{error}");
}
