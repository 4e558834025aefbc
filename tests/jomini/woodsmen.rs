//! The order Woodsmen (J3.33, JI-64): it is given for difficult hexes only.

use crate::games::{RandomGame, Style};
use crate::scene::scene;
use crate::skirmish::skirmish;
use crate::table::Table;
use reglette::game::{Game, Moment};
use reglette::jomini::state::action::Payment;
use reglette::jomini::state::{OfficerId, Step, Woodsmen};
use reglette::jomini::{Action, State};

/// J3.33, J3.24, JI-64: a move with the order enters at least one difficult hex and pays for it.
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
                    // A single destination is taken without a decision.
                    let Step::Destination(mover) = ordered.step else {
                        assert!(
                            tokens(&ordered) < tokens(&game.state),
                            "skirmish {number}: the only way costs nothing"
                        );
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

/// The hexes that A can reach with this order, with the difficult hexes paid for and the hexes made.
fn ridden(lines: &str, payment: Payment) -> Vec<(String, u8, u8)> {
    let mut table: Table = scene(&format!("phase movement\nofficer red senior_officer 0500\n{lines}"));
    table.play(Action::Woodsmen(table.unit("A"), payment));
    table.destinations().into_iter().map(|(hex, to)| (hex, to.difficult, to.hexes)).collect()
}

const ROW_OF_ROCKS: &str = "rocks 0001 0101 0201 0301 0401 0501 0601 0701 0801 0901 1001";

/// J3.33, J7.5, JI-64: rocks that are entered as clear are left as clear, whether paid for or free.
#[test]
fn rocks_paid_for_are_left_as_clear_ground() {
    let lines = format!("tokens red 1\nred A light_cavalry 0500\n{ROW_OF_ROCKS}");
    let paid = ridden(&lines, Payment::Tokens);
    assert!(paid.contains(&("0304".to_owned(), 1, 4)), "{paid:?}");
    let free = ridden(&lines, Payment::Lead(OfficerId::new(0)));
    let hexes = |ways: &[(String, u8, u8)]| ways.iter().map(|(hex, ..)| hex.clone()).collect::<Vec<_>>();
    assert_eq!(hexes(&paid), hexes(&free));
}

/// JI-64: a unit that begins in rocks pays for their hex to leave it as clear ground; without payment it has its usual
/// cost.
#[test]
fn the_hex_in_which_a_move_begins_can_be_paid_for() {
    let paid = ridden("tokens red 1\nred A light_cavalry 0500\nrocks 0500", Payment::Tokens);
    assert!(paid.contains(&("0304".to_owned(), 1, 4)), "{paid:?}");
    // One token pays for one of two rows of rocks; between two hexes of rocks the effect counts once.
    let rows = format!(
        "tokens red 1\nred A light_cavalry 0500\n{ROW_OF_ROCKS}\nrocks 0002 0102 0202 0302 0402 0502 0602 0702 0802 \
            0902 1002"
    );
    let paid = ridden(&rows, Payment::Tokens);
    let farthest = paid.iter().map(|(hex, ..)| hex[2..].to_owned()).max();
    assert_eq!(
        farthest.as_deref(),
        Some("02"),
        "one hex clear, two for the second row, and two to leave it would be one too many: {paid:?}"
    );
    let both = ridden(&rows.replace("tokens red 1", "tokens red 3"), Payment::Tokens);
    assert!(both.contains(&("0304".to_owned(), 2, 4)), "{both:?}");
}

/// J3.33, JA3.4, JA3.7: the order is offered as far as the longest move goes, ten hexes of Mobile cavalry whose dice
/// double its move.
#[test]
fn woodsmen_is_offered_at_the_end_of_the_longest_move() {
    let offered = |rocks: &str| {
        let table = Table::read(
            "far_rocks",
            &format!(
                "scenario = \"plain\"\nphase = \"movement\"\nactive = \"red\"\nplayer_turn = 3\nred = {{ tokens = 9 }}\n\
                    terrain = {{ rocks = [\"{rocks}\"] }}\n[[unit]]\nid = \"A\"\nside = \"red\"\nat = \"0004\"\n\
                    type = \"light_cavalry\"\nletters = [\"mobile\", \"unreliable\"]\nstatus = [\"activated\", \
                    \"doubled\"]\n[[unit]]\nid = \"B\"\nside = \"blue\"\nat = \"1108\"\ntype = \"line_infantry\"\n"
            ),
        );
        table.may(Action::Woodsmen(table.unit("A"), Payment::Tokens))
    };
    assert_eq!(["0904", "1004", "1104"].map(offered), [true, true, false]);
}
