//! The order Forced march (J3.32) for units that are not activated, where the rules let it be given to them (JI-62).

use crate::scene::scene_with;
use crate::table::{Table, set};
use reglette::jomini::Action;
use reglette::jomini::state::action::Payment;
use std::collections::BTreeSet;

fn table(unactivated: bool, more: &str) -> Table {
    let lines = format!("phase movement\ntokens red 9\nred A light_cavalry 0503 idle\n{more}");
    scene_with(&lines, |rules| rules.forced_march_unactivated = unactivated)
}

/// JI-62, J3.32: it is for activated units; a variant lets others make the one hex that it adds, and no more, without
/// combat.
#[test]
fn a_unit_that_is_not_activated_makes_one_hex() {
    let march = |table: &Table| Action::ForcedMarch(table.unit("A"), Payment::Tokens);
    let closed = table(false, "");
    assert!(!closed.may(march(&closed)));
    let mut open = table(true, "road 0503 0504 0505");
    open.play(march(&open));
    let found = open.destinations();
    assert_eq!(
        found.iter().map(|(hex, _)| hex.clone()).collect::<BTreeSet<_>>(),
        set(&["0403", "0603", "0502", "0602", "0504", "0604"])
    );
    assert!(found.iter().all(|(_, to)| !to.may_attack));
    let shut = table(true, "lake 0403 0603 0502 0602 0504 0604");
    assert!(!shut.may(march(&shut)), "nowhere to go");
}
