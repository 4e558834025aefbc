use super::*;
use crate::game::{Ending, Grade, Outcome, Side, Tally};
use crate::tournament::kinds::{Mixture, Results};
use crate::tournament::referee::Forfeit;
use crate::tournament::{Clusters, PairingOnScenario};

const fn entrant(bot: usize, army: usize) -> Entrant {
    Entrant { bot, army: Some(army) }
}

/// Standings of this many pairs of each of these pairings. Red begins and wins every game, except that those of bot
/// 0 with army 1 are drawn.
fn played(pairings: &[[Entrant; 2]], pairs: u64) -> Standings {
    let schedule = Schedule::of_cells(
        pairings.iter().map(|entrants| PairingOnScenario { scenario: 0, entrants: *entrants, pairs }).collect(),
    );
    let mut standings = Standings::new(&schedule);
    for game in 0..schedule.games() {
        let spec = schedule.game(game);
        let drawn = pairings[spec.cell].contains(&entrant(0, 1));
        let outcome = Outcome { winner: (!drawn).then_some(Side::Red), grade: Grade::None, ending: Ending::Victory };
        let row = GameRow { first_side: Some(Side::Red), ..GameRow::for_tests(spec, outcome, Tally::default()) };
        standings.add(&row);
    }
    standings.close();
    standings
}

#[test]
fn games_of_two_bots_with_armies_swapped_are_one_unit_of_four() {
    let swapped = [[entrant(0, 0), entrant(1, 1)], [entrant(0, 1), entrant(1, 0)]];
    let standings = played(&swapped, 5);
    // Of each four games bot 0 wins one as red, loses one as blue and draws two.
    let quads = Clusters { count: 5, games: 20, score: 20, games_squared: 80, score_squared: 80, score_games: 80 };
    let ([bots], [bot]) = ([standings.bots().next()], [standings.line(Some(0), Party::Bot(0))]);
    assert_eq!(bots.map(|(bots, counter)| (bots, counter.clusters())), Some(([0, 1], quads)));
    assert_eq!(bot.map(Counter::clusters), Some(quads));
    // No bot played both armies.
    assert!(standings.bots_of_armies().is_empty());
    assert!(standings.pairings().all(|(_, counter)| counter.clusters().games_squared == 5 * 4), "a pairing has pairs");
}

#[test]
fn where_all_meet_all_games_with_the_same_dice_are_one_unit() {
    let entrants = [entrant(0, 0), entrant(0, 1), entrant(1, 0), entrant(1, 1)];
    let pairings: Vec<[Entrant; 2]> =
        (0..4).flat_map(|first| (first + 1..4).map(move |second| [entrants[first], entrants[second]])).collect();
    let standings = played(&pairings, 3);
    let (_, bots) = standings.bots().next().unwrap();
    assert_eq!((bots.clusters().count, bots.games()), (3, 24), "four pairings of different bots");
}

#[test]
fn armies_are_compared_under_the_same_bot() {
    let pairings = [
        [entrant(0, 1), entrant(0, 0)],
        [entrant(0, 0), entrant(1, 1)],
        [entrant(1, 0), entrant(0, 1)],
        [entrant(1, 0), entrant(1, 1)],
    ];
    let standings = played(&pairings, 5);
    assert!(standings.bots_of_armies().into_iter().eq([0, 1]));
    for (bot, score) in [(0, 10), (1, 10)] {
        // Army 0 comes first, whichever was named first; bot 0 draws its games against army 1, and red wins where
        // bot 1 plays both.
        let armies: Vec<([usize; 2], Clusters)> =
            standings.armies_under(bot).map(|(two, counter)| (two, counter.clusters())).collect();
        let [([0, 1], clusters)] = armies[..] else { panic!("{armies:?}") };
        assert_eq!((clusters.count, clusters.games, clusters.score), (5, 10, score));
        assert_eq!(standings.line(Some(0), Party::Army { bot, army: 1 }).unwrap().games(), 10);
    }
    assert_eq!(standings.line(Some(0), Party::Army { bot: 0, army: 0 }).unwrap().draws, 10);
    assert_eq!(standings.line(Some(0), Party::Army { bot: 1, army: 0 }).unwrap().draws, 0);
}

/// A game of the first pairing that its first entrant's bot forfeits with this fault.
fn forfeited(spec: GameSpec, fault: FaultKind) -> GameRow {
    let side = spec.seat_of_first();
    let row = GameRow::for_tests(spec, Outcome::forfeit(side), Tally::default());
    GameRow { first_side: Some(Side::Red), ..row }.forfeited_for_tests(side, fault)
}

#[test]
fn forfeits_are_losses_of_bots_and_nothing_of_armies_and_unplayed_games_are_nothing_at_all() {
    let schedule =
        Schedule::of_cells(vec![PairingOnScenario { scenario: 0, entrants: [entrant(0, 0), entrant(0, 1)], pairs: 6 }]);
    let mut standings = Standings::new(&schedule);
    for game in 0..12 {
        let spec = schedule.game(game);
        standings.add(&match game {
            0..6 => {
                let outcome = Outcome { winner: Some(Side::Red), grade: Grade::None, ending: Ending::Victory };
                GameRow { first_side: Some(Side::Red), ..GameRow::for_tests(spec, outcome, Tally::default()) }
            }
            6..8 => forfeited(spec, FaultKind::Crash),
            _ => forfeited(spec, FaultKind::Quarantined),
        });
    }
    standings.close();
    let of = |party| standings.line(Some(0), party).unwrap();
    let (_, pairing) = standings.pairings().next().unwrap();
    assert_eq!(
        (pairing.wins, pairing.losses, pairing.forfeited(), pairing.unplayed, pairing.left_out),
        (3, 5, 2, 4, 0)
    );
    assert_eq!((pairing.clusters().count, pairing.faults[FaultKind::Quarantined]), (4, 4));
    let kinds = pairing.kinds().unwrap();
    let sum = |count: fn(&Mixture) -> u32| kinds.groups().values().map(count).sum::<u32>();
    let games = [sum(|it| it.first.won), sum(|it| it.second.lost), sum(|it| it.neither.lost)];
    assert_eq!(games, [3, 3, 2], "forfeited games count as begun by neither");
    assert_eq!(pairing.games(), 8);
    for party in [Party::Red, Party::First, Party::Army { bot: 0, army: 0 }] {
        let counter = of(party);
        assert_eq!(
            (counter.games(), counter.left_out, counter.unplayed, counter.forfeits()),
            (6, 2, 4, 2),
            "{party:?}"
        );
    }
    assert_eq!((standings.games, standings.forfeits), (12, 6), "the run has all of them");
}

#[test]
fn games_are_counted_by_who_began_and_how_they_ended() {
    let standings = played(&[[entrant(1, 1), entrant(0, 0)], [entrant(1, 0), entrant(0, 1)]], 4);
    let kinds = |counter: &Counter| counter.kinds().unwrap();
    let (_, bots) = standings.bots().next().unwrap();
    // From the perspective of bot 0, the second entrant: won and drawn where it began, drawn and lost where the
    // other did.
    let games: Vec<Mixture> = kinds(bots).groups().values().copied().collect();
    let first = Results { won: 1, drawn: 1, lost: 0 };
    let expected = Mixture { first, second: Results { won: 0, drawn: 1, lost: 1 }, ..Mixture::default() };
    assert_eq!(games, [expected; 4], "games with the same dice are together");
    assert_eq!(
        standings.line(Some(0), Party::Bot(0)).unwrap().kinds(),
        None,
        "a line against all others has no opponent to be rated by"
    );
}

/// Every count that enters a rate or a table of endings and lengths, changed alone, contradicts another.
#[test]
fn a_changed_count_is_not_restored() {
    let pairings = [[entrant(0, 1), entrant(0, 0)], [entrant(1, 0), entrant(0, 1)]];
    let standings = played(&pairings, 5);
    let restored = |counts: serde_json::Value| {
        let mut empty = Standings { lines: Vec::new(), cells: Vec::new(), ..standings.clone() };
        let cells =
            pairings.iter().map(|entrants| PairingOnScenario { scenario: 0, entrants: *entrants, pairs: 5 }).collect();
        empty.extend(&Schedule::of_cells(cells));
        serde_json::from_value(counts).is_ok_and(|counts| empty.restore(counts))
    };
    let sound = serde_json::to_value(standings.counts()).unwrap();
    assert!(restored(sound.clone()));
    let lines = sound["counters"].as_array().unwrap().len();
    for path in (0..lines)
        .flat_map(|line| ["wins", "draws", "losses", "unplayed"].map(|key| format!("/counters/{line}/{key}")))
        .chain((0..lines).map(|line| format!("/counters/{line}/endings/victory")))
        .chain((0..lines).map(|line| format!("/counters/{line}/rounds/0")))
        .chain(["/games".to_owned()])
    {
        let mut changed = sound.clone();
        let Some(count) = changed.pointer_mut(&path) else {
            assert!(path.ends_with("unplayed"), "{path}: {sound}");
            continue;
        };
        *count = (count.as_u64().unwrap() + 1).into();
        assert!(!restored(changed), "{path}");
    }
}

/// A bot that plays better may also begin more often, which would count as an advantage of beginning.
#[test]
fn the_first_move_is_seen_where_the_same_bot_plays_both_sides() {
    let standings = played(&[[entrant(0, 0), entrant(1, 0)], [entrant(0, 0), entrant(0, 2)]], 5);
    let games = |party| standings.line(Some(0), party).map(Counter::games);
    assert_eq!([Party::Red, Party::First].map(games), [Some(20), Some(10)]);
    let standings = played(&[[entrant(0, 0), entrant(1, 0)]], 5);
    assert!(standings.line(Some(0), Party::First).is_none());
}

#[test]
fn games_forfeited_before_anybody_moves_are_left_out_of_seats_and_first_moves() {
    let entrants = [entrant(0, 0), entrant(0, 1)];
    let schedule = Schedule::of_cells(vec![PairingOnScenario { scenario: 0, entrants, pairs: 2 }]);
    let mut standings = Standings::new(&schedule);
    for game in 0..schedule.games() {
        let forfeit = Forfeit { side: Side::Blue, fault: FaultKind::Crash, reason: String::new(), by_clock: false };
        let (first_side, forfeit) = if game == 0 { (None, Some(Box::new(forfeit))) } else { (Some(Side::Red), None) };
        let outcome = Outcome { winner: Some(Side::Red), grade: Grade::None, ending: Ending::Victory };
        let row = GameRow::for_tests(schedule.game(game), outcome, Tally::default());
        standings.add(&GameRow { first_side, forfeit, ..row });
    }
    standings.close();
    let counts = |party| standings.line(Some(0), party).map(|counter| (counter.games(), counter.left_out));
    assert_eq!([counts(Party::Red), counts(Party::First)], [Some((3, 1)); 2]);
}
