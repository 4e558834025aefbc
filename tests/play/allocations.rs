//! A game in play allocates no heap memory: bots, buffers and prepared games are created once and reused.

use reglette::catalog::{self, Task};
use reglette::data::Library;
use reglette::game::Rulebook;
use reglette::tournament::{Request, Worker, load};

/// Random games over all default scenarios and armies of a rulebook.
struct RandomGames;

impl Task for RandomGames {
    type Output = u64;

    fn run<R: Rulebook + 'static>(self) -> u64 {
        let request = Request { bots: vec!["random".into()], games: 8, seed: 3, ..Request::default() };
        let tournament = load::<R>(&Library::built_in(), &request).unwrap_or_else(|error| panic!("{error}")).tournament;
        let mut worker = Worker::new(&tournament);
        let mut play = || {
            (0..tournament.schedule.games())
                .for_each(|game| drop(worker.play_unseen(&tournament, tournament.schedule.game(game))))
        };
        // In the first round buffers grow to the size that these games need.
        play();
        allocation_counter::measure(play).count_total
    }
}

#[test]
fn a_random_game_takes_no_memory() {
    for rulebook in catalog::NAMES {
        assert_eq!(catalog::with(rulebook, RandomGames), Some(0), "{rulebook}");
    }
}
