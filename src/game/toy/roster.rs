//! Teams of the race composed of runners with one, two or three dice.

use super::files::{RunnerData, Team, TeamData};
use super::{MOST_DICE, MOST_RUNNERS, OUT, State, Toy, ToyBook, ToyRules};
use crate::game::{Composition, CostTerm, Roster, Side, Troop, quoted};
use std::fmt::Write as _;

/// The runners of a pool.
#[derive(Clone, Debug)]
pub struct Pool {
    troops: Vec<Troop>,
    dice: Vec<u8>,
    source: crate::data::Source,
    needed: u8,
}

/// The names of runners by their number of dice.
pub(super) const NAMES: [&str; MOST_DICE] = ["steady", "brisk", "reckless"];

impl Roster for ToyBook {
    type Pool = Pool;

    const COSTS_ARE_PUBLISHED: bool = true;

    fn pool(rules: &ToyRules, armies: &[Team]) -> Result<Pool, String> {
        let Some(first) = armies.first() else {
            return Err("a pool is made of the runners of teams, and none is named".to_owned());
        };
        let mut dice: Vec<u8> = armies.iter().flat_map(|team| &team.data.runners).map(|runner| runner.dice).collect();
        dice.sort_unstable();
        dice.dedup();
        let troop = |dice: &u8| Troop {
            name: NAMES[usize::from(*dice) - 1].to_owned(),
            arm: "runners".to_owned(),
            cost: rules.cost(*dice),
            most: MOST_RUNNERS as u32,
            parts: vec![CostTerm { name: "die".to_owned(), number: u32::from(*dice), cost: f64::from(rules.price) }],
        };
        Ok(Pool { troops: dice.iter().map(troop).collect(), dice, source: first.source.clone(), needed: rules.needed })
    }

    fn troops(pool: &Pool) -> &[Troop] {
        &pool.troops
    }

    fn composition(pool: &Pool, army: &Team) -> Composition {
        let count = |dice: &u8| army.data.runners.iter().filter(|runner| runner.dice == *dice).count() as u32;
        Composition { counts: pool.dice.iter().map(count).collect(), parameters: Vec::new() }
    }

    fn raise(pool: &Pool, composition: &Composition, name: &str) -> Result<Team, String> {
        let all = composition
            .counts
            .iter()
            .zip(&pool.dice)
            .flat_map(|(count, dice)| std::iter::repeat_n(*dice, *count as usize));
        let runners: Vec<RunnerData> =
            all.enumerate().map(|(index, dice)| RunnerData { name: format!("{name} {}", index + 1), dice }).collect();
        if !(usize::from(pool.needed)..=MOST_RUNNERS).contains(&runners.len()) {
            return Err(format!("{} runners; a team has {} to {MOST_RUNNERS}", runners.len(), pool.needed));
        }
        Ok(Team { source: pool.source.clone(), data: TeamData { _name: name.to_owned(), runners } })
    }

    fn written(pool: &Pool, composition: &Composition, title: &str) -> String {
        let mut text = format!("name = {}\nrunners = [\n", quoted(title));
        for (count, (dice, troop)) in composition.counts.iter().zip(pool.dice.iter().zip(&pool.troops)) {
            for number in 1..=*count {
                let name = quoted(&format!("{} {number}", troop.name));
                writeln!(text, "    {{ name = {name}, dice = {dice} }},").expect("writing to a string does not fail");
            }
        }
        text + "]\n"
    }

    /// A race needs two runners, so the troop runs twice.
    fn unit_file(pool: &Pool, troop: usize, title: &str) -> String {
        let counts = (0..pool.troops.len()).map(|at| if at == troop { 2 } else { 0 }).collect();
        Self::written(pool, &Composition { counts, parameters: Vec::new() }, title)
    }

    fn survivors(pool: &Pool, composition: &Composition, _game: &Toy, state: &State, side: Side) -> Vec<[u32; 2]> {
        let mut survivors = vec![[0; 2]; pool.troops.len()];
        let runners = composition
            .counts
            .iter()
            .enumerate()
            .flat_map(|(troop, count)| std::iter::repeat_n(troop, *count as usize));
        for (runner, troop) in runners.enumerate() {
            survivors[troop][0] += 1;
            survivors[troop][1] += u32::from(state.places[side][runner] != OUT);
        }
        survivors
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Kind, Library, Source};
    use crate::game::Rulebook;

    #[test]
    fn a_written_team_reads_back_as_the_same_composition() {
        let library = Library::built_in();
        let read = |kind, name: &str| library.find(kind, name).unwrap();
        let rules = ToyBook::read_rules(&read(Kind::Rules, "toy")).unwrap();
        let teams = ["hares", "tortoises"].map(|name| ToyBook::read_army(&read(Kind::Army, name)).unwrap());
        let pool = ToyBook::pool(&rules, &teams).unwrap();
        for counts in [[0, 3, 1], [2, 1, 0]] {
            let composition = Composition { counts: counts[..pool.dice.len()].to_vec(), parameters: Vec::new() };
            let text = ToyBook::written(&pool, &composition, "The \"best\"");
            let team =
                ToyBook::read_army(&Source::new(&library, Kind::Army, "armies/best.toml", text.clone())).expect(&text);
            assert_eq!(ToyBook::composition(&pool, &team), composition, "{text}");
        }
    }
}
