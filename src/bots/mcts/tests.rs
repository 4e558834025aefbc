use super::*;
use crate::bots::budget::Budget;
use crate::bots::search::{Assumptions, Halving};
use crate::game::rng::Key;
use crate::game::tree::Branch;
use crate::game::tree::Tree as TreeGame;
use crate::game::{Game, Weights};

const WIDE: Settings = Settings {
    budget: Budget::Iterations(4000),
    chance: Chance::Sampled,
    root: Root::Uct,
    assumptions: Assumptions::NONE,
    actions: 64,
    doubt: Settings::MOST_DOUBT,
    widen: 64.0,
    widen_power: 0.0,
    explore: 0.5,
    bias: 0.0,
    temperature: 1.0,
    turns: 99,
    burn: 1,
    keep: true,
};

fn bot(settings: Settings) -> Mcts<TreeGame> {
    let weights = Weights { appraisal: vec![1.0], features: vec![1.0, 0.0] };
    Mcts::new(settings, Valuation::new(weights, 1.0))
}

/// The branch chosen and its value.
fn answer(tree: &str, settings: Settings) -> (usize, f64) {
    let tree: TreeGame = tree.parse().unwrap();
    let mut bot = bot(settings);
    let Branch(chosen) = bot.choose(&tree, &tree.initial(), Side::Red, &mut Key::new(4).stream()).unwrap();
    let child = bot.tree.edges_of(0)[bot.most_visited(0)].child;
    (chosen, bot.tree.node(child).mean())
}

const EVERY: [Chance; 3] = [Chance::OpenLoop, Chance::Sampled, Chance::Exact];

const ROOTS: [Root; 2] = [Root::Uct, Root::Halving(Halving::DEFAULT)];

/// Every way to represent chance, with every way to choose at the root.
fn every() -> impl Iterator<Item = Settings> {
    EVERY.into_iter().flat_map(|chance| ROOTS.map(|root| Settings { chance, root, ..WIDE }))
}

#[test]
fn the_better_gamble_is_found_whatever_dice_are_in_the_tree() {
    // 0.625 against 0.5 and 0.4.
    let tree = "R( *(1:1 1:-1)  *(4:1 2:0 2:-1)  *(2:1 3:-1) )";
    for settings in every() {
        let (chosen, value) = answer(tree, settings);
        assert_eq!(chosen, 1, "{settings:?}");
        assert!((value - 0.625).abs() < 0.03, "{settings:?}: {value}");
    }
}

#[test]
fn throws_that_are_averaged_exactly_have_exact_values() {
    let tree = "R( *(1:*(1:1 3:-1) 1:*(1:0 1:1))  -1 )";
    let (chosen, value) = answer(tree, Settings { chance: Chance::Exact, ..WIDE });
    assert_eq!((chosen, value), (0, 0.5));
}

#[test]
fn the_opponent_is_expected_to_answer_well() {
    // The first branch loses to its second answer, which has the lowest score; the second branch is a draw at worst.
    let tree = "R( 5:B(9:1 8:1 1:-1)  1:B(9:1 1:0) )";
    for settings in every() {
        assert_eq!(answer(tree, settings).0, 1, "{settings:?}");
    }
}

#[test]
fn what_can_be_done_after_a_roll_depends_on_the_roll() {
    // After a one red must choose the left, after a two the right branch; a tree that does not distinguish rolls finds
    // a value of one half.
    let tree = "R( *(1:R(1 -1) 1:R(-1 1))  *(3:1 2:-1) )";
    for chance in [Chance::Sampled, Chance::Exact] {
        assert_eq!(answer(tree, Settings { chance, ..WIDE }).0, 0, "{chance:?}");
    }
    assert_eq!(answer(tree, Settings { chance: Chance::OpenLoop, ..WIDE }).0, 1);
}

#[test]
fn open_loop_passes_over_actions_that_the_roll_has_made_illegal() {
    let tree = "R( *(1:R(1 1 1) 1:R(-1 1))  *(7:1 3:-1) )";
    assert_eq!(answer(tree, Settings { chance: Chance::OpenLoop, ..WIDE }).0, 0);
}

#[test]
fn a_halving_root_tries_an_action_again_that_first_failed() {
    // The second branch wins two throws of three; the first is a draw.
    let tree = "R( 1:0  1:*(2:1 1:-1) )";
    let settings =
        Settings { root: Root::Halving(Halving::DEFAULT), explore: 0.0, budget: Budget::Iterations(400), ..WIDE };
    let tree: TreeGame = tree.parse().unwrap();
    for seed in 0..100 {
        let chosen = bot(settings).choose(&tree, &tree.initial(), Side::Red, &mut Key::new(seed).stream());
        assert_eq!(chosen, Ok(Branch(1)), "seed {seed}");
    }
}

#[test]
fn with_sixteen_iterations_a_halving_root_is_no_worse_than_its_prior() {
    // Branches with random odds; scores are those odds with errors, so that the prior knows something.
    let settings = Settings { root: Root::Halving(Halving::DEFAULT), budget: Budget::Iterations(16), ..WIDE };
    let mut gained = [0.0; 2];
    for seed in 0..2000 {
        let mut stream = Key::new(seed).with_name("odds").stream();
        let odds: Vec<u32> = (0..6).map(|_| 1 + stream.below(99)).collect();
        let scores: Vec<f64> =
            odds.iter().map(|won| f64::from(*won) / 20.0 + 2.0 * (stream.unit_interval() - 0.5)).collect();
        let child = |(won, score): (&u32, &f64)| format!("{score}:*({won}:1 {}:-1)", 100 - won);
        let children: Vec<String> = odds.iter().zip(&scores).map(child).collect();
        let tree: TreeGame = format!("R({})", children.join(" ")).parse().unwrap();
        let Branch(chosen) =
            bot(settings).choose(&tree, &tree.initial(), Side::Red, &mut Key::new(seed).stream()).unwrap();
        let prior = (0..6).max_by(|a, b| scores[*a].total_cmp(&scores[*b])).unwrap();
        gained[0] += f64::from(odds[chosen]) / 2000.0;
        gained[1] += f64::from(odds[prior]) / 2000.0;
    }
    assert!(gained[0] >= gained[1], "{gained:?}: the odds won by the search and by its prior");
}

#[test]
fn only_decisions_in_doubt_are_searched() {
    // The best score leads to a loss.
    let tree: TreeGame = "R( 3:-1 1:1 )".parse().unwrap();
    for root in ROOTS {
        for (doubt, chosen) in [(1.9, 0), (2.1, 1)] {
            let mut bot = bot(Settings { doubt, root, ..WIDE });
            let answer = bot.choose(&tree, &tree.initial(), Side::Red, &mut Key::new(1).stream());
            assert_eq!((answer, bot.valued() > 0), (Ok(Branch(chosen)), chosen == 1), "{root:?}");
        }
    }
}

#[test]
fn only_the_actions_that_are_open_are_tried() {
    let tree: TreeGame = "R( 1:1 3:-1 2:0 )".parse().unwrap();
    let tried_in = |settings: Settings, iterations: u32| {
        let mut bot = bot(settings);
        bot.set_root(&tree, &tree.initial(), Search { side: Side::Red, last: None });
        let mut stream = Key::new(1).stream();
        for _ in 0..iterations {
            bot.iterate(&tree, 0, None, Search { side: Side::Red, last: None }, &mut stream);
        }
        let edges = bot.tree.edges_of(0).iter().filter(|edge| edge.child != NONE);
        edges
            .map(|edge| {
                let Branch(branch) = edge.action;
                branch
            })
            .collect::<Vec<_>>()
    };
    let tried = |settings| tried_in(settings, 100);
    assert_eq!(tried(Settings { actions: 2, ..WIDE }), [1, 2]);
    assert_eq!(tried(Settings { widen: 1.0, ..WIDE }), [1]);
    // 1 action at once, the second from 16, the third from 81 visits on.
    let widening = Settings { widen: 1.0, widen_power: 0.25, ..WIDE };
    assert_eq!([16, 17, 81, 82].map(|iterations| tried_in(widening, iterations).len()), [1, 2, 2, 3]);
}

#[test]
fn budgets_are_kept() {
    let tree: TreeGame = "R( *(1:B(1 -1) 1:1) R(1 B(0 1) *(1 -1)) )".parse().unwrap();
    for chance in EVERY {
        for burn in [1, 3] {
            let mut bot = bot(Settings { chance, burn, turns: 0, budget: Budget::Iterations(40), ..WIDE });
            bot.choose(&tree, &tree.initial(), Side::Red, &mut Key::new(1).stream()).unwrap();
            // A throw that is averaged exactly evaluates all its rolls at once.
            assert!(bot.tree.node(0).visits <= 40 && bot.tree.nodes.len() <= 41 + 1, "{chance:?}");
            bot.settings.budget = Budget::Applied(30);
            bot.play_on.applied = 0;
            bot.begin();
            bot.choose(&tree, &tree.initial(), Side::Red, &mut Key::new(1).stream()).unwrap();
            assert!(bot.play_on.applied < 30 + 6, "{chance:?}: {}", bot.play_on.applied);
        }
    }
}

#[test]
fn the_tree_is_kept_below_what_was_played_and_only_there() {
    let tree: TreeGame = "R( 2:B(2:R(1 -1 0) 1:R(0 -1)) 1:-1 )".parse().unwrap();
    let settings = Settings { budget: Budget::Iterations(200), ..WIDE };
    let mut stream = Key::new(1).stream();
    let mut state = tree.initial();
    let mut bot = bot(settings);
    assert_eq!(bot.choose(&tree, &state, Side::Red, &mut stream), Ok(Branch(0)));
    tree.apply(&mut state, Branch(0));
    tree.apply(&mut state, Branch(1));
    let before = bot.tree.nodes.iter().find(|node| node.state == state).expect("it was searched").visits;
    let again = Search { side: Side::Red, last: bot.evaluated_in };
    bot.set_root(&tree, &state, again);
    assert_eq!((bot.tree.node(0).state, bot.tree.node(0).visits), (state, before));
    assert!(before > 0 && bot.tree.nodes.len() == 3, "the root and both its ends are left");
    // In a new game nothing is left of the last.
    bot.begin();
    bot.set_root(&tree, &state, again);
    assert_eq!(bot.tree.node(0).visits, 0);
}

#[test]
fn a_tree_of_values_from_another_player_turn_is_not_kept() {
    let tree: TreeGame = "R( 2:B(2:R(1 -1 0) 1:R(0 -1)) 1:-1 )".parse().unwrap();
    for (later, kept) in [(0, true), (1, false)] {
        let mut bot = bot(Settings { budget: Budget::Iterations(200), ..WIDE });
        let mut state = tree.initial();
        assert_eq!(bot.choose(&tree, &state, Side::Red, &mut Key::new(1).stream()), Ok(Branch(0)));
        tree.apply(&mut state, Branch(0));
        tree.apply(&mut state, Branch(1));
        let last = bot.evaluated_in.map(|turn| turn + later);
        bot.set_root(&tree, &state, Search { side: Side::Red, last });
        assert_eq!((bot.tree.node(0).visits > 0, bot.evaluated_in), (kept, last));
    }
}

#[test]
fn in_open_loop_nothing_is_kept_once_dice_are_rolled() {
    let tree: TreeGame = "R( *(1:R(R(1 -1) 0) 1:R(R(1 0 -1) 0)) -1 )".parse().unwrap();
    for (chance, kept) in [(Chance::OpenLoop, false), (Chance::Sampled, true)] {
        let mut bot = bot(Settings { chance, budget: Budget::Iterations(200), ..WIDE });
        let mut state = tree.initial();
        assert_eq!(bot.choose(&tree, &state, Side::Red, &mut Key::new(1).stream()), Ok(Branch(0)));
        tree.apply(&mut state, Branch(0));
        tree.apply_roll(&mut state, Branch(1));
        bot.set_root(&tree, &state, Search { side: Side::Red, last: bot.evaluated_in });
        assert_eq!(bot.tree.node(0).visits > 0, kept, "{chance:?}");
    }
}

#[test]
fn burning_bridges_looks_deeper_along_the_best_line() {
    // Twelve decisions in a row of which each must be the first: the last ones are reached only from far down.
    let deep = (0..12).fold("1".to_string(), |below, _| format!("R(1:{below} 1:0)"));
    let tree: TreeGame = deep.parse().unwrap();
    let visits_at_the_end = |burn| {
        let mut bot = bot(Settings { burn, turns: 0, explore: 5.0, budget: Budget::Iterations(60), ..WIDE });
        bot.choose(&tree, &tree.initial(), Side::Red, &mut Key::new(1).stream()).unwrap();
        bot.tree.nodes.len()
    };
    assert!(visits_at_the_end(12) > visits_at_the_end(1));
}

#[test]
fn the_same_seed_gives_the_same_search() {
    let tree: TreeGame = "R( *(1:B(1 -1) 1:1) R(1 B(0 1) *(1 -1)) *(2:1 1:B(0 -1)) )".parse().unwrap();
    let values = |seed: u64| {
        let mut bot = bot(Settings { budget: Budget::Iterations(300), ..WIDE });
        bot.choose(&tree, &tree.initial(), Side::Red, &mut Key::new(seed).stream()).unwrap();
        bot.tree.nodes.iter().map(|node| (node.visits, node.total.to_bits())).collect::<Vec<_>>()
    };
    assert_eq!(values(1), values(1));
    assert_ne!(values(1), values(2));
}
