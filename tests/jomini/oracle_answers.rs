//! The oracle itself, checked against distributions of one and two dice that were counted by hand from the ledger's
//! tables.

use crate::oracle::{
    AttackOrder, Choices, DefenceOrder, Distribution, Position, Strike, dice, distribution, may_riposte,
};

/// A unit in one line: id, side, type, training, letters, hex, elements.
fn unit(id: &str, side: &str, kind: &str, training: &str, letters: &[&str], at: &str, elements: u32) -> String {
    format!(
        "[[unit]]\nid = {id:?}\nside = {side:?}\ntype = {kind:?}\ntraining = {training:?}\nletters = {letters:?}\nat = \
            {at:?}\nelements = {elements}\n"
    )
}

fn position(ground: &str, units: &[String]) -> Position {
    Position::read(&format!("scenario = \"plain\"\n{ground}\n{}", units.concat()))
}

/// The plain attack of A on D.
fn attack(position: &Position) -> Distribution {
    distribution(&Strike::new(position, "A", "D", false, Choices::default()))
}

/// Counts as (losses, retreat, tokens, count), which must be complete.
fn assert_counts(found: &Distribution, expected: &[(u32, u32, u32, u128)]) {
    let counted: Vec<(u32, u32, u32, u128)> =
        found.counts.iter().map(|(row, count)| (row.losses, row.retreat, row.tokens, *count)).collect();
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(counted, expected);
    assert_eq!(counted.iter().map(|row| row.3).sum::<u128>(), found.total, "the counts make up all sequences");
}

#[test]
fn one_die_of_levied_light_infantry_against_lone_infantry() {
    let position = position(
        "",
        &[
            unit("A", "red", "light_infantry", "levy", &[], "0503", 3),
            unit("D", "blue", "line_infantry", "trained", &[], "0504", 3),
        ],
    );
    assert_counts(&attack(&position), &[(0, 0, 0, 3), (1, 0, 0, 1), (0, 1, 0, 1), (0, 0, 1, 1)]);
}

#[test]
fn two_dice_of_light_infantry_against_lone_infantry() {
    let position = position(
        "",
        &[
            unit("A", "red", "light_infantry", "trained", &[], "0503", 3),
            unit("D", "blue", "line_infantry", "trained", &[], "0504", 3),
        ],
    );
    let expected = [
        (2, 0, 0, 1),
        (1, 1, 0, 2),
        (1, 0, 1, 2),
        (1, 0, 0, 6),
        (0, 2, 0, 1),
        (0, 1, 1, 2),
        (0, 1, 0, 6),
        (0, 0, 2, 1),
        (0, 0, 1, 6),
        (0, 0, 0, 9),
    ];
    assert_counts(&attack(&position), &expected);
}

#[test]
fn supported_cavalry_ignores_one_of_two_flags_and_makes_two_hexes_for_the_other() {
    let position = position(
        "",
        &[
            unit("A", "red", "light_cavalry", "trained", &[], "0505", 3),
            unit("D", "blue", "heavy_cavalry", "trained", &[], "0506", 3),
            unit("E", "blue", "heavy_cavalry", "trained", &[], "0406", 3),
            unit("F", "blue", "heavy_cavalry", "trained", &[], "0606", 3),
        ],
    );
    let expected = [(2, 0, 0, 1), (1, 0, 0, 8), (1, 0, 1, 2), (0, 2, 0, 1), (0, 0, 0, 15), (0, 0, 1, 8), (0, 0, 2, 1)];
    assert_counts(&attack(&position), &expected);
}

#[test]
fn the_first_letter_of_a_gun_is_a_flag_and_its_tactical_advantage_misses_at_three_hexes() {
    let position = position(
        "",
        &[
            unit("A", "red", "foot_artillery_light", "trained", &[], "0502", 1),
            unit("D", "blue", "line_infantry", "trained", &[], "0505", 3),
        ],
    );
    assert_counts(&attack(&position), &[(1, 0, 0, 1), (0, 1, 0, 2), (0, 0, 0, 3)]);
}

#[test]
fn a_gun_hits_with_tactical_advantages_at_two_hexes() {
    let position = position(
        "",
        &[
            unit("A", "red", "foot_artillery_light", "trained", &[], "0502", 1),
            unit("D", "blue", "line_infantry", "trained", &[], "0504", 3),
        ],
    );
    assert_counts(&attack(&position), &[(1, 0, 0, 2), (0, 1, 0, 2), (0, 0, 0, 2)]);
}

#[test]
fn cavalry_at_its_edge_loses_an_element_for_each_of_two_hexes() {
    let position = position(
        "",
        &[
            unit("A", "red", "light_infantry", "levy", &[], "0507", 3),
            unit("D", "blue", "heavy_cavalry", "trained", &[], "0508", 3),
        ],
    );
    assert_counts(&attack(&position), &[(0, 0, 0, 3), (1, 0, 0, 1), (2, 0, 0, 1), (0, 0, 1, 1)]);
}

#[test]
fn blocked_hexes_never_cost_more_elements_than_there_are() {
    let position = position(
        "",
        &[
            unit("A", "red", "light_infantry", "levy", &[], "0507", 3),
            unit("D", "blue", "heavy_cavalry", "trained", &[], "0508", 1),
        ],
    );
    assert_counts(&attack(&position), &[(0, 0, 0, 3), (1, 0, 0, 2), (0, 0, 1, 1)]);
}

#[test]
fn a_fanatic_is_hit_by_every_tactical_advantage() {
    let position = position(
        "",
        &[
            unit("A", "red", "light_infantry", "levy", &[], "0503", 3),
            unit("D", "blue", "line_infantry", "trained", &["fanatic"], "0504", 3),
        ],
    );
    assert_counts(&attack(&position), &[(0, 0, 0, 2), (1, 0, 0, 2), (0, 1, 0, 1), (0, 0, 1, 1)]);
}

#[test]
fn hesitant_and_elusive_cossacks_make_four_hexes_along_their_own_edge() {
    let letters = ["hesitant", "elusive"];
    let position = position(
        "",
        &[
            unit("A", "red", "light_infantry", "levy", &[], "0507", 3),
            unit("D", "blue", "light_lancers", "trained", &letters, "0508", 3),
        ],
    );
    // The tactical advantage of an unsupported unit is a morale hit on Elusive troops.
    assert_counts(&attack(&position), &[(0, 0, 0, 2), (1, 0, 0, 1), (0, 4, 0, 2), (0, 0, 1, 1)]);
}

#[test]
fn fire_that_arrives_at_a_corner_meets_a_wall_only_if_both_sides_have_one() {
    let units = [
        unit("A", "red", "rifle_light_infantry", "levy", &[], "0502", 3),
        unit("D", "blue", "line_infantry", "trained", &[], "0504", 3),
    ];
    let one = position("[[edge]]\nhex = \"0504\"\ndirections = [\"SW\"]\nobstacle = \"wall\"\n", &units);
    assert_counts(&attack(&one), &[(0, 0, 0, 3), (1, 0, 0, 1), (0, 1, 0, 1), (0, 0, 1, 1)]);
    let both = position("[[edge]]\nhex = \"0504\"\ndirections = [\"SW\", \"SE\"]\nobstacle = \"wall\"\n", &units);
    assert_counts(&attack(&both), &[(0, 0, 0, 4), (1, 0, 0, 1), (0, 0, 1, 1)]);
}

#[test]
fn a_retreat_goes_through_guns_but_does_not_end_on_them() {
    // Column 0 of an even row has one rear neighbour only, (0,5); behind it lie (0,6) and (1,6).
    let units = [
        unit("A", "red", "light_infantry", "levy", &[], "0003", 3),
        unit("D", "blue", "line_infantry", "trained", &["hesitant"], "0004", 3),
        unit("G", "blue", "foot_artillery_light", "trained", &[], "0005", 3),
    ];
    let through = position("", &units);
    assert_counts(&attack(&through), &[(0, 0, 0, 3), (1, 0, 0, 1), (0, 2, 0, 1), (0, 0, 1, 1)]);
    let steady = [units[0].clone(), unit("D", "blue", "line_infantry", "trained", &[], "0004", 3), units[2].clone()];
    let onto = position("", &steady);
    assert_counts(&attack(&onto), &[(0, 0, 0, 3), (1, 0, 0, 2), (0, 0, 1, 1)]);
}

#[test]
fn guns_do_not_retreat_into_a_wood_unless_along_a_road() {
    let units = [
        unit("A", "red", "light_infantry", "levy", &[], "0503", 3),
        unit("D", "blue", "foot_artillery_light", "trained", &["hesitant"], "0504", 3),
    ];
    // One officer's worth of flags cannot be rolled with one die: Elusive does not apply, and a gun ignores the only
    // flag.
    let free = position("", &units);
    assert_counts(&attack(&free), &[(0, 0, 0, 3), (1, 0, 0, 2), (0, 0, 1, 1)]);
    // Two dice (Élan): two flags, one of them ignored, two hexes due.
    let count = |ground: &str, losses: u32, retreat: u32| {
        let position = position(ground, &units);
        let choices = Choices { attack_order: Some(AttackOrder::Elan), ..Choices::default() };
        distribution(&Strike::new(&position, "A", "D", false, choices)).count(losses, retreat, 0)
    };
    assert_eq!(count("", 0, 2), 1, "both hexes are made in the open");
    assert_eq!(count("[terrain]\nforest = [\"0405\", \"0505\"]\n", 0, 2), 0, "the wood is closed to guns");
    assert_eq!(
        count("[terrain]\nforest = [\"0405\", \"0505\"]\nroads = [[\"0504\", \"0505\", \"0506\"]]\n", 0, 2),
        1,
        "the road opens it"
    );
}

#[test]
fn orders_come_on_top_of_terrain_caps() {
    let position = position(
        "[terrain]\nforest = [\"0504\"]\n",
        &[
            unit("A", "red", "line_infantry", "trained", &[], "0503", 3),
            unit("D", "blue", "line_infantry", "trained", &[], "0504", 3),
        ],
    );
    let count =
        |attack_order| dice(&Strike::new(&position, "A", "D", false, Choices { attack_order, ..Choices::default() })).0;
    assert_eq!(
        [
            count(None),
            count(Some(AttackOrder::Elan)),
            count(Some(AttackOrder::Berserk)),
            count(Some(AttackOrder::Sappers))
        ],
        [2, 3, 4, 3]
    );
}

#[test]
fn one_flag_is_ignored_through_nuts_and_like_a_rock_and_two_flags_through_nuts_alone() {
    let position = position(
        "",
        &[
            unit("A", "red", "light_infantry", "trained", &[], "0503", 3),
            unit("D", "blue", "line_infantry", "trained", &[], "0504", 3),
        ],
    );
    let count = |order, retreat| {
        let choices = Choices { defence_order: Some(order), ..Choices::default() };
        distribution(&Strike::new(&position, "A", "D", false, choices)).count(0, retreat, 0)
    };
    assert_eq!([count(DefenceOrder::LikeARock, 1), count(DefenceOrder::LikeARock, 0)], [1, 15]);
    assert_eq!([count(DefenceOrder::Nuts, 1), count(DefenceOrder::Nuts, 0)], [0, 16]);
}

#[test]
fn works_give_the_right_to_riposte_to_infantry_but_not_to_cavalry() {
    let right = |kind: &str, obstacle: &str| {
        let ground = format!("[[edge]]\nhex = \"0504\"\ndirections = [\"SW\"]\nobstacle = {obstacle:?}\n");
        let position = position(
            &ground,
            &[
                unit("A", "red", "line_infantry", "trained", &[], "0403", 3),
                unit("D", "blue", kind, "trained", &[], "0504", 3),
            ],
        );
        may_riposte(&Strike::new(&position, "A", "D", false, Choices::default()))
    };
    assert_eq!(
        [right("line_infantry", "ditch"), right("line_infantry", "wall"), right("heavy_cavalry", "ditch")],
        [true, false, false]
    );
}
