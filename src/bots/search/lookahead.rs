//! A cache of the look-ahead of action scores: the best reply in the choice that an action opens, kept until that
//! choice comes up, so that it is not scored twice.
//!
//! It changes no answer: the cached reply is the one that scoring would find, and it is valid for that one position
//! only.

use crate::game::Evaluate;

/// The cached choice.
pub struct Lookahead<G: Evaluate> {
    replies: Vec<Option<G::Action>>,
    /// The chosen action, and the reply that it was scored with.
    chosen: Option<(G::Action, G::Action)>,
    /// The position after that action, and the best action there.
    kept: Option<(G::State, G::Action)>,
}

impl<G: Evaluate> Default for Lookahead<G> {
    fn default() -> Self {
        Lookahead { replies: Vec::new(), chosen: None, kept: None }
    }
}

impl<G: Evaluate> Lookahead<G> {
    /// Where [`Evaluate::score_with_reply`] stores the replies it has considered.
    pub fn replies(&mut self) -> &mut Vec<Option<G::Action>> {
        &mut self.replies
    }

    /// Records that one of the actions just scored is chosen; returns whether the choice after it is cached.
    pub fn choose(&mut self, actions: &[G::Action], index: usize) -> bool {
        self.chosen = self.replies[index].map(|next| (actions[index], next));
        self.chosen.is_some()
    }

    /// Records that an action has been applied.
    #[inline]
    pub fn arrive(&mut self, action: G::Action, state: &G::State) {
        if let Some((chosen, next)) = self.chosen.take()
            && chosen == action
        {
            self.kept = Some((*state, next));
        }
    }

    /// The cached best action of a position.
    #[inline]
    pub fn known(&mut self, state: &G::State) -> Option<G::Action> {
        self.kept.take().filter(|(expected, _)| expected == state).map(|(_, action)| action)
    }
}
