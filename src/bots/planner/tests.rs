use super::*;
use crate::bots::budget::Budget;
use crate::bots::search::Assumptions;
use crate::game::tree::{Branch, Tree};
use crate::game::{Game, Parts, Restricted, Weights};

const WIDE: Settings = Settings {
    budget: Budget::Iterations(600),
    method: Method::Evolution,
    actions: 9,
    turns: 99,
    population: 8,
    crossing: 0.3,
    again: 0.5,
    caution: 1.0,
    widen: 4.0,
    widen_power: 0.4,
    explore: 0.3,
    burn: 3,
    assumptions: Assumptions::NONE,
};

fn bot(settings: Settings) -> Planner<Tree> {
    let weights = Weights { appraisal: vec![1.0], features: vec![1.0, 0.0] };
    Planner::new(settings, Valuation::new(weights, 1.0))
}

const BOTH: [Method; 2] = [Method::Evolution, Method::Tree];

fn chosen(tree: &str, settings: Settings) -> usize {
    let tree: Tree = tree.parse().unwrap();
    let Branch(branch) = bot(settings).choose(&tree, &tree.initial(), Side::Red, &mut Key::new(2).stream()).unwrap();
    branch
}

#[test]
fn a_plan_that_appraisal_misses_is_found() {
    for method in BOTH {
        assert_eq!(chosen("R( 9:-1 1:0 2:1 )", Settings { method, ..WIDE }), 2, "{method:?}");
    }
}

#[test]
fn the_better_gamble_is_found_and_luck_found_out() {
    for method in BOTH {
        assert_eq!(
            chosen("R( 3:*(1:1 2:-1)  2:*(4:1 1:-1)  1:*(1:1 1:-1) )", Settings { method, ..WIDE }),
            1,
            "{method:?}"
        );
    }
}

#[test]
fn the_other_side_answers_by_appraisal() {
    // Red could win in the first branch, but does not find it.
    for method in BOTH {
        assert_eq!(chosen("R( 1:B(9:1 1:-1)  2:0 )", Settings { method, ..WIDE }), 0, "{method:?}");
    }
}

#[test]
fn mutations_choose_from_the_best_appraised() {
    // The winning action has the lowest score: with two alternatives it is not considered.
    let tree = "R( 9:-1 5:0 4:0 1:1 )";
    for method in BOTH {
        assert_eq!(chosen(tree, Settings { method, ..WIDE }), 3);
        assert_ne!(chosen(tree, Settings { method, actions: 2, ..WIDE }), 3);
    }
}

#[test]
fn budgets_are_kept() {
    let tree: Tree = "R( *(1:B(1 -1) 1:1) R(1 B(0 1) *(1 -1)) )".parse().unwrap();
    for method in BOTH {
        let mut bot = bot(Settings { method, budget: Budget::Applied(50), ..WIDE });
        bot.choose(&tree, &tree.initial(), Side::Red, &mut Key::new(1).stream()).unwrap();
        let most = bot.player.play_on.applied;
        assert!((50..50 + 4).contains(&most), "{method:?}: {most}");
        bot.player.play_on.applied = 0;
        bot.settings.budget = Budget::Iterations(1);
        bot.begin();
        bot.choose(&tree, &tree.initial(), Side::Red, &mut Key::new(1).stream()).unwrap();
        assert!(bot.player.play_on.applied <= 4, "{method:?}: one plan");
    }
}

#[test]
fn the_same_seed_gives_the_same_plans() {
    let tree: Tree = "R( *(1:B(1 -1) 1:-1) *(1:1 1:-1) *(2:1 1:B(0 -1)) )".parse().unwrap();
    for method in BOTH {
        let means = |seed| {
            let mut bot = bot(Settings { method, budget: Budget::Iterations(31), ..WIDE });
            bot.plan(&tree, &tree.initial(), Side::Red, &mut Key::new(seed).stream()).to_bits()
        };
        assert_eq!(means(1), means(1));
        assert!((2..9).any(|seed| means(seed) != means(1)), "{method:?}");
    }
}

/// In a game restricted for one side a decision may have a single action left: a mutation of it has no alternative.
#[test]
fn a_mutation_of_the_only_action_is_that_action() {
    let tree: Tree = "R( 9:5 1:0 )".parse().unwrap();
    let game = Restricted::new(tree.clone(), Side::Red, Parts::one(0));
    let root = tree.initial();
    let weights = Weights { appraisal: vec![1.0], features: vec![1.0, 0.0] };
    let valuation = Valuation::new(weights, 1.0);
    let field = plan::Field {
        game: &game,
        root: &root,
        side: Side::Red,
        valuation: &valuation,
        actions: 9,
        turns: 1,
        dice: Key::new(1),
    };
    for planned in [vec![], vec![Branch(1)]] {
        let mut plan = plan::Plan { genes: planned, ..plan::Plan::default() };
        plan::Player::default().play(&field, &mut plan, Some((0, &mut Key::new(3).stream())));
        assert_eq!(plan.genes, [Branch(1)]);
    }
}
