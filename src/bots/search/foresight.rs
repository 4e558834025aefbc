//! What an appraisal has already looked through: the best of the choice that an action opens, kept until that choice
//! comes, so that it is not appraised twice.
//!
//! It changes no answer: what is kept is what appraising would find, and it counts for that one position only.

use crate::game::Evaluate;

/// The choice foreseen last.
pub struct Lookahead<G: Evaluate> {
    replies: Vec<Option<G::Action>>,
    /// The action that was chosen, and what it was appraised by.
    chosen: Option<(G::Action, G::Action)>,
    /// The position after that action, and what is best there.
    kept: Option<(G::State, G::Action)>,
}

impl<G: Evaluate> Default for Lookahead<G> {
    fn default() -> Self {
        Lookahead { replies: Vec::new(), chosen: None, kept: None }
    }
}

impl<G: Evaluate> Lookahead<G> {
    /// Where [`Evaluate::score_with_reply`] tells what it has looked through.
    pub fn replies(&mut self) -> &mut Vec<Option<G::Action>> {
        &mut self.replies
    }

    /// An action of those just appraised is chosen; says whether the choice after it is foreseen.
    pub fn choose(&mut self, actions: &[G::Action], index: usize) -> bool {
        self.chosen = self.replies[index].map(|next| (actions[index], next));
        self.chosen.is_some()
    }

    /// An action has been applied.
    #[inline]
    pub fn arrive(&mut self, action: G::Action, state: &G::State) {
        if let Some((chosen, next)) = self.chosen.take()
            && chosen == action
        {
            self.kept = Some((*state, next));
        }
    }

    /// What is known to be best in a position.
    #[inline]
    pub fn known(&mut self, state: &G::State) -> Option<G::Action> {
        self.kept.take().filter(|(expected, _)| expected == state).map(|(_, action)| action)
    }
}
