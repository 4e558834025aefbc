//! The tree: nodes and edges in two reused arenas. A node stores its position, so that descending applies nothing;
//! moving to a new root copies its subtree into a second pair of arenas.

use crate::game::{Game, Moment, Side};

/// An index in an arena.
pub type Id = u32;
/// No index.
pub const NONE: Id = Id::MAX;

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// A side decides.
    Decide(Side),
    /// Dice are rolled.
    Chance,
    /// The game is over.
    End,
}

impl NodeKind {
    /// The kind of a position.
    pub fn of<G: Game>(game: &G, state: &G::State) -> NodeKind {
        match game.moment(state) {
            Moment::Decide(side) => NodeKind::Decide(side),
            Moment::Roll(_) => NodeKind::Chance,
            Moment::Over(_) => NodeKind::End,
        }
    }
}

/// A node.
pub struct Node<G: Game> {
    /// The position; in open loop the first one reached.
    pub state: G::State,
    /// Its kind.
    pub kind: NodeKind,
    /// The number of visits.
    pub visits: u32,
    /// The sum of the values, from the perspective of the searching side.
    pub total: f64,
    /// The first edge of a decision.
    pub first_edge: u32,
    /// The number of edges of a decision; 0 until they are listed.
    pub edges: u32,
    /// The first of the nodes below a throw.
    pub below: Id,
    /// The next node below the same throw or, in open loop, the same edge.
    pub next: Id,
    /// The roll that leads here from a throw.
    pub roll: Option<G::Roll>,
    /// The probability of that roll.
    pub share: f64,
}

impl<G: Game> Node<G> {
    /// The mean of the values.
    pub fn mean(&self) -> f64 {
        self.total / f64::from(self.visits.max(1))
    }
}

impl<G: Game> Clone for Node<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Node<G> {}

/// An action at a node.
#[derive(Clone, Copy, Debug)]
pub struct Edge<A> {
    /// The action.
    pub action: A,
    /// Its prior, relative to the actions of the node.
    pub prior: f32,
    /// The node that it leads to.
    pub child: Id,
}

/// A tree.
pub struct Tree<G: Game> {
    /// All nodes.
    pub nodes: Vec<Node<G>>,
    /// All edges, those of a node together, best prior first.
    pub edges: Vec<Edge<G::Action>>,
    spare_nodes: Vec<Node<G>>,
    spare_edges: Vec<Edge<G::Action>>,
}

impl<G: Game> Default for Tree<G> {
    fn default() -> Self {
        Tree { nodes: Vec::new(), edges: Vec::new(), spare_nodes: Vec::new(), spare_edges: Vec::new() }
    }
}

impl<G: Game> Tree<G> {
    /// Removes everything.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
    }

    /// Adds an unconnected node.
    pub fn add(&mut self, game: &G, state: G::State) -> Id {
        let kind = NodeKind::of(game, &state);
        let id = self.nodes.len() as Id;
        let node = Node {
            state,
            kind,
            visits: 0,
            total: 0.0,
            first_edge: 0,
            edges: 0,
            below: NONE,
            next: NONE,
            roll: None,
            share: 0.0,
        };
        self.nodes.push(node);
        id
    }

    /// The node.
    #[inline]
    pub fn node(&self, id: Id) -> &Node<G> {
        &self.nodes[id as usize]
    }

    /// The node, mutable.
    #[inline]
    pub fn node_mut(&mut self, id: Id) -> &mut Node<G> {
        &mut self.nodes[id as usize]
    }

    /// The edges of a node.
    pub fn edges_of(&self, id: Id) -> &[Edge<G::Action>] {
        let node = self.node(id);
        &self.edges[node.first_edge as usize..(node.first_edge + node.edges) as usize]
    }

    /// Adds a node below a throw.
    pub fn attach(&mut self, throw: Id, child: Id) {
        self.node_mut(child).next = self.node(throw).below;
        self.node_mut(throw).below = child;
    }

    /// The nodes below a throw, or those of a list that begins with `first`.
    pub fn list(&self, first: Id) -> impl Iterator<Item = Id> + '_ {
        let place = |id: Id| (id != NONE).then_some(id);
        std::iter::successors(place(first), move |id| place(self.node(*id).next))
    }

    /// The node at or below `from` with this position, where `side` decides. Only decisions of the other side are
    /// traversed and, with `through_rolls`, rolls: in open loop a node below a roll has no unique position.
    pub fn find(&self, from: Id, state: &G::State, side: Side, through_rolls: bool, queue: &mut Vec<Id>) -> Option<Id> {
        const MOST: usize = 4096;
        queue.clear();
        queue.push(from);
        let mut looked = 0;
        while let Some(&id) = queue.get(looked) {
            looked += 1;
            let node = self.node(id);
            match node.kind {
                NodeKind::Decide(who) if who == side => {
                    if node.state == *state {
                        return Some(id);
                    }
                }
                NodeKind::Decide(_) => {
                    queue.extend(self.edges_of(id).iter().map(|edge| edge.child).filter(|child| *child != NONE))
                }
                NodeKind::Chance if through_rolls => queue.extend(self.list(node.below)),
                NodeKind::Chance | NodeKind::End => {}
            }
            if looked > MOST {
                break;
            }
        }
        None
    }

    /// Makes `root` the first node and drops everything that is not below it.
    pub fn keep(&mut self, root: Id) {
        self.spare_nodes.clear();
        self.spare_edges.clear();
        self.spare_nodes.push(Node { next: NONE, ..*self.node(root) });
        // Nodes are copied breadth first: until a copy is processed, its links still point into the old arenas.
        let mut copied = 0;
        while copied < self.spare_nodes.len() {
            let node = self.spare_nodes[copied];
            let first_edge = self.spare_edges.len() as u32;
            for edge in &self.edges[node.first_edge as usize..(node.first_edge + node.edges) as usize] {
                let child = copy_list(&self.nodes, &mut self.spare_nodes, edge.child);
                self.spare_edges.push(Edge { child, ..*edge });
            }
            let below = copy_list(&self.nodes, &mut self.spare_nodes, node.below);
            self.spare_nodes[copied] = Node { first_edge, below, ..self.spare_nodes[copied] };
            copied += 1;
        }
        std::mem::swap(&mut self.nodes, &mut self.spare_nodes);
        std::mem::swap(&mut self.edges, &mut self.spare_edges);
    }
}

/// Copies a list of nodes, and returns the index of the first copy.
fn copy_list<G: Game>(from: &[Node<G>], to: &mut Vec<Node<G>>, first: Id) -> Id {
    let start = to.len() as Id;
    let mut old = first;
    while old != NONE {
        let node = from[old as usize];
        old = node.next;
        let next = if old == NONE { NONE } else { to.len() as Id + 1 };
        to.push(Node { next, ..node });
    }
    if first == NONE { NONE } else { start }
}
