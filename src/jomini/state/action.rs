//! The decisions of a side, one variant for each kind of decision, and the results of dice.

use crate::game::Kind;
use crate::jomini::map::hex::HexId;
use crate::jomini::state::{AttackOrder, DefenceOrder, OfficerId, UnitId};

/// The payment of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payment {
    /// With order tokens (J3.19).
    Tokens,
    /// By this officer, who leads the unit and leaves the game (J3.58).
    Lead(OfficerId),
}

/// One decision of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Play on the other side of the table, or stay (JA1.4).
    ChooseEdge(bool),
    /// Play first, or let the other side (JA1.4).
    ChooseFirst(bool),
    /// Deploy this unit next.
    DeployUnit(UnitId),
    /// Deploy the chosen unit here.
    DeployAt(HexId),
    /// Lay a decoy next, a slip of paper without a unit (JA1.10).
    Decoy,
    /// Deploy the current officer here.
    DeployOfficerAt(HexId),
    /// Put the C-in-C back on the table here, in place of this officer or of none ([`NO_OFFICER`]) (JI-172).
    ///
    /// [`NO_OFFICER`]: super::NO_OFFICER
    PlaceCinc(HexId, OfficerId),
    /// Begin an activation by this officer (J3.6).
    Activate(OfficerId),
    /// Take this unit into the group that is being activated.
    Pick(UnitId),
    /// Activate this officer alone with the group (J3.16).
    PickOfficer(OfficerId),
    /// Command order Reconnaissance (J3.26).
    Reconnaissance,
    /// Command order Courier (J3.27); the unit is chosen next.
    Courier,
    /// Command order Strategic move by this officer (J3.28).
    StrategicMove(OfficerId),
    /// Command order Extra activation (J3.29).
    ExtraActivation,
    /// Manoeuvre order Combined order, given in the Command phase (J3.34).
    CombinedOrder,
    /// Manoeuvre order Messengers to this general, who then activates (J3.35).
    Messengers(OfficerId),
    /// This officer leads this unit, which activates it (J3.57).
    LeadToActivate(OfficerId, UnitId),
    /// Move this unit; its destination is chosen next.
    Move(UnitId),
    /// Roll the die of this Impetuous unit, then move it (JA3.5).
    MoveImpetuously(UnitId),
    /// Manoeuvre order Forced march to this unit, which then moves (J3.32).
    ForcedMarch(UnitId, Payment),
    /// Manoeuvre order Mount or dismount to this unit, which then moves (J3.31).
    Mount(UnitId, Payment),
    /// Manoeuvre order Woodsmen to this unit, which then moves (J3.33).
    Woodsmen(UnitId, Payment),
    /// Manoeuvre order Forward march! to the units of the current group (J3.36).
    ForwardMarch,
    /// Manoeuvre order Rally: this many elements return to this unit (J3.37).
    Rally(UnitId, u8, Payment),
    /// This officer leads this unit, which regains all its elements (J3.61).
    LeadToRally(OfficerId, UnitId),
    /// Move an officer alone; his destination is chosen next.
    MoveOfficer(OfficerId),
    /// The unit leaves the table by the exit on which it stands (J4.22).
    Leave(UnitId),
    /// The officer leaves the table alone (J4.23).
    LeaveAlone(OfficerId),
    /// The unit moves here.
    MoveTo(Destination),
    /// The officer moves here.
    OfficerTo(HexId),
    /// The officer goes with the unit that has just moved.
    Accompany,
    /// The officer stays where he is.
    StayBehind,
    /// This unit attacks that one.
    Attack(UnitId, UnitId),
    /// This officer fights in the front rank of his unit (JA4.4).
    FrontRank(OfficerId),
    /// The defender breaks off (JA3.16).
    BreakOff,
    /// The defender stands.
    Stand,
    /// An attack order.
    OrderAttack(AttackOrder, Payment),
    /// A defence order.
    OrderDefence(DefenceOrder, Payment),
    /// No order is given.
    NoOrder,
    /// The defender withdraws here (J3.52).
    WithdrawTo(HexId),
    /// This officer leads the striking unit for more dice (J3.60).
    LeadForDice(OfficerId),
    /// Turn this many tactical advantages into morale hits (J3.44).
    WindOfBall(u8, Payment),
    /// Dodge a hit by order (J3.48).
    DodgeByOrder,
    /// Dodge a hit by trait (JA3.12).
    DodgeByTrait,
    /// Sharpshooters take this officer instead of an element (JA3.17).
    TakeOfficer(OfficerId),
    /// This officer is given up and one loss ignored (J3.59).
    LeadAgainstLoss(OfficerId),
    /// Ignore this many morale hits (J5.53).
    Ignore(u8),
    /// Turn this many morale hits into losses (J3.46).
    Sacrifice(u8),
    /// The struck unit retreats here.
    RetreatTo(HexId),
    /// The unit that breaks off falls back here.
    FallBackTo(HexId),
    /// Follow up into the vacated hex.
    FollowUp,
    /// Pursue to this hex, which may be the one it stands on.
    PursueTo(HexId),
    /// Attack this unit after a pursuit move or by Breakthrough.
    AttackAgain(UnitId),
    /// Buy a Breakthrough (J3.43).
    Breakthrough(Payment),
    /// Move on to this hex (JA3.11).
    MoveOn(HexId),
    /// Strike back.
    Riposte,
    /// The character flees to this hex.
    FleeTo(HexId),
    /// The panicked elephant runs here (J5.96).
    StampedeTo(HexId),
    /// The panicked elephant attacks this unit in its way, friend or foe (J5.97).
    Trample(UnitId),
    /// Decline the offer.
    Pass,
    /// End the picking of a group, or this group's part of the phase.
    Done,
}

/// The destination of a unit and the cost of the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Destination {
    /// The hex it ends in.
    pub hex: HexId,
    /// Hexes moved.
    pub hexes: u8,
    /// Whether it may still attack.
    pub may_attack: bool,
    /// Difficult hexes entered as clear by Woodsmen (J3.33).
    pub difficult: u8,
    /// Lone enemy officers driven out on the way, as bits counted from the enemy's first officer (J5.104).
    pub drives_out: u8,
}

/// The result of one roll, merged by effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Roll {
    /// Faces that hit.
    pub hits: u8,
    /// Faces that are morale hits.
    pub morale_hits: u8,
    /// Order letters.
    pub letters: u8,
    /// Tactical advantages whose effect is still to be decided, or that count two morale hits each.
    pub tactical: u8,
    /// Hits among them on the separate die of Sharpshooters: 1 or 0 (JA3.17).
    pub apart: u8,
}

/// The kinds of action, in the order of [`Action::kind`].
pub const KINDS: &[Kind] = &[
    kind("deploy_unit"),
    kind("deploy_at"),
    kind("deploy_officer_at"),
    kind("place_cinc"),
    kind("activate"),
    kind("pick"),
    kind("pick_officer"),
    kind("command_order"),
    kind("manoeuvre_order"),
    kind("lead"),
    kind("move"),
    kind("move_officer"),
    kind("move_to"),
    kind("officer_to"),
    kind("accompany"),
    kind("attack"),
    kind("break_off"),
    kind("attack_order"),
    kind("defence_order"),
    kind("withdraw_to"),
    kind("wind_of_ball"),
    kind("dodge"),
    kind("ignore"),
    kind("sacrifice"),
    kind("retreat_to"),
    kind("fall_back_to"),
    kind("follow_up"),
    kind("pursue_to"),
    kind("attack_again"),
    kind("breakthrough"),
    kind("move_on"),
    kind("riposte"),
    kind("flee_to"),
    Kind { name: "pass", idle: true },
    Kind { name: "done", idle: true },
    kind("decoy"),
    kind("take_officer"),
    kind("choose_edge"),
    kind("choose_first"),
    kind("front_rank"),
    kind("stampede_to"),
    kind("trample"),
    kind("leave"),
];

const fn kind(name: &'static str) -> Kind {
    Kind { name, idle: false }
}

impl Action {
    /// The index of this action's kind in [`KINDS`].
    pub fn kind(&self) -> usize {
        match self {
            Action::DeployUnit(_) => 0,
            Action::DeployAt(_) => 1,
            Action::DeployOfficerAt(_) => 2,
            Action::PlaceCinc(..) => 3,
            Action::Activate(_) => 4,
            Action::Pick(_) => 5,
            Action::PickOfficer(_) => 6,
            Action::Reconnaissance | Action::Courier | Action::StrategicMove(_) | Action::ExtraActivation => 7,
            Action::CombinedOrder
            | Action::Messengers(_)
            | Action::ForcedMarch(..)
            | Action::Mount(..)
            | Action::Woodsmen(..)
            | Action::ForwardMarch
            | Action::Rally(..) => 8,
            Action::LeadToActivate(..)
            | Action::LeadToRally(..)
            | Action::LeadForDice(_)
            | Action::LeadAgainstLoss(_) => 9,
            Action::Move(_) | Action::MoveImpetuously(_) => 10,
            Action::MoveOfficer(_) => 11,
            Action::MoveTo(_) => 12,
            Action::OfficerTo(_) => 13,
            Action::Accompany => 14,
            Action::Attack(..) => 15,
            Action::BreakOff => 16,
            Action::OrderAttack(..) => 17,
            Action::OrderDefence(..) => 18,
            Action::WithdrawTo(_) => 19,
            Action::WindOfBall(..) => 20,
            Action::DodgeByOrder | Action::DodgeByTrait => 21,
            Action::Ignore(_) => 22,
            Action::Sacrifice(_) => 23,
            Action::RetreatTo(_) => 24,
            Action::FallBackTo(_) => 25,
            Action::FollowUp => 26,
            Action::PursueTo(_) => 27,
            Action::AttackAgain(_) => 28,
            Action::Breakthrough(_) => 29,
            Action::MoveOn(_) => 30,
            Action::Riposte => 31,
            Action::FleeTo(_) => 32,
            Action::Stand | Action::StayBehind | Action::NoOrder | Action::Pass => 33,
            Action::Done => 34,
            Action::Decoy => 35,
            Action::TakeOfficer(_) => 36,
            Action::ChooseEdge(_) => 37,
            Action::ChooseFirst(_) => 38,
            Action::FrontRank(_) => 39,
            Action::StampedeTo(_) => 40,
            Action::Trample(_) => 41,
            Action::Leave(_) | Action::LeaveAlone(_) => 42,
        }
    }
}
