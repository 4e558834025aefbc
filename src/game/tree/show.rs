//! The tree as data and as text: a position is the number of its node, an action or a roll the number of a branch, from
//! 0.

use super::{Branch, Node, State, Tree};
use crate::game::{Game, Moment, Question, Show, ShowError};
use serde_json::{Value, json};

impl Tree {
    fn branch(&self, state: &State, data: &Value) -> Result<Branch, ShowError> {
        let number = data.get("branch").and_then(Value::as_u64).and_then(|number| usize::try_from(number).ok());
        let known = number.filter(|number| *number < self.children(state).len());
        known.map(Branch).ok_or_else(|| ShowError(format!("no branch of this node: {data}")))
    }
}

fn render(branch: &Branch) -> Value {
    json!({ "kind": "branch", "branch": branch.0 })
}

impl Show for Tree {
    const QUESTIONS: &'static [Question] = &[];
    const WAITS: &'static [&'static str] = &["branch", "chance"];

    fn waits_for(&self, state: &State) -> Option<&'static str> {
        match self.moment(state) {
            Moment::Decide(_) => Some("branch"),
            Moment::Roll(_) => Some("chance"),
            Moment::Over(_) => None,
        }
    }

    fn position_to_data(&self, state: &State) -> Value {
        json!({ "node": state.node, "depth": state.depth })
    }

    fn position_from_data(&self, data: &Value) -> Result<State, ShowError> {
        let number =
            |key: &str| data.get(key).and_then(Value::as_u64).ok_or_else(|| ShowError(format!("no number \"{key}\"")));
        let (node, depth) = (number("node")? as usize, number("depth")?);
        let depth = u16::try_from(depth).map_err(|_| ShowError(format!("depth {depth} is too great")))?;
        if node < self.nodes.len() {
            Ok(State { node, depth })
        } else {
            Err(ShowError(format!("there is no node {node}")))
        }
    }

    fn action_to_data(&self, _state: &State, action: &Branch) -> Value {
        render(action)
    }

    fn action_from_data(&self, state: &State, data: &Value) -> Result<Branch, ShowError> {
        self.branch(state, data)
    }

    fn roll_to_data(&self, _state: &State, roll: &Branch) -> Value {
        render(roll)
    }

    fn roll_from_data(&self, state: &State, data: &Value) -> Result<Branch, ShowError> {
        self.branch(state, data)
    }

    fn describe_action(&self, _state: &State, action: &Branch) -> String {
        format!("takes branch {}", action.0)
    }

    fn describe_roll(&self, _state: &State, roll: &Branch) -> String {
        format!("the dice show branch {}", roll.0)
    }

    fn describe_change(&self, _before: &State, after: &State) -> Vec<String> {
        match self.nodes[after.node] {
            Node::Leaf(worth) => vec![format!("the end: worth {worth} to red")],
            _ => Vec::new(),
        }
    }

    fn draw(&self, state: &State) -> String {
        format!("node {} of {}", state.node, self.nodes.len())
    }

    fn ask(&self, _state: &State, question: &str, _arguments: &[Value]) -> Result<Value, ShowError> {
        Err(ShowError(format!("a tree answers no questions, not \"{question}\" either")))
    }
}
