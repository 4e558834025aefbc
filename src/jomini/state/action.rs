//! The decisions of a side, declared in one table, and the results of dice.
//!
//! A new action takes a line of this table, and a line of the decision in `turn/engine.rs`, or within a strike in
//! `combat/flow.rs`, with the functions that list and execute it.

use crate::game::ActionKind;
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

/// The table of actions: kinds in their order, each with its name in files and its nature, and its actions. The nature
/// is `idle` if the kind ends a phase or declines an offer, `order` if it is an order (T7), otherwise `active`. A kind
/// with several actions has a further key, and each of them a word for it. The place of a kind is its code in records,
/// so that a new kind goes to the end.
///
/// An action has the form of its data in files (`notation/action/forms.rs`), its description (`says`), and the event
/// that it always counts as (`describe/events/names.rs`). The description is a template, or the file of
/// `describe/action/` which has it (`idle`: the table of steps). Placeholders of a template are fields of the action;
/// `{unit}` without such a field is the unit concerned, and `{army}` its army, or else that of the active side.
///
/// The table is passed to macros that generate code from it: the type here, the serial form in `notation/action.rs`,
/// descriptions in `describe/action.rs`, counting in `describe/events/decisions.rs`.
macro_rules! action_table {
    ($generate:ident) => {
        $generate! {
            DeployUnit = "deploy_unit", active {
                /// Deploy this unit next.
                DeployUnit(unit: UnitId) as UnitForm, says "{army} is to deploy {unit}.",
            }
            DeployAt = "deploy_at", active {
                /// Deploy the chosen unit here.
                DeployAt(hex: HexId) as ToHexForm, says deployment,
            }
            DeployOfficerAt = "deploy_officer_at", active {
                /// Deploy the current officer here.
                DeployOfficerAt(hex: HexId) as HexForm, says deployment,
            }
            PlaceCinc = "place_cinc", active {
                /// Put the C-in-C back on the table here, in place of this officer or of none ([`NO_OFFICER`])
                /// (JI-172).
                ///
                /// [`NO_OFFICER`]: super::NO_OFFICER
                PlaceCinc(hex: HexId, replaces: OfficerId) as CincForm, says deployment counts CommanderPlaced,
            }
            Activate = "activate", active {
                /// Begin an activation by this officer (J3.6).
                Activate(officer: OfficerId) as OfficerForm, says command,
            }
            Pick = "pick", active {
                /// Take this unit into the group that is being activated.
                Pick(unit: UnitId) as UnitForm, says command,
            }
            PickOfficer = "pick_officer", active {
                /// Activate this officer alone with the group (J3.16).
                PickOfficer(officer: OfficerId) as OfficerForm, says "{officer} is activated alone." counts Alone,
            }
            CommandOrder = "command_order", order, by "order" {
                /// Command order Reconnaissance (J3.26).
                Reconnaissance as "reconnaissance" PlainForm, says command counts Reconnaissance,
                /// Command order Courier (J3.27); the unit is chosen next.
                Courier as "courier" PlainForm, says command counts Courier,
                /// Command order Strategic move by this officer (J3.28).
                StrategicMove(officer: OfficerId) as "strategic_move" OfficerForm, says command counts StrategicMove,
                /// Command order Extra activation (J3.29).
                ExtraActivation as "extra_activation" PlainForm, says command counts ExtraActivation,
            }
            ManoeuvreOrder = "manoeuvre_order", order, by "order" {
                /// Manoeuvre order Combined order, given in the Command phase (J3.34).
                CombinedOrder as "combined_order" PlainForm, says command counts CombinedOrder,
                /// Manoeuvre order Messengers to this general, who then activates (J3.35).
                Messengers(officer: OfficerId) as "messengers" OfficerForm, says command counts MessengersOrder,
                /// Manoeuvre order Forced march to this unit, which then moves (J3.32).
                ForcedMarch(unit: UnitId, paid_by: Payment) as "forced_march" UnitPaidForm, says movement,
                /// Manoeuvre order Mount or dismount to this unit, which then moves (J3.31).
                Mount(unit: UnitId, paid_by: Payment) as "mount" UnitPaidForm, says movement,
                /// Manoeuvre order Woodsmen to this unit, which then moves (J3.33).
                Woodsmen(unit: UnitId, paid_by: Payment) as "woodsmen" UnitPaidForm, says movement,
                /// Manoeuvre order Forward march! to the units of the current group (J3.36).
                ForwardMarch as "forward_march" PlainForm, says movement counts ForwardMarch,
                /// Manoeuvre order Rally: this many elements return to this unit (J3.37).
                Rally(unit: UnitId, elements: u8, paid_by: Payment) as "rally" RallyForm, says movement,
            }
            Lead = "lead", active, by "to" {
                /// This officer leads this unit, which activates it (J3.57).
                LeadToActivate(officer: OfficerId, unit: UnitId) as "activate" LeadForm,
                    says "{officer} puts himself at the head of {unit} to activate it." counts LeadToActivate,
                /// This officer leads this unit, which regains all its elements (J3.61).
                LeadToRally(officer: OfficerId, unit: UnitId) as "rally" LeadForm,
                    says "{officer} puts himself at the head of {unit} and rallies it." counts LeadToRally,
                /// This officer leads the striking unit for more dice (J3.60).
                LeadForDice(officer: OfficerId) as "add_dice" ByOfficerForm, says combat counts LeadForDice,
                /// This officer is given up and one loss ignored (J3.59).
                LeadAgainstLoss(officer: OfficerId) as "ignore_loss" ByOfficerForm, says combat counts LeadAgainstLoss,
            }
            Move = "move", active, by "how" {
                /// Move this unit; its destination is chosen next.
                Move(unit: UnitId) as "ordinary" UnitForm, says movement,
                /// Roll the die of this Impetuous unit, then move it (JA3.5).
                MoveImpetuously(unit: UnitId) as "impetuous" UnitForm, says movement,
            }
            MoveOfficer = "move_officer", active {
                /// Move an officer alone; his destination is chosen next.
                MoveOfficer(officer: OfficerId) as OfficerForm, says "{officer} is to move alone.",
            }
            MoveTo = "move_to", active {
                /// The unit moves here.
                MoveTo(destination: Destination) as MoveForm, says movement,
            }
            OfficerTo = "officer_to", active {
                /// The officer moves here.
                OfficerTo(hex: HexId) as HexForm, says movement,
            }
            Accompany = "accompany", active {
                /// The officer goes with the unit that has just moved.
                Accompany as ActingForm, says movement counts Accompany,
            }
            Attack = "attack", active {
                /// This unit attacks that one.
                Attack(unit: UnitId, target: UnitId) as AttackForm, says combat,
            }
            BreakOff = "break_off", active {
                /// The defender breaks off (JA3.16).
                BreakOff as ActingForm, says "{unit} breaks off.",
            }
            OrderAttack = "attack_order", order {
                /// An attack order.
                OrderAttack(order: AttackOrder, paid_by: Payment) as AttackOrderForm, says combat,
            }
            OrderDefence = "defence_order", order {
                /// A defence order.
                OrderDefence(order: DefenceOrder, paid_by: Payment) as DefenceOrderForm, says combat,
            }
            WithdrawTo = "withdraw_to", active {
                /// The defender withdraws here (J3.52).
                WithdrawTo(hex: HexId) as ToHexForm, says "{unit} withdraws to {hex}.",
            }
            WindOfBall = "wind_of_ball", order {
                /// Turn this many tactical advantages into morale hits (J3.44).
                WindOfBall(advantages: u8, paid_by: Payment) as AdvantagesForm, says combat,
            }
            Dodge = "dodge", active, by "by" {
                /// Dodge a hit by order (J3.48).
                DodgeByOrder as "order" ActingForm, says combat counts Dodge,
                /// Dodge a hit by trait (JA3.12).
                DodgeByTrait as "trait" ActingForm, says combat counts Dodge,
            }
            Ignore = "ignore", active {
                /// Ignore this many morale hits (J5.53).
                Ignore(morale_hits: u8) as MoraleHitsForm, says combat,
            }
            Sacrifice = "sacrifice", active {
                /// Turn this many morale hits into losses (J3.46).
                Sacrifice(morale_hits: u8) as MoraleHitsForm, says combat counts Sacrifice,
            }
            RetreatTo = "retreat_to", active {
                /// The target retreats here.
                RetreatTo(hex: HexId) as ToHexForm, says combat,
            }
            FallBackTo = "fall_back_to", active {
                /// The unit that breaks off falls back here.
                FallBackTo(hex: HexId) as ToHexForm, says combat counts FallBack,
            }
            FollowUp = "follow_up", active {
                /// Follow up into the vacated hex.
                FollowUp as ActingForm, says combat,
            }
            PursueTo = "pursue_to", active {
                /// Pursue to this hex, which may be the one it stands on.
                PursueTo(hex: HexId) as ToHexForm, says combat counts Pursuit,
            }
            AttackAgain = "attack_again", active {
                /// Attack this unit after a pursuit move or by Breakthrough.
                AttackAgain(target: UnitId) as TargetForm, says combat,
            }
            Breakthrough = "breakthrough", order {
                /// Buy a Breakthrough (J3.43).
                Breakthrough(paid_by: Payment) as PaidForm, says combat,
            }
            MoveOn = "move_on", active {
                /// Move on to this hex (JA3.11).
                MoveOn(hex: HexId) as ToHexForm, says combat counts Changeable,
            }
            Riposte = "riposte", active {
                /// Strike back.
                Riposte as ActingForm, says "{unit} strikes back.",
            }
            FleeTo = "flee_to", active {
                /// The character flees to this hex.
                FleeTo(hex: HexId) as HexForm, says movement counts Flight,
            }
            Pass = "pass", idle, by "what" {
                /// The defender stands.
                Stand as "break_off" ActingForm, says "{unit} stands.",
                /// The officer stays where he is.
                StayBehind as "accompany" ActingForm, says movement,
                /// No order is given.
                NoOrder as "order" ActingForm, says "{army} gives no order.",
                /// Decline the offer.
                Pass as "offer" PlainForm, says idle,
            }
            Done = "done", idle {
                /// End the picking of a group, or this group's part of the phase.
                Done as PlainForm, says idle,
            }
            Decoy = "decoy", active {
                /// Lay a decoy next, a slip of paper without a unit (JA1.10).
                Decoy as PlainForm, says "{army} is to lay an empty slip.",
            }
            TakeOfficer = "take_officer", active {
                /// Sharpshooters take this officer instead of an element (JA3.17).
                TakeOfficer(officer: OfficerId) as ByOfficerForm,
                    says "{unit} picks off {officer} instead of an element." counts Sharpshooter,
            }
            ChooseEdge = "choose_edge", active {
                /// Play on the other side of the table, or stay (JA1.4).
                ChooseEdge(change: bool) as EdgeForm, says deployment,
            }
            ChooseFirst = "choose_first", active {
                /// Play first, or let the other side (JA1.4).
                ChooseFirst(first: bool) as FirstForm, says deployment,
            }
            FrontRank = "front_rank", active {
                /// This officer fights in the front rank of his unit (JA4.4).
                FrontRank(officer: OfficerId) as OfficerForm,
                    says "{officer} fights in the front rank." counts FrontRank,
            }
            StampedeTo = "stampede_to", active {
                /// The panicked elephant runs here (J5.96).
                StampedeTo(hex: HexId) as ToHexForm, says "{unit} runs to {hex}." counts Runs,
            }
            Trample = "trample", active {
                /// The panicked elephant attacks this unit in its way, friend or foe (J5.97).
                Trample(target: UnitId) as TargetForm, says combat counts Tramples,
            }
            Leave = "leave", active, by "who" {
                /// The unit leaves the table by the exit on which it stands (J4.22).
                Leave(unit: UnitId) as "unit" UnitForm, says movement counts Leaves,
                /// The officer leaves the table alone (J4.23).
                LeaveAlone(officer: OfficerId) as "officer" OfficerForm,
                    says "{officer} leaves the table." counts Leaves,
            }
        }
    };
}
pub(in crate::jomini) use action_table;

macro_rules! is_idle {
    (idle) => {
        true
    };
    ($other:ident) => {
        false
    };
}

macro_rules! is_order {
    (order) => {
        true
    };
    ($other:ident) => {
        false
    };
}

macro_rules! define_actions {
    ($(
        $kind:ident = $name:literal, $nature:ident $(, by $tag:literal)? {
            $(
                $(#[$doc:meta])*
                $action:ident $(($($field:ident: $data:ty),+))? as $($word:literal)? $form:ident,
                    says $words:tt $(counts $event:ident)?,
            )+
        }
    )+) => {
        /// One decision of one side.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Action {
            $($( $(#[$doc])* $action $(($($data),+))?, )+)+
        }

        /// The kinds of action, in the order of [`Action::kind`].
        pub const KINDS: &[ActionKind] = &[$( ActionKind { name: $name, idle: is_idle!($nature) } ),+];

        /// The index of each kind in [`KINDS`].
        #[derive(Clone, Copy)]
        enum Index {
            $($kind),+
        }

        impl Action {
            /// The index of this action's kind in [`KINDS`].
            pub const fn kind(&self) -> usize {
                match self {
                    $($( Action::$action { .. } )|+ => Index::$kind as usize,)+
                }
            }

            /// Whether its kind is an order of T7.
            pub const fn is_of_order_kind(&self) -> bool {
                match self {
                    $($( Action::$action { .. } )|+ => is_order!($nature),)+
                }
            }
        }
    };
}

action_table!(define_actions);

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
