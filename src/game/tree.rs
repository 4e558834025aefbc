//! A game built from a string, so that the correct result of a search is known.
//!
//! ```text
//! node  = "R(" child … ")"      red decides
//!       | "B(" child … ")"      blue decides
//!       | "*(" child … ")"      dice are rolled
//!       | number                the end: worth this to red; above 0 red has won, below 0 blue, 0 is a draw
//! child = [number ":"] node     the number is the appraisal of an action, or the weight of a roll (1 if left out)
//!       | [number ":"] "="      leads to the same node as the child before
//! ```

mod show;

use super::chance::{Throw, Weighted};
use super::judge::{Evaluate, Named, Weights};
use super::outcome::{Ending, Grade, Outcome};
use super::parts::RulePart;
use super::play::{ActionKind, Game, IllegalAction, Moment, Tally};
use super::rng::Stream;
use super::side::Side;

#[derive(Clone, Debug, PartialEq)]
enum Node {
    Decide(Side, Vec<Child>),
    Roll(Vec<Child>),
    Leaf(f64),
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Child {
    number: f64,
    node: usize,
}

/// A game tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    nodes: Vec<Node>,
    root: usize,
}

/// A node of the tree, and the number of decisions and rolls that lead to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    node: usize,
    depth: u16,
}

/// The child that a side chooses or the dice show, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch(pub usize);

/// What is wrong with the string of a tree, and from which position on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason} at \"{rest}\"")]
pub struct TreeError {
    reason: &'static str,
    rest: String,
}

impl std::str::FromStr for Tree {
    type Err = TreeError;

    fn from_str(text: &str) -> Result<Tree, TreeError> {
        let mut nodes = Vec::new();
        let mut rest = text.trim();
        let root = read_node(&mut rest, &mut nodes)?;
        if rest.is_empty() { Ok(Tree { nodes, root }) } else { Err(fault("expected the end", rest)) }
    }
}

fn fault(reason: &'static str, rest: &str) -> TreeError {
    TreeError { reason, rest: rest.to_string() }
}

fn read_number(rest: &mut &str) -> Result<f64, TreeError> {
    let end = rest.find(|c: char| !(c.is_ascii_digit() || "+-.".contains(c))).unwrap_or(rest.len());
    let number = rest[..end].parse().map_err(|_| fault("expected a number or R(, B(, *(", rest))?;
    *rest = rest[end..].trim_start();
    Ok(number)
}

fn read_node(rest: &mut &str, nodes: &mut Vec<Node>) -> Result<usize, TreeError> {
    let make: fn(Vec<Child>) -> Node = match rest.get(..2) {
        Some("R(") => |children| Node::Decide(Side::Red, children),
        Some("B(") => |children| Node::Decide(Side::Blue, children),
        Some("*(") => Node::Roll,
        _ => {
            let worth = read_number(rest)?;
            nodes.push(Node::Leaf(worth));
            return Ok(nodes.len() - 1);
        }
    };
    let start = *rest;
    *rest = rest[2..].trim_start();
    let mut children = Vec::new();
    while !rest.starts_with(')') {
        let mut ahead = *rest;
        let number = match read_number(&mut ahead) {
            Ok(number) if ahead.starts_with(':') => {
                *rest = ahead[1..].trim_start();
                number
            }
            _ => 1.0,
        };
        let node = match (rest.strip_prefix('='), children.last()) {
            (Some(_), None) => return Err(fault("no child stands before", rest)),
            (Some(after), Some(Child { node, .. })) => {
                *rest = after.trim_start();
                *node
            }
            (None, _) => read_node(rest, nodes)?,
        };
        children.push(Child { number, node });
    }
    *rest = rest[1..].trim_start();
    let node = make(children);
    match &node {
        Node::Decide(_, children) if children.len() < 2 => return Err(fault("a decision needs two children", start)),
        Node::Roll(children) if children.is_empty() => return Err(fault("a roll needs a child", start)),
        Node::Roll(children) if children.iter().any(|child| child.number < 1.0 || child.number.fract() != 0.0) => {
            return Err(fault("the weights of a roll are whole numbers from 1", start));
        }
        _ => nodes.push(node),
    }
    Ok(nodes.len() - 1)
}

impl Tree {
    fn children(&self, state: &State) -> &[Child] {
        match &self.nodes[state.node] {
            Node::Decide(_, children) | Node::Roll(children) => children,
            Node::Leaf(_) => &[],
        }
    }

    fn descend(&self, state: &mut State, branch: Branch) {
        *state = State { node: self.children(state)[branch.0].node, depth: state.depth + 1 };
    }
}

impl Game for Tree {
    type State = State;
    type Action = Branch;
    type Roll = Branch;

    const KINDS: &'static [ActionKind] = &[ActionKind { name: "branch", idle: false }];
    const PARTS: &'static [RulePart] = &[RulePart { name: "first", meaning: "the first child of a decision" }];

    fn initial(&self) -> State {
        State { node: self.root, depth: 0 }
    }

    fn moment(&self, state: &State) -> Moment {
        match self.nodes[state.node] {
            Node::Decide(side, _) => Moment::Decide(side),
            Node::Roll(_) => Moment::Roll(Throw { side: Side::Red, player_turn: state.depth, purpose: 1 }),
            Node::Leaf(worth) => {
                let winner = if worth > 0.0 { Some(Side::Red) } else { Some(Side::Blue).filter(|_| worth < 0.0) };
                Moment::Over(Outcome { winner, grade: Grade::None, ending: Ending::Victory })
            }
        }
    }

    fn active_side(&self, state: &State) -> Side {
        match self.nodes[state.node] {
            Node::Decide(side, _) => side,
            _ => Side::Red,
        }
    }

    fn first_side(&self, _state: &State) -> Option<Side> {
        Some(Side::Red)
    }

    fn legal_actions(&self, state: &State, actions: &mut Vec<Branch>) {
        actions.clear();
        actions.extend((0..self.children(state).len()).map(Branch));
    }

    fn kind(&self, _action: &Branch) -> usize {
        0
    }

    fn is_part(&self, _state: &State, action: &Branch, _part: usize) -> bool {
        action.0 == 0
    }

    fn check(&self, state: &State, action: &Branch) -> Result<(), IllegalAction> {
        match self.nodes[state.node] {
            Node::Decide(_, ref children) if action.0 < children.len() => Ok(()),
            _ => Err(IllegalAction(format!("there is no branch {}", action.0))),
        }
    }

    fn apply(&self, state: &mut State, action: Branch) {
        self.descend(state, action);
    }

    fn rolls(&self, state: &State, rolls: &mut Vec<Weighted<Branch>>) {
        rolls.clear();
        rolls.extend(
            self.children(state)
                .iter()
                .enumerate()
                .map(|(n, child)| Weighted { roll: Branch(n), weight: child.number as u64 }),
        );
    }

    fn sample(&self, state: &State, stream: &mut Stream) -> Branch {
        let children = self.children(state);
        let mut left = stream.below(children.iter().map(|child| child.number as u32).sum());
        let drawn = children.iter().position(|child| {
            let found = left < child.number as u32;
            left = left.wrapping_sub(child.number as u32);
            found
        });
        Branch(drawn.expect("what is drawn lies below the sum of the weights"))
    }

    fn apply_roll(&self, state: &mut State, roll: Branch) {
        self.descend(state, roll);
    }

    fn player_turn(&self, state: &State) -> u32 {
        u32::from(state.depth)
    }

    fn tally(&self, state: &State) -> Tally {
        Tally { rounds: u32::from(state.depth), player_turns: self.player_turn(state), ..Tally::default() }
    }
}

impl Evaluate for Tree {
    const FEATURES: &'static [Named] = &[
        Named { name: "victory", meaning: "1 won, -1 lost, 0 undecided" },
        Named { name: "worth", meaning: "the number at the leaf as the side sees it; 0 above the leaves" },
    ];
    const APPRAISALS: &'static [Named] = &[Named { name: "promise", meaning: "the number before the child" }];

    fn is_quiet(&self, state: &State) -> bool {
        !matches!(self.nodes[state.node], Node::Roll(_))
    }

    fn features(&self, state: &State, side: Side, features: &mut [f64]) {
        let worth = if let Node::Leaf(worth) = self.nodes[state.node] { worth } else { 0.0 };
        let seen = if side == Side::Red { worth } else { -worth };
        features[0] = if seen == 0.0 { 0.0 } else { seen.signum() };
        features[1] = seen;
    }

    fn score_action(&self, state: &State, action: &Branch, _weights: &Weights, appraisal: &mut [f32]) {
        appraisal[0] = self.children(state)[action.0].number as f32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_read_and_settles_to_the_mean_of_its_leaves() {
        let tree: Tree = "R( 2:*(3:4 1:-8)  0.5:B(1 -1) )".parse().unwrap();
        let mut state = tree.initial();
        assert_eq!(tree.moment(&state), Moment::Decide(Side::Red));
        let weights = Weights { appraisal: vec![1.0], features: vec![0.0, 1.0] };
        let mut values = Vec::new();
        tree.score_actions(&state, &[Branch(0), Branch(1)], &weights, &mut values);
        assert_eq!(values, [2.0, 0.5]);
        tree.apply(&mut state, Branch(0));
        assert_eq!(tree.quiescence_value(&state, Side::Red, &weights), 1.0);
        assert_eq!(tree.quiescence_value(&state, Side::Blue, &weights), -1.0);
    }

    #[test]
    fn a_faulty_tree_reports_the_position() {
        for (text, message) in [
            ("R(1 2", "expected a number or R(, B(, *( at \"\""),
            ("B(1)", "a decision needs two children at \"B(1)\""),
            ("*(0:1 2)", "the weights of a roll are whole numbers from 1 at \"*(0:1 2)\""),
            ("1 2", "expected the end at \"2\""),
            ("R(= 1)", "no child stands before at \"= 1)\""),
        ] {
            assert_eq!(text.parse::<Tree>().unwrap_err().to_string(), message);
        }
    }
}
