//! The steps of the state machine, declared in one table. What can be decided at a step and what follows is in
//! `turn/engine.rs`; within a strike, in `combat/flow.rs`.

use super::{Mover, OfficerId, UnitId};
use crate::game::columns::optional;

/// The phases of a player-turn (J1.15), and what precedes and follows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Before the first player-turn.
    SetUp,
    /// The Command phase.
    Command,
    /// The Movement phase.
    Movement,
    /// The Combat phase.
    Combat,
    /// After the game.
    Over,
}

/// The part of a combat in which a step occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CombatPart {
    /// No combat is being resolved.
    Nothing,
    /// Until the dice are rolled: breaking off, orders, leading.
    Opening,
    /// The effects of the dice.
    Strike,
    /// What follows a strike.
    Sequel,
}

/// What ends a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// A decision about this.
    Decision(Choice),
    /// A roll of these dice.
    Dice(Dice),
    /// Nothing.
    Nothing,
}

/// The dice for which a game waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dice {
    /// The draw of the first player (JA1.11).
    FirstPlayer,
    /// The die of this Impetuous unit (JA3.5).
    Impetuous(UnitId),
    /// The die of this Unreliable unit (JA3.4).
    Unreliable(UnitId),
    /// The die of this unit under deficient command (JA2.10).
    Deficient(UnitId),
    /// The die of this officer with messengers (JA2.11).
    Messengers(OfficerId),
    /// The dice of the strike.
    Strike,
    /// This many dice for a wound of the officer in the front rank (JA4.4).
    Wound(u8),
    /// This many dice of the letter Panic (JA3.23).
    Panic(u8),
    /// The dice of the elephant that is running (J5.96).
    Stampede,
}

/// What a decision is about. Decisions about the same are treated alike: they are scored by one function, declined or
/// left out in odds, and name the hex of a unit or do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The side of the table, and who plays first (JA1.4).
    Ground,
    /// Setting up, and putting a commander-in-chief back.
    Deployment,
    /// Where this unit deploys.
    DeploymentOf(UnitId),
    /// Whom to activate, and command orders.
    Activation,
    /// Which unit or officer moves, and manoeuvre orders.
    Movement,
    /// Where this unit moves.
    Destination(Mover),
    /// Where an officer moves.
    OfficerMove,
    /// Which attack.
    Attack,
    /// Whether an officer fights in the front rank of this unit.
    FrontRank(UnitId),
    /// Whether the defender breaks off.
    BreakOff,
    /// An attack or a defence order.
    Order,
    /// Whether an officer leads for dice.
    LeadForDice,
    /// The use of tactical advantages.
    Advantages,
    /// What becomes of the hits of a strike.
    Hits,
    /// What becomes of its morale hits.
    Morale,
    /// Where a unit goes by retreat, pursuit and the like.
    Way,
    /// Whether the attacker follows up.
    FollowUp,
    /// Whom the attacker attacks next.
    NextAttack,
    /// Whether the defender ripostes.
    Riposte,
    /// Where an elephant in panic runs.
    Stampede,
}

/// When no reaction is pending at a step, so that the position may be evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quiet {
    /// Always.
    Always,
    /// In the player-turn of the side that decides.
    InOwnTurn,
    /// Never.
    Never,
}

/// Who is concerned by a step: the owner decides, or the dice are rolled for him.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Concern {
    /// The active side, with no single piece.
    ActiveSide,
    /// This unit.
    Unit(UnitId),
    /// This officer.
    Officer(OfficerId),
    /// The attacker of the combat.
    Attacker,
    /// The defender of the combat.
    Defender,
    /// The unit that strikes.
    Roller,
    /// The unit rolled against.
    Target,
    /// The elephant that is running.
    Elephant,
}

/// The table of steps by their phases: documentation, data, name in files, what ends it, when it is quiet and whom it
/// concerns; after an arrow, the description of declining it or ending it, with the placeholders `{unit}` for the unit
/// concerned and `{army}` for its army, or else that of the active side. A group of steps is `in` a part of a combat,
/// or in nothing of it. The last step is the end of the game. The table is passed to a macro that generates code from
/// it: the type here, the serial form in `notation/step.rs`.
macro_rules! step_table {
    ($generate:ident) => {
        $generate! {
            SetUp, in Nothing {
                /// The draw of the first player (JA1.11).
                FirstPlayer = "first_player": Dice(Dice::FirstPlayer), quiet Never, ActiveSide,
                /// On which side of the table the active side plays, if the other has laid the terrain (JA1.4).
                ChooseEdge = "choose_edge": Decision(Choice::Ground), quiet Always, ActiveSide,
                /// Who plays first, chosen by the same side (JA1.4).
                ChooseFirst = "choose_first": Decision(Choice::Ground), quiet Always, ActiveSide,
                /// Which unit the active side deploys next.
                DeployUnit = "deploy_unit": Decision(Choice::Deployment), quiet Always, ActiveSide,
                /// Where it deploys that unit.
                DeployAt(unit: UnitId) = "deploy_at": Decision(Choice::DeploymentOf(unit)), quiet Always, Unit(unit),
                /// Where it lays a decoy, a slip of paper without a unit (JA1.10).
                LayDecoy = "lay_decoy": Decision(Choice::Deployment), quiet Always, ActiveSide,
                /// Where the active side deploys this officer.
                DeployOfficer(officer: OfficerId) = "deploy_officer":
                    Decision(Choice::Deployment), quiet Always, ActiveSide,
            }
            Command, in Nothing {
                /// The C-in-C is put back on the table (JI-172).
                PlaceCinc = "place_cinc": Decision(Choice::Deployment), quiet Always, ActiveSide,
                /// Command phase: activate, give a command order, or continue.
                Command = "command": Decision(Choice::Activation), quiet Always, ActiveSide
                    => "{army} ends its Command phase.",
                /// Which further unit or officer joins the group that is being activated; only numbers above this one
                /// (units of the side counted from 1, then its officers).
                Activation(above: u8) = "activation": Decision(Choice::Activation), quiet Always, ActiveSide
                    => "No further unit is activated.",
                /// Which unit the Courier reaches; only numbers above this one.
                Courier(above: u8) = "courier": Decision(Choice::Activation), quiet Always, ActiveSide
                    => "No further unit is activated.",
                /// The die of an Unreliable unit that has been activated (JA3.4).
                UnreliableRoll(unit: UnitId) = "unreliable_roll": Dice(Dice::Unreliable(unit)), quiet Never, Unit(unit),
                /// The die of a unit activated under deficient command (JA2.10).
                DeficientRoll(unit: UnitId) = "deficient_roll": Dice(Dice::Deficient(unit)), quiet Never, Unit(unit),
                /// The die of an officer with messengers who has activated units (JA2.11).
                MessengersRoll(officer: OfficerId) = "messengers_roll":
                    Dice(Dice::Messengers(officer)), quiet Never, Officer(officer),
            }
            Movement, in Nothing {
                /// Movement phase: which unit of the current group moves, or a manoeuvre order, or continue.
                Movement = "movement": Decision(Choice::Movement), quiet Always, ActiveSide => "The group has moved.",
                /// The die of an Impetuous unit (JA3.5).
                ImpetuousRoll(unit: UnitId) = "impetuous_roll": Dice(Dice::Impetuous(unit)), quiet Never, Unit(unit),
                /// Where this unit moves.
                Destination(mover: Mover) = "destination":
                    Decision(Choice::Destination(mover)), quiet Never, Unit(mover.unit)
                    => "{unit} stays where it is.",
                /// Whether this officer goes with the unit that has just moved.
                Accompany(unit: UnitId, officer: OfficerId) = "accompany":
                    Decision(Choice::OfficerMove), quiet Never, Unit(unit),
                /// Where this officer moves alone.
                OfficerDestination(officer: OfficerId) = "officer_destination":
                    Decision(Choice::OfficerMove), quiet Never, ActiveSide,
            }
            Combat, in Nothing {
                /// Combat phase: which attack, or continue.
                Combat = "combat": Decision(Choice::Attack), quiet Always, ActiveSide => "The group has fought.",
            }
            Combat, in Opening {
                /// Whether an officer with this unit fights in its front rank (JA4.4).
                FrontRank(unit: UnitId) = "front_rank": Decision(Choice::FrontRank(unit)), quiet Never, Unit(unit),
                /// Whether the defender breaks off (JA3.16).
                BreakOff = "break_off": Decision(Choice::BreakOff), quiet Never, Defender,
                /// The attack order.
                AttackOrder = "attack_order": Decision(Choice::Order), quiet Never, Attacker,
                /// The defence order.
                DefenceOrder = "defence_order": Decision(Choice::Order), quiet Never, Defender,
                /// Where the defender withdraws to (J3.52).
                Withdraw = "withdraw": Decision(Choice::Way), quiet Never, Defender,
                /// Whether an officer leads the striking unit for more dice (J3.60).
                LeadForDice = "lead_for_dice": Decision(Choice::LeadForDice), quiet Never, Roller
                    => "No officer leads {unit}.",
                /// The dice of the strike.
                StrikeRoll = "strike_roll": Dice(Dice::Strike), quiet Never, Roller,
            }
            Combat, in Strike {
                /// Whether tactical advantages become morale hits (J3.44).
                WindOfBall = "wind_of_ball": Decision(Choice::Advantages), quiet Never, Roller
                    => "{army} orders no Wind of the ball: no tactical advantage becomes a morale hit.",
                /// Whether a hit is dodged (J3.48, JA3.12).
                Dodge = "dodge": Decision(Choice::Hits), quiet Never, Target => "{unit} does not dodge.",
                /// Whether Sharpshooters take an officer instead of an element (JA3.17).
                Sharpshoot = "sharpshoot": Decision(Choice::Hits), quiet Never, Roller => "{unit} spares the officer.",
                /// Whether an officer is given up for a loss (J3.59).
                LeadAgainstLoss = "lead_against_loss": Decision(Choice::Hits), quiet Never, Target
                    => "No officer spares {unit} the loss.",
                /// The dice for a wound of the officer in the front rank (JA4.4).
                WoundRoll(dice: u8) = "wound_roll": Dice(Dice::Wound(dice)), quiet Never, Target,
                /// How many morale hits are ignored (J5.53), if the rules leave this open.
                Ignore = "ignore": Decision(Choice::Morale), quiet Never, Target,
                /// How many morale hits become losses (J3.46).
                Sacrifice = "sacrifice": Decision(Choice::Morale), quiet Never, Target
                    => "{unit} keeps its morale hits.",
                /// Where the target retreats to.
                Retreat = "retreat": Decision(Choice::Way), quiet Never, Target,
                /// Where the unit that breaks off falls back to.
                FallBack = "fall_back": Decision(Choice::Way), quiet Never, Defender,
                /// The dice of a unit with the Panic letter (JA3.23).
                PanicRoll(dice: u8) = "panic_roll": Dice(Dice::Panic(dice)), quiet Never, Target,
            }
            Combat, in Sequel {
                /// Whether the attacker follows up.
                FollowUp = "follow_up": Decision(Choice::FollowUp), quiet Never, Attacker
                    => "{unit} does not follow up.",
                /// Where the attacker pursues to.
                Pursuit = "pursuit": Decision(Choice::Way), quiet InOwnTurn, Attacker => "{unit} does not pursue.",
                /// Whom the attacker attacks after the pursuit move.
                PursuitAttack = "pursuit_attack": Decision(Choice::NextAttack), quiet Never, Attacker
                    => "{unit} does not pursue.",
                /// Whom the unit attacks by Breakthrough.
                BreakthroughAttack = "breakthrough_attack": Decision(Choice::NextAttack), quiet Never, Attacker
                    => "{unit} does not attack again.",
                /// Where Changeable infantry moves on to (JA3.11).
                ChangeableMove = "changeable_move": Decision(Choice::Way), quiet Never, Attacker
                    => "{unit} goes no further.",
                /// Whether the defender ripostes.
                Riposte = "riposte": Decision(Choice::Riposte), quiet Never, Defender => "{unit} does not strike back.",
            }
            Combat, in Nothing {
                /// The dice of the elephant that is running (J5.96).
                StampedeRoll = "stampede_roll": Dice(Dice::Stampede), quiet Never, Elephant,
                /// Where the elephant runs, or whom it tramples (J5.97).
                Stampede = "stampede": Decision(Choice::Stampede), quiet Never, Elephant,
            }
            Over, in Nothing {
                /// The game is over.
                Over = "over": Nothing, quiet Always, ActiveSide,
            }
        }
    };
}
pub(in crate::jomini) use step_table;

macro_rules! define_steps {
    ($(
        $phase:ident, in $part:ident {
            $(
                $(#[$doc:meta])*
                $step:ident $(($($field:ident: $kind:ty),+))? = $name:literal:
                    $wait:ident $(($what:expr))?, quiet $quiet:ident, $concern:expr $(=> $declined:literal)?,
            )+
        }
    )+) => {
        /// The step for which the game waits.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Step {
            $($( $(#[$doc])* $step $(($($kind),+))?, )+)+
        }

        impl Step {
            /// The names of all steps, in the order of the table.
            pub const NAMES: &[&str] = &[$($($name),+),+];

            /// The name in files and records.
            pub const fn name(self) -> &'static str {
                match self {
                    $($( Step::$step { .. } => $name, )+)+
                }
            }

            /// The phase to which it belongs.
            pub const fn phase(self) -> Phase {
                match self {
                    $($( Step::$step { .. } => Phase::$phase, )+)+
                }
            }

            /// The part of a combat in which it occurs.
            pub const fn part_of_combat(self) -> CombatPart {
                match self {
                    $($( Step::$step { .. } => CombatPart::$part, )+)+
                }
            }

            /// Whether a combat is being resolved.
            pub const fn is_of_combat(self) -> bool {
                !matches!(self.part_of_combat(), CombatPart::Nothing)
            }

            /// What ends it.
            #[allow(unused_variables, reason = "only some fields belong to what ends it")]
            pub const fn wait(self) -> Wait {
                match self {
                    $($( Step::$step $(($($field),+))? => Wait::$wait $(($what))?, )+)+
                }
            }

            /// The dice for which it waits.
            pub const fn dice(self) -> Option<Dice> {
                match self.wait() {
                    Wait::Dice(dice) => Some(dice),
                    Wait::Decision(_) | Wait::Nothing => None,
                }
            }

            /// What its decision is about.
            pub const fn choice(self) -> Option<Choice> {
                match self.wait() {
                    Wait::Decision(choice) => Some(choice),
                    Wait::Dice(_) | Wait::Nothing => None,
                }
            }

            /// The description of declining or ending it, with placeholders, where it has one of its own.
            pub const fn declined(self) -> Option<&'static str> {
                match self {
                    $($( Step::$step { .. } => optional!($($declined)?), )+)+
                }
            }

            /// When no reaction is pending.
            pub const fn quiet(self) -> Quiet {
                match self {
                    $($( Step::$step { .. } => Quiet::$quiet, )+)+
                }
            }

            /// Whom it concerns.
            #[allow(unused_variables, reason = "not every field is a piece")]
            pub const fn concern(self) -> Concern {
                use Concern::*;
                match self {
                    $($( Step::$step $(($($field),+))? => $concern, )+)+
                }
            }
        }
    };
}

step_table!(define_steps);
