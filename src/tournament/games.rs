//! The prepared games of a tournament: each scenario with each two armies that play on it. A small number is prepared
//! at once and kept; a large number is prepared on demand in a least-recently-used cache, so that thousands of entrants
//! need little memory.

use crate::game::{BySide, Prepared, SetupError};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// A scenario with the armies by seat, as indices into the plan's lists.
pub type Combination = (usize, BySide<Option<usize>>);

/// Prepares a combination.
pub type Prepare<G> = Box<dyn Fn(usize, BySide<Option<usize>>) -> Result<Prepared<G>, SetupError> + Send + Sync>;

/// The capacity of the cache.
const KEPT: usize = 256;

/// The most recently used games, each with the time of its last use.
struct Recent<G> {
    games: BTreeMap<Key, (u64, Arc<Prepared<G>>)>,
    clock: u64,
}

type Key = (usize, Option<usize>, Option<usize>);

fn key((scenario, seats): Combination) -> Key {
    (scenario, seats.red, seats.blue)
}

/// The prepared games.
pub struct Games<G> {
    prepare: Option<Prepare<G>>,
    recent: Mutex<Recent<G>>,
}

impl<G> Games<G> {
    /// Exactly these games.
    pub fn of(ready: impl IntoIterator<Item = (Combination, Prepared<G>)>) -> Games<G> {
        let games =
            ready.into_iter().map(|(combination, prepared)| (key(combination), (0, Arc::new(prepared)))).collect();
        Games { prepare: None, recent: Mutex::new(Recent { games, clock: 0 }) }
    }

    /// Games that are prepared on demand.
    pub fn on_demand(prepare: Prepare<G>) -> Games<G> {
        Games { prepare: Some(prepare), recent: Mutex::new(Recent { games: BTreeMap::new(), clock: 0 }) }
    }

    /// The game of a combination.
    ///
    /// # Errors
    /// If the files do not go together.
    pub fn get(&self, combination: Combination) -> Result<Arc<Prepared<G>>, SetupError> {
        {
            let mut recent = self.recent.lock().expect("no thread panics while holding the lock");
            recent.clock += 1;
            let now = recent.clock;
            if let Some((used, game)) = recent.games.get_mut(&key(combination)) {
                *used = now;
                return Ok(Arc::clone(game));
            }
        }
        let prepare = self.prepare.as_ref().expect("every game that is asked for is ready");
        let game = Arc::new(prepare(combination.0, combination.1)?);
        let mut recent = self.recent.lock().expect("no thread panics while holding the lock");
        if recent.games.len() >= KEPT
            && let Some(oldest) = recent.games.iter().min_by_key(|(_, (used, _))| *used).map(|(key, _)| *key)
        {
            recent.games.remove(&oldest);
        }
        let now = recent.clock;
        recent.games.insert(key(combination), (now, Arc::clone(&game)));
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn games_are_prepared_once_and_the_cache_is_bounded() {
        let prepared = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&prepared);
        let prepare = move |scenario: usize, _: BySide<Option<usize>>| {
            counter.fetch_add(1, Ordering::Relaxed);
            Ok(Prepared::new(scenario, BySide::default()))
        };
        let games = Games::on_demand(Box::new(prepare));
        let get = |scenario| games.get((scenario, BySide::default())).unwrap().game;
        for scenario in 0..KEPT + 10 {
            assert_eq!((get(scenario), get(0)), (scenario, 0));
        }
        assert_eq!(prepared.load(Ordering::Relaxed), KEPT + 10);
        assert_eq!(games.recent.lock().unwrap().games.len(), KEPT);
        // The first is in constant use and still cached; the second was evicted.
        get(0);
        assert_eq!(prepared.load(Ordering::Relaxed), KEPT + 10);
        get(1);
        assert_eq!(prepared.load(Ordering::Relaxed), KEPT + 11);
    }
}
