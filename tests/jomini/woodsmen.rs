//! The order Woodsmen (J3.33, JI-64): it is given for difficult hexes and for nothing else.

use crate::games::{RandomGame, Style};
use crate::skirmish::skirmish;
use reglette::game::{Game, Moment};
use reglette::jomini::action::Payment;
use reglette::jomini::state::{Step, Woodsmen};
use reglette::jomini::{Action, State};

/// J3.33, J3.24, JI-64: whoever gives the order enters at least one difficult hex and pays for it.
#[test]
fn every_way_of_woodsmen_enters_a_difficult_hex_and_is_paid() {
    let (mut ways, mut actions) = (0, Vec::new());
    for number in 0..400 {
        let battle = skirmish(number);
        let mut game = RandomGame::new(&battle, Style::Bold, number);
        loop {
            if matches!(battle.moment(&game.state), Moment::Decide(_)) && game.state.flight_count == 0 {
                battle.legal_actions(&game.state, &mut actions);
                for order in actions.iter().filter(|action| matches!(action, Action::Woodsmen(_, Payment::Tokens))) {
                    let tokens = |state: &State| state.side(game.state.active).tokens;
                    let mut ordered = game.state;
                    battle.apply(&mut ordered, *order);
                    // A single way is taken at once.
                    let Step::Destination(mover) = ordered.step else {
                        assert!(tokens(&ordered) < tokens(&game.state), "skirmish {number}: the only way costs nothing");
                        continue;
                    };
                    assert_eq!(mover.woodsmen, Woodsmen::Paid);
                    let mut found = Vec::new();
                    battle.legal_actions(&ordered, &mut found);
                    for way in found {
                        ways += 1;
                        let Action::MoveTo(to) = way else { panic!("{way:?} is no way: skirmish {number}") };
                        assert!(to.difficult > 0, "skirmish {number}: {to:?}");
                        let mut moved = ordered;
                        battle.apply(&mut moved, way);
                        assert!(tokens(&moved) < tokens(&game.state), "skirmish {number}: {to:?} costs nothing");
                    }
                }
            }
            if game.step().is_none() {
                break;
            }
        }
    }
    assert!(ways > 100, "only {ways} ways");
}
