use super::*;
use crate::game::Show;
use crate::jomini::notation::sample::{at, in_contact};
use crate::jomini::state::UnitId;

const ROWS_5_TO_3: &str = r"
    \   / \   / :   / \   / \   / \   / \   / \   / \   / \   / \   / \   / \
      |     |     |     |  .  |B8c4 |B9a3 |B10a3|  .  |  .  |B7c3 |  .  |  .  |
05    |~    |=~   |x~   |     |     |     |  bO |     |     |     |     |     |
     / \   / :   / \   / \   / \   / \   / \   / \   / \   / \   / \   / \   /
   |  .  |     |B6c3 |B3i2 |B2i3 |B1i3 |B4i3 |B5i3 |     |  .  |     |     |
04 |     |:    |     |f    |h bC |     |b   *|  bG |m    |     |^    |o    |
    \   / \   / \   / \   / \   / \   / \   / #   % \   / \   / \   / \   / \
      |  .  |  .  |R6c3 |R3i3 |R2i3 |R1i4 |R4i3 |R5i2 |R7c4 |     |  .  |  .  |
03    |     |     |  rO |     |  rC |     |     |  rG |     |s    |     |     |
";

#[test]
fn the_map_shows_units_ground_works_officers_and_objectives() {
    let battle = in_contact();
    let map = battle.draw(&battle.start);
    assert!(map.contains(ROWS_5_TO_3), "{map}");
    assert!(map.lines().all(|line| line.trim_end() == line));
    assert!(map.lines().next().is_some_and(|line| line.starts_with("     00    01    02")));
}

#[test]
fn the_legend_explains_only_what_the_map_has() {
    let battle = in_contact();
    let map = battle.draw(&battle.start);
    for explained in ["f forest", "% fortification", "# wall", ": road", "* objective"] {
        assert!(map.contains(explained), "{explained}");
    }
    for absent in ["rampart", "ditch", "rocks", "large river", "hills by level"] {
        assert!(!map.contains(absent), "{absent}");
    }
}

#[test]
fn a_unit_moves_on_the_map_as_it_moves_on_the_board() {
    let battle = in_contact();
    let mut state = battle.start;
    state.relocate(UnitId::new(5), at(&battle, "1100"));
    let map = battle.draw(&state);
    let line = map.lines().find(|line| line.contains("R6c3")).expect("the unit is drawn");
    assert_eq!(line.find("R6c3"), Some(left(0, 11) + 1));
}

#[test]
fn colours_change_nothing_but_the_colour() {
    let battle = in_contact();
    let coloured = battle.draw_map(&battle.start, true);
    assert!(coloured.contains("\x1b[31mR1i4\x1b[0m"));
    let mut plain = coloured;
    for code in [Some(Side::Red), Some(Side::Blue), None] {
        plain = plain.replace(colour_code(code), "");
    }
    assert_eq!(plain, battle.draw_map(&battle.start, false));
}
