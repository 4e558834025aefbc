use crate::data::{Kind, Library};
use crate::en_avant::army::Army;
use crate::en_avant::rules::Rules;
use crate::en_avant::setup::scenario::{Scenario, Table};
use crate::en_avant::state::UnitId;
use crate::en_avant::state::action::{Action, Path, Segment};
use crate::game::BySide;

#[test]
fn every_part_of_a_move_reads_back() {
    let game = Scenario::open("open", Table::Small);
    let rules = Rules::published();
    let source = |name: &str| {
        let library = Library::built_in();
        let found = library.find(Kind::Army, name).expect("a shipped army");
        Army::read(&found).expect("a sound army")
    };
    let (red, blue) = (source("gauls"), source("germans"));
    let game = game.prepare(&rules, BySide::new(Some(&red), Some(&blue))).expect("a sound game");
    let segments = [
        Segment::Advance(65_000),
        Segment::Wheel(-113),
        Segment::Slide(7, -3_001),
        Segment::Lateral(-1),
        Segment::Back(599),
        Segment::About,
        Segment::Shift(-30_000, 29_999),
        Segment::Turn(719),
        Segment::Cross,
    ];
    for four in segments.windows(4) {
        let action = Action::MoveAlong(Path::of(four).against(UnitId::new(100)));
        let data = game.action_data(&game.start, &action);
        assert_eq!(game.troops.action_of_data(&game.start, &data).as_ref(), Ok(&action), "{data}");
    }
    let wrong = serde_json::json!({ "kind": "move", "path": [{ "advence": 3 }] });
    let error = game.troops.action_of_data(&game.start, &wrong).unwrap_err().to_string();
    assert!(error.ends_with("did you mean \"advance\"?"), "{error}");
}
