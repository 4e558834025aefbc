//! Choices before deployment: armies within a budget, the map by agreement, by a generator or by one player, then the
//! choice of sides and of the first player.

use reglette::data::{Kind, Library, Source};
use reglette::game::{BySide, Game, Moment, Show, Side};
use reglette::jomini::army::Army;
use reglette::jomini::map::terrain::Terrain;
use reglette::jomini::rules::{ArmyMethod, FirstPlayer, Rules, TerrainMethod};
use reglette::jomini::setup::prepare;
use reglette::jomini::setup::scenario::Scenario;
use reglette::jomini::state::Step;
use reglette::jomini::{Action, Battle, State};

fn army(name: &str, units: usize) -> Army {
    let text = format!("nation = \"X\"\n[[unit]]\nname = \"U\"\ntype = \"line_infantry\"\ncount = {units}\n");
    Army::read(&Source::new(&Library::built_in(), Kind::Army, format!("{name}.toml"), text))
        .unwrap_or_else(|error| panic!("{error}"))
}

fn scenario(text: &str) -> Result<Scenario, String> {
    Scenario::read(&Source::new(&Library::built_in(), Kind::Scenario, "x.toml", text))
        .map_err(|error| error.to_string())
}

fn battle(rules: &Rules, scenario: &Scenario, units: [usize; 2]) -> Result<Battle, String> {
    let (red, blue) = (army("red", units[0]), army("blue", units[1]));
    prepare(rules, scenario, BySide::new(Some(&red), Some(&blue))).map_err(|error| error.to_string())
}

/// A wood in red's half, an objective of red's in it and a zone of one row for red and two for blue.
const LOPSIDED: &str = "
[map]
drawing = \"\"\"
. . . . . . . . . . . .
 . . . . . . . . . . . .
. . . . . . . . . . . .
 . . . . . . . . . . . .
. . . . . . . . . . . .
 . . . . . . . . . . . .
. . . f f f . . . . . .
 . . . . . . . . . . . .
. . . . . . . . . . . .
\"\"\"
legend = { f = \"forest\" }
[deployment]
zones = \"\"\"
b b b b b b b b b b b b
 b b b b b b b b b b b b
. . . . . . . . . . . .
 . . . . . . . . . . . .
. . . . . . . . . . . .
 . . . . . . . . . . . .
. . . . . . . . . . . .
 . . . . . . . . . . . .
r r r r r r r r r r r r
\"\"\"
[[objective]]
name = \"the wood\"
hexes = [\"0302\"]
red = 2
blue = 1
[red]
points_to_win = 2
tokens = 9
";

fn one_player(first: FirstPlayer) -> Rules {
    Rules { terrain_method: TerrainMethod::OnePlayer, first_player: first, ..Rules::published() }
}

fn deploys_in_rows(battle: &Battle, state: &State) -> Vec<i32> {
    let mut actions = Vec::new();
    battle.legal_actions(state, &mut actions);
    let mut rows: Vec<i32> = actions
        .iter()
        .map(|action| {
            let Action::DeployAt(hex) = action else { panic!("{action:?}") };
            battle.field.board.place(*hex).row
        })
        .collect();
    rows.dedup();
    rows.sort_unstable();
    rows.dedup();
    rows
}

/// JA1.4, JA1.11: if one player has laid the terrain the other chooses side and first player; the draw determines which
/// player chooses.
#[test]
fn one_lays_the_terrain_and_the_other_chooses_side_and_first_player() {
    let lopsided = scenario(LOPSIDED).expect("a scenario");
    let battle_of = |rules: &Rules| battle(rules, &lopsided, [8, 8]).expect("a battle");
    assert_eq!(battle_of(&Rules::published()).start.step, Step::FirstPlayer, "by agreement there is nothing to choose");
    let drawn = battle_of(&one_player(FirstPlayer::Random));
    assert_eq!((drawn.start.step, drawn.first_side(&drawn.start)), (Step::FirstPlayer, None));

    let chosen = battle_of(&one_player(FirstPlayer::Blue));
    let mut state = chosen.initial();
    assert_eq!((chosen.moment(&state), chosen.first_side(&state)), (Moment::Decide(Side::Blue), None));
    chosen.apply(&mut state, Action::ChooseEdge(false));
    chosen.apply(&mut state, Action::ChooseFirst(false));
    assert_eq!((state.first, deploys_in_rows(&chosen, &state)), (Side::Red, vec![0]));
    assert_eq!(state.side(Side::Red).tokens, 9);

    let mut state = chosen.initial();
    chosen.apply(&mut state, Action::ChooseEdge(true));
    assert_eq!(chosen.moment(&state), Moment::Decide(Side::Blue));
    chosen.apply(&mut state, Action::ChooseFirst(true));
    assert_eq!((state.first, state.active), (Side::Blue, Side::Blue));
    assert_eq!(deploys_in_rows(&chosen, &state), [8], "blue has the zone that was red's, at its own edge");
    assert_eq!((state.side(Side::Red).tokens, state.side(Side::Blue).tokens), (3, 9), "and what it was granted");
    assert!(chosen.draw(&state) != chosen.draw(&State { turned: false, ..state }), "the map is turned about");
    let data = chosen.position_to_data(&state);
    assert_eq!(chosen.position_from_data(&data).expect("a position"), state);

    let named = scenario(&format!("first_player = \"red\"\n{LOPSIDED}")).expect("a scenario");
    let named = battle(&one_player(FirstPlayer::Random), &named, [8, 8]).expect("a battle");
    assert!(
        matches!(named.start.step, Step::DeployAt(_)),
        "a scenario that names the first player leaves no choice (JA1.2)"
    );
}

/// JA1.4: the greedy bot takes the stronger half of the map.
#[test]
fn the_wooded_half_is_preferred() {
    use reglette::bots::{Bot, BotFile};
    let lopsided = scenario(LOPSIDED).expect("a scenario");
    for (first, change) in [(FirstPlayer::Blue, true), (FirstPlayer::Red, false)] {
        let battle = battle(&one_player(first), &lopsided, [8, 8]).expect("a battle");
        let source = Library::built_in().find(Kind::Bot, "greedy").expect("a shipped bot");
        let config =
            BotFile::read(&source).expect("a sound file").config::<reglette::jomini::Jomini>().expect("weights");
        let mut bot: Box<dyn Bot<Battle>> = config.build();
        let Moment::Decide(side) = battle.moment(&battle.start) else { panic!("a choice") };
        let mut stream = reglette::game::rng::Key::new(1).stream();
        let action = bot.choose(&battle, &battle.start, side, &mut stream).expect("a choice");
        assert_eq!(action, Action::ChooseEdge(change));
    }
}

const GENERATED: &str = "
[generator]
seed = 7
columns = 14
rows = 11
patches = { forest = 3, hill = 2, lake = 2, huts = 1, walled_buildings = 1, steep_hill = 1 }
roads = 1
river = true
";

/// JI-185: a map from a stated seed is reproducible, depends on the seed, and is symmetric unless the file states
/// otherwise.
#[test]
fn a_generated_map_follows_from_its_seed() {
    let map = |text: &str| scenario(text).unwrap_or_else(|error| panic!("{error}")).map;
    let first = map(GENERATED);
    assert_eq!(first, map(GENERATED));
    assert_eq!((first.columns, first.rows, first.is_symmetric()), (14, 11, true));
    assert_ne!(first, map(&GENERATED.replace("seed = 7", "seed = 8")));
    let lopsided = map(&GENERATED.replace("seed = 7", "seed = 7\nsymmetric = false"));
    assert!(!lopsided.is_symmetric());
    let has = |terrain| first.ground.iter().any(|ground| ground.has(terrain));
    for terrain in [
        Terrain::FOREST,
        Terrain::HILL,
        Terrain::LAKE,
        Terrain::BUILDINGS,
        Terrain::ROCKS,
        Terrain::ROAD,
        Terrain::RIVER,
        Terrain::BRIDGE,
        Terrain::FORD,
    ] {
        assert!(has(terrain), "{terrain:?}");
    }
    assert!(first.ground[..28].iter().all(|ground| (ground.terrain - Terrain::ROAD).is_empty()), "room to deploy");
    for seed in 0..50 {
        let text = format!("[generator]\nseed = {seed}\nrows = {}\nroads = 2\n", 9 + seed % 4);
        let scenario = scenario(&text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(scenario.map.faults(), Vec::<String>::new());
        assert!(scenario.map.is_symmetric());
        battle(&Rules::published(), &scenario, [16, 16]).expect("a battle");
    }
}

#[test]
fn what_the_generator_cannot_do_is_refused() {
    let fault = |from: &str, to: &str| scenario(&GENERATED.replace(from, to)).map(|_| ()).expect_err("a fault");
    assert!(fault("rows = 11", "rows = 12").contains("the number of rows is odd"));
    assert!(fault("huts = 1", "hutts = 1").contains("did you mean \"huts\"?"));
    assert!(fault("huts = 1", "wall = 1").contains("\"wall\" does not come in patches"));
    assert!(fault("columns = 14", "columns = 31").contains("J1.2"));
    let flooded = "[generator]\nseed = 1\npatches = { lake = 200 }\n";
    assert!(scenario(flooded).expect_err("all water").contains("no map leaves a way from one side to the other"));
    assert!(scenario("turn_limit = 3\n").expect_err("no map").contains("a scenario has a [map] or a [generator]"));
}

/// JA1.3, JI-187: armies that players bring cost no more than the budget, or have as many units; a scenario may set a
/// budget of its own (JA1.2).
#[test]
fn armies_keep_to_a_budget_or_have_as_many_units() {
    let open = scenario("[generator]\nseed = 1\n").expect("a scenario");
    let rules = |army_method, army_budget| Rules { army_method, army_budget, ..Rules::published() };
    let cost =
        u16::try_from(battle(&Rules::published(), &open, [8, 8]).expect("a battle").field.forces.points(Side::Red))
            .expect("small");
    assert!(battle(&rules(ArmyMethod::Agreed, 1), &open, [8, 9]).is_ok());
    assert!(battle(&rules(ArmyMethod::Budget, cost), &open, [8, 8]).is_ok());
    let dear = battle(&rules(ArmyMethod::Budget, cost), &open, [8, 9]).expect_err("too dear");
    assert!(dear.contains("blue's army costs") && dear.contains(&format!("the budget is {cost}")), "{dear}");
    assert!(battle(&rules(ArmyMethod::Counts, 1), &open, [8, 8]).is_ok());
    assert!(
        battle(&rules(ArmyMethod::Counts, 1), &open, [8, 9])
            .expect_err("unequal")
            .contains("red has 8 units and blue 9")
    );
    let poor = scenario(&format!("[generator]\nseed = 1\n[red]\nbudget = {}\n", cost - 1)).expect("a scenario");
    let refused = battle(&Rules::published(), &poor, [8, 8]).expect_err("too dear");
    assert!(refused.contains("red's army costs") && !refused.contains("blue's"), "{refused}");
}
