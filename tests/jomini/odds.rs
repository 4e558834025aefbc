//! The exact odds of the library against the oracle.

use crate::odds_cases::cases;
use crate::oracle::{Strike, dice, distribution, may_riposte};

#[test]
fn every_case_asks_for_a_roll_that_can_happen() {
    for case in cases() {
        let position = case.position();
        let strike = case.strike(&position);
        let (dice, trail) = dice(&strike);
        let d = distribution(&strike);
        println!("{} dice {dice} {:?}", case.name(), trail.iter().map(|s| (s.rule, s.after)).collect::<Vec<_>>());
        println!("    {:?}", d.counts.iter().map(|(r, c)| (r.losses, r.retreat, r.tokens, *c)).collect::<Vec<_>>());
        if case.riposte {
            let attack = Strike::new(&position, &case.attacker, &case.target, false, case.choices);
            assert!(may_riposte(&attack), "{}", case.name());
        }
    }
}
