//! Jomini, second edition: a Napoleonic wargame on hexes with special dice, officers and order tokens.
//!
//! Each folder is a module whose `mod.rs` lists its contents. This file contains `impl Game`, which delegates to the
//! modules; the other traits are implemented in the modules named after them.
//!
//! | module | covers |
//! |---|---|
//! | `rules` | every number and switch |
//! | `map` | hexes, terrain, lines of sight: J1.2, chapter 7, J5.25 to J5.36 |
//! | `army` | units, officers, army lists, costs: chapter 2, annexes 2 to 4 |
//! | `state` | the state, decisions, and the prepared [`Battle`] |
//! | `command` | activations, orders, leading: chapter 3 |
//! | `combat` | from the declaration of an attack to its aftermath, and exact odds: chapter 5 |
//! | `turn` | steps, deployment, movement, victory: chapters 1, 4 and 6, annex 1 |
//! | `notation` | positions, actions and rolls as data |
//! | `setup` | preparation of a battle from files: scenarios, generated maps, positions |
//! | `evaluate` | the value of a position and the score of an action |
//! | `describe` | positions, actions and rolls as text, maps, pictures and answers; counted events |

pub mod army;
pub mod combat;
mod command;
mod describe;
mod evaluate;
pub mod map;
pub mod notation;
pub mod rules;
pub mod setup;
pub mod state;
pub mod turn;

pub use setup::Jomini;
pub use state::State;
pub use state::action::{Action, Roll};
pub use state::battle::Battle;

use self::combat::observer::NoObserver;
use self::state::action::KINDS;
use self::state::attack_roll::AttackRoll;
use self::state::faces;
use self::state::{AttackKind, Dice, Step, Wait, side_of_officer};
use self::turn::deployment::list_first_player;
use self::turn::parts::PARTS;
use crate::game::rng::Stream;
use crate::game::sink::Search;
use crate::game::{ActionKind, BySide, Event, Game, IllegalAction, Moment, RulePart, Side, Tally, Throw, Weighted};

/// Purposes of dice with separate random streams, so that a changed decision affects as few later dice as possible.
mod purpose {
    /// Rolls of attacks.
    pub const ATTACK: u8 = 1;
    /// Rolls of ripostes, ambushes and counter-charges.
    pub const ANSWER: u8 = 2;
    /// Dice of traits.
    pub const TRAIT: u8 = 3;
}

impl Game for Battle {
    type State = State;
    type Action = Action;
    type Roll = Roll;

    const KINDS: &'static [ActionKind] = KINDS;
    const PARTS: &'static [RulePart] = PARTS;

    fn initial(&self) -> State {
        self.start
    }

    fn moment(&self, state: &State) -> Moment {
        if let Some(outcome) = state.outcome {
            return Moment::Over(outcome);
        }
        if state.flight_count > 0 {
            return Moment::Decide(side_of_officer(state.flights[0].officer));
        }
        let throw = |side, purpose| Moment::Roll(Throw { side, player_turn: state.player_turn, purpose });
        match state.step.wait() {
            Wait::Decision(_) | Wait::Nothing => Moment::Decide(state.decider()),
            Wait::Dice(dice) => match dice {
                Dice::FirstPlayer => throw(Side::Red, Throw::SET_UP),
                Dice::Strike => {
                    let purpose = match state.combat.attack_kind {
                        AttackKind::Attack | AttackKind::AgainstBreakOff | AttackKind::CounterChargeAttack => {
                            purpose::ATTACK
                        }
                        AttackKind::Riposte | AttackKind::Ambush | AttackKind::CounterChargeDefence => purpose::ANSWER,
                    };
                    throw(state.decider(), purpose)
                }
                Dice::Impetuous(_)
                | Dice::Unreliable(_)
                | Dice::Deficient(_)
                | Dice::Messengers(_)
                | Dice::Wound(_)
                | Dice::Panic(_)
                | Dice::Stampede => throw(state.decider(), purpose::TRAIT),
            },
        }
    }

    fn active_side(&self, state: &State) -> Side {
        state.active
    }

    fn first_side(&self, state: &State) -> Option<Side> {
        (!matches!(state.step, Step::FirstPlayer | Step::ChooseEdge | Step::ChooseFirst)).then_some(state.first)
    }

    fn in_set_up(&self, state: &State) -> bool {
        state.player_turn == 0
    }

    fn legal_actions(&self, state: &State, actions: &mut Vec<Action>) {
        actions.clear();
        self.as_on_table(state).generate_actions(state, actions);
    }

    fn kind(&self, action: &Action) -> usize {
        action.kind()
    }

    fn is_part(&self, state: &State, action: &Action, part: usize) -> bool {
        self.as_on_table(state).field.positions().holds(state, action, part)
    }

    fn check(&self, state: &State, action: &Action) -> Result<(), IllegalAction> {
        if !matches!(self.moment(state), Moment::Decide(_)) {
            return Err(IllegalAction("no decision is open".to_owned()));
        }
        let mut search = Search { wanted: *action, found: false };
        self.as_on_table(state).generate_actions(state, &mut search);
        if search.found {
            return Ok(());
        }
        let mut actions = Vec::new();
        self.legal_actions(state, &mut actions);
        let alike = actions.iter().filter(|it| it.kind() == action.kind()).count();
        let name = KINDS[action.kind()].name;
        Err(IllegalAction(if alike == 0 {
            format!("no action of kind \"{name}\" is legal here")
        } else {
            format!("this is none of the {alike} legal actions of kind \"{name}\"")
        }))
    }

    fn apply(&self, state: &mut State, action: Action) {
        self.as_on_table(state).execute(state, action, &mut NoObserver);
        self.as_on_table(state).advance_forced(state);
    }

    fn rolls(&self, state: &State, rolls: &mut Vec<Weighted<Roll>>) {
        let battle = self.as_on_table(state);
        match state.step.dice().expect("dice are due") {
            Dice::FirstPlayer => list_first_player(rolls),
            Dice::Impetuous(_) => faces::list_rolls(battle.field.rules.impetuous_face_effects(), 1, rolls),
            Dice::Unreliable(_) | Dice::Deficient(_) | Dice::Messengers(_) => {
                faces::list_rolls(battle.field.rules.confirmation_face_effects(), 1, rolls);
            }
            Dice::Stampede => {
                faces::list_rolls(battle.field.rules.stampede_face_effects(), battle.field.rules.panic_dice, rolls)
            }
            Dice::Panic(dice) => faces::list_rolls(battle.field.units().panic_face_effects(state), dice, rolls),
            Dice::Wound(dice) => faces::list_rolls(battle.field.rules.wound_face_effects(), dice, rolls),
            Dice::Strike => {
                let attack = AttackRoll::running(state);
                battle.field.list_attack_roll(state, &attack, battle.field.dice(state, &attack, &mut ()), rolls);
            }
        }
    }

    fn sample(&self, state: &State, stream: &mut Stream) -> Roll {
        let battle = self.as_on_table(state);
        match state.step.dice().expect("dice are due") {
            Dice::FirstPlayer => Roll { hits: stream.below(2) as u8, ..Roll::default() },
            Dice::Impetuous(_) => faces::draw_roll(battle.field.rules.impetuous_face_effects(), 1, stream),
            Dice::Unreliable(_) | Dice::Deficient(_) | Dice::Messengers(_) => {
                faces::draw_roll(battle.field.rules.confirmation_face_effects(), 1, stream)
            }
            Dice::Stampede => {
                faces::draw_roll(battle.field.rules.stampede_face_effects(), battle.field.rules.panic_dice, stream)
            }
            Dice::Panic(dice) => faces::draw_roll(battle.field.units().panic_face_effects(state), dice, stream),
            Dice::Wound(dice) => faces::draw_roll(battle.field.rules.wound_face_effects(), dice, stream),
            Dice::Strike => {
                let attack = AttackRoll::running(state);
                battle.field.draw_attack_roll(state, &attack, battle.field.dice(state, &attack, &mut ()), stream)
            }
        }
    }

    fn apply_roll(&self, state: &mut State, roll: Roll) {
        let battle = self.as_on_table(state);
        battle.resolve_roll(state, roll, &mut NoObserver);
        battle.advance_forced(state);
    }

    fn advance_forced(&self, state: &mut State) {
        Battle::advance_forced(self.as_on_table(state), state);
    }

    fn seen_by(&self, state: &State, side: Side) -> State {
        self.as_on_table(state).view(state, side)
    }

    fn hides_set_up(&self, state: &State, _side: Side) -> bool {
        self.as_on_table(state).hides_set_up(state)
    }

    fn events() -> &'static [Event] {
        describe::events::events()
    }

    fn apply_counting(&self, state: &mut State, action: Action, counts: &mut [u64]) {
        self.perform_counting(state, action, counts);
    }

    fn apply_roll_counting(&self, state: &mut State, roll: Roll, counts: &mut [u64]) {
        self.roll_counting(state, roll, counts);
    }

    fn player_turn(&self, state: &State) -> u32 {
        u32::from(state.player_turn)
    }

    fn tally(&self, state: &State) -> Tally {
        Tally {
            rounds: u32::from(state.round()),
            player_turns: self.player_turn(state),
            combats: u32::from(state.combats),
            units_lost: BySide::from_fn(|side| u32::from(state.side(side).units_lost)),
            points_lost: BySide::from_fn(|side| u32::from(state.side(side).points_lost)),
        }
    }
}
