//! The decisions of a side, declared in one table with their kinds, and the results of dice. Their form as data is in
//! `notation/action.rs`.

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

/// Declares the actions by their kinds: the name of a kind in files, whether it is idle (it ends a phase or declines an
/// offer), and its actions. The place of a kind is its code in records, so that a new kind goes to the end.
macro_rules! actions {
    ($(
        $kind:literal $($idle:ident)? {
            $( $(#[$doc:meta])* $variant:ident $(($($field:ty),+))?, )+
        }
    )+) => {
        /// One decision of one side.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Action {
            $($( $(#[$doc])* $variant $(($($field),+))?, )+)+
        }

        /// The kinds of action, in the order of [`Action::kind`].
        pub const KINDS: &[Kind] = &[ $( Kind { name: $kind, idle: is_idle(&[$(stringify!($idle))?]) }, )+ ];

        impl Action {
            /// The index of this action's kind in [`KINDS`].
            pub fn kind(&self) -> usize {
                match self {
                    $($( Action::$variant { .. } => const { place_of_kind($kind) }, )+)+
                }
            }
        }
    };
}

impl Action {
    /// Ends the program with a message: only legal actions are applied.
    ///
    /// # Panics
    /// Always.
    #[cold]
    pub(in crate::jomini) fn not_offered(self) -> ! {
        panic!("{self:?} is not offered here: only legal actions are applied")
    }
}

/// Whether a kind has the word for it.
const fn is_idle(words: &[&str]) -> bool {
    !words.is_empty()
}

/// The place of a kind in [`KINDS`], found by the compiler.
const fn place_of_kind(name: &str) -> usize {
    let mut place = 0;
    while !is_same(KINDS[place].name, name) {
        place += 1;
    }
    place
}

const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut same = one.len() == other.len();
    let mut place = 0;
    while same && place < one.len() {
        same = one[place] == other[place];
        place += 1;
    }
    same
}

actions! {
    "deploy_unit" {
        /// Deploy this unit next.
        DeployUnit(UnitId),
    }
    "deploy_at" {
        /// Deploy the chosen unit here.
        DeployAt(HexId),
    }
    "deploy_officer_at" {
        /// Deploy the current officer here.
        DeployOfficerAt(HexId),
    }
    "place_cinc" {
        /// Put the C-in-C back on the table here, in place of this officer or of none ([`NO_OFFICER`]) (JI-172).
        ///
        /// [`NO_OFFICER`]: super::NO_OFFICER
        PlaceCinc(HexId, OfficerId),
    }
    "activate" {
        /// Begin an activation by this officer (J3.6).
        Activate(OfficerId),
    }
    "pick" {
        /// Take this unit into the group that is being activated.
        Pick(UnitId),
    }
    "pick_officer" {
        /// Activate this officer alone with the group (J3.16).
        PickOfficer(OfficerId),
    }
    "command_order" {
        /// Command order Reconnaissance (J3.26).
        Reconnaissance,
        /// Command order Courier (J3.27); the unit is chosen next.
        Courier,
        /// Command order Strategic move by this officer (J3.28).
        StrategicMove(OfficerId),
        /// Command order Extra activation (J3.29).
        ExtraActivation,
    }
    "manoeuvre_order" {
        /// Manoeuvre order Combined order, given in the Command phase (J3.34).
        CombinedOrder,
        /// Manoeuvre order Messengers to this general, who then activates (J3.35).
        Messengers(OfficerId),
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
    }
    "lead" {
        /// This officer leads this unit, which activates it (J3.57).
        LeadToActivate(OfficerId, UnitId),
        /// This officer leads this unit, which regains all its elements (J3.61).
        LeadToRally(OfficerId, UnitId),
        /// This officer leads the striking unit for more dice (J3.60).
        LeadForDice(OfficerId),
        /// This officer is given up and one loss ignored (J3.59).
        LeadAgainstLoss(OfficerId),
    }
    "move" {
        /// Move this unit; its destination is chosen next.
        Move(UnitId),
        /// Roll the die of this Impetuous unit, then move it (JA3.5).
        MoveImpetuously(UnitId),
    }
    "move_officer" {
        /// Move an officer alone; his destination is chosen next.
        MoveOfficer(OfficerId),
    }
    "move_to" {
        /// The unit moves here.
        MoveTo(Destination),
    }
    "officer_to" {
        /// The officer moves here.
        OfficerTo(HexId),
    }
    "accompany" {
        /// The officer goes with the unit that has just moved.
        Accompany,
    }
    "attack" {
        /// This unit attacks that one.
        Attack(UnitId, UnitId),
    }
    "break_off" {
        /// The defender breaks off (JA3.16).
        BreakOff,
    }
    "attack_order" {
        /// An attack order.
        OrderAttack(AttackOrder, Payment),
    }
    "defence_order" {
        /// A defence order.
        OrderDefence(DefenceOrder, Payment),
    }
    "withdraw_to" {
        /// The defender withdraws here (J3.52).
        WithdrawTo(HexId),
    }
    "wind_of_ball" {
        /// Turn this many tactical advantages into morale hits (J3.44).
        WindOfBall(u8, Payment),
    }
    "dodge" {
        /// Dodge a hit by order (J3.48).
        DodgeByOrder,
        /// Dodge a hit by trait (JA3.12).
        DodgeByTrait,
    }
    "ignore" {
        /// Ignore this many morale hits (J5.53).
        Ignore(u8),
    }
    "sacrifice" {
        /// Turn this many morale hits into losses (J3.46).
        Sacrifice(u8),
    }
    "retreat_to" {
        /// The target retreats here.
        RetreatTo(HexId),
    }
    "fall_back_to" {
        /// The unit that breaks off falls back here.
        FallBackTo(HexId),
    }
    "follow_up" {
        /// Follow up into the vacated hex.
        FollowUp,
    }
    "pursue_to" {
        /// Pursue to this hex, which may be the one it stands on.
        PursueTo(HexId),
    }
    "attack_again" {
        /// Attack this unit after a pursuit move or by Breakthrough.
        AttackAgain(UnitId),
    }
    "breakthrough" {
        /// Buy a Breakthrough (J3.43).
        Breakthrough(Payment),
    }
    "move_on" {
        /// Move on to this hex (JA3.11).
        MoveOn(HexId),
    }
    "riposte" {
        /// Strike back.
        Riposte,
    }
    "flee_to" {
        /// The character flees to this hex.
        FleeTo(HexId),
    }
    "pass" idle {
        /// The defender stands.
        Stand,
        /// The officer stays where he is.
        StayBehind,
        /// No order is given.
        NoOrder,
        /// Decline the offer.
        Pass,
    }
    "done" idle {
        /// End the picking of a group, or this group's part of the phase.
        Done,
    }
    "decoy" {
        /// Lay a decoy next, a slip of paper without a unit (JA1.10).
        Decoy,
    }
    "take_officer" {
        /// Sharpshooters take this officer instead of an element (JA3.17).
        TakeOfficer(OfficerId),
    }
    "choose_edge" {
        /// Play on the other side of the table, or stay (JA1.4).
        ChooseEdge(bool),
    }
    "choose_first" {
        /// Play first, or let the other side (JA1.4).
        ChooseFirst(bool),
    }
    "front_rank" {
        /// This officer fights in the front rank of his unit (JA4.4).
        FrontRank(OfficerId),
    }
    "stampede_to" {
        /// The panicked elephant runs here (J5.96).
        StampedeTo(HexId),
    }
    "trample" {
        /// The panicked elephant attacks this unit in its way, friend or foe (J5.97).
        Trample(UnitId),
    }
    "leave" {
        /// The unit leaves the table by the exit on which it stands (J4.22).
        Leave(UnitId),
        /// The officer leaves the table alone (J4.23).
        LeaveAlone(OfficerId),
    }
}
