//! The steps of the state machine, and a unit about to move.

use super::{OfficerId, UnitId};
use serde::{Deserialize, Serialize};

/// The step for which the game waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The draw of the first player (JA1.11).
    FirstPlayer,
    /// On which side of the table the active side plays, if the other has laid the terrain (JA1.4).
    ChooseEdge,
    /// Who plays first, chosen by the same side (JA1.4).
    ChooseFirst,
    /// Which unit the active side deploys next.
    DeployUnit,
    /// Where it deploys that unit.
    DeployAt(UnitId),
    /// Where it lays a decoy, a slip of paper without a unit (JA1.10).
    LayDecoy,
    /// Where the active side deploys this officer.
    DeployOfficer(OfficerId),
    /// The C-in-C is put back on the table (JI-172).
    PlaceCinc,
    /// Command phase: activate, give a command order, or continue.
    Command,
    /// Which further unit or officer joins the group that is being activated; only numbers above this one (units of the
    /// side counted from 1, then its officers).
    Activation(u8),
    /// Which unit the Courier reaches; only numbers above this one.
    Courier(u8),
    /// The die of an Unreliable unit that has been activated (JA3.4).
    UnreliableRoll(UnitId),
    /// The die of a unit activated under deficient command (JA2.10).
    DeficientRoll(UnitId),
    /// The die of an officer with messengers who has activated units (JA2.11).
    MessengersRoll(OfficerId),
    /// Movement phase: which unit of the current group moves, or a manoeuvre order, or continue.
    Movement,
    /// The die of an Impetuous unit (JA3.5).
    ImpetuousRoll(UnitId),
    /// Where this unit moves.
    Destination(Mover),
    /// Whether this officer goes with the unit that has just moved.
    Accompany(UnitId, OfficerId),
    /// Where this officer moves alone.
    OfficerDestination(OfficerId),
    /// Combat phase: which attack, or continue.
    Combat,
    /// Whether an officer with this unit fights in its front rank (JA4.4).
    FrontRank(UnitId),
    /// Whether the defender breaks off (JA3.16).
    BreakOff,
    /// The attack order.
    AttackOrder,
    /// The defence order.
    DefenceOrder,
    /// Where the defender withdraws to (J3.52).
    Withdraw,
    /// Whether an officer leads the striking unit for more dice (J3.60).
    LeadForDice,
    /// The dice of the strike.
    StrikeRoll,
    /// Whether tactical advantages become morale hits (J3.44).
    WindOfBall,
    /// Whether a hit is dodged (J3.48, JA3.12).
    Dodge,
    /// Whether Sharpshooters take an officer instead of an element (JA3.17).
    Sharpshoot,
    /// Whether an officer is given up for a loss (J3.59).
    LeadAgainstLoss,
    /// The dice for a wound of the officer in the front rank (JA4.4).
    WoundRoll(u8),
    /// How many morale hits are ignored (J5.53), if the rules leave this open.
    Ignore,
    /// How many morale hits become losses (J3.46).
    Sacrifice,
    /// Where the struck unit retreats to.
    Retreat,
    /// Where the unit that breaks off falls back to.
    FallBack,
    /// The dice of a unit with the Panic letter (JA3.23).
    PanicRoll(u8),
    /// Whether the attacker follows up.
    FollowUp,
    /// Where the attacker pursues to.
    Pursuit,
    /// Whom the attacker attacks after the pursuit move.
    PursuitAttack,
    /// Whom the unit attacks by Breakthrough.
    BreakthroughAttack,
    /// Where Changeable infantry moves on to (JA3.11).
    ChangeableMove,
    /// Whether the defender ripostes.
    Riposte,
    /// The dice of the elephant that is running (J5.96).
    StampedeRoll,
    /// Where the elephant runs, or whom it tramples (J5.97).
    Stampede,
    /// The game is over.
    Over,
}

/// A unit that is about to move, with its aids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mover {
    /// The unit.
    pub unit: UnitId,
    /// Hexes added with combat (Forced march, Forward march!).
    pub bonus: u8,
    /// One more hex for a move that ends next to an enemy (JA3.5).
    pub impetuous: bool,
    /// The unit may enter difficult hexes as clear ones: for tokens, or free of charge because an officer leads it
    /// (J3.33).
    pub woodsmen: Woodsmen,
    /// The unit mounts or dismounts (J3.31).
    pub mounting: Mounting,
}

impl Mover {
    /// A unit that moves without aids.
    pub const fn plain(unit: UnitId) -> Mover {
        Mover { unit, bonus: 0, impetuous: false, woodsmen: Woodsmen::No, mounting: Mounting::No }
    }
}

/// How the order Mount or dismount applies to a move (J3.31).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mounting {
    /// Not given.
    #[default]
    No,
    /// The unit has mounted and moves on.
    Mounts,
    /// The unit dismounts when it has moved.
    Dismounts,
}

/// How the Woodsmen order applies to a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Woodsmen {
    /// Not given.
    #[default]
    No,
    /// Paid per hex.
    Paid,
    /// Free.
    Free,
}

impl Step {
    /// Whether it belongs to a combat.
    pub fn is_of_combat(self) -> bool {
        matches!(
            self,
            Step::FrontRank(_)
                | Step::BreakOff
                | Step::AttackOrder
                | Step::DefenceOrder
                | Step::Withdraw
                | Step::LeadForDice
                | Step::StrikeRoll
                | Step::WindOfBall
                | Step::Dodge
                | Step::Sharpshoot
                | Step::LeadAgainstLoss
                | Step::WoundRoll(_)
                | Step::Ignore
                | Step::Sacrifice
                | Step::Retreat
                | Step::FallBack
                | Step::PanicRoll(_)
                | Step::FollowUp
                | Step::Pursuit
                | Step::PursuitAttack
                | Step::BreakthroughAttack
                | Step::ChangeableMove
                | Step::Riposte
        )
    }
}
