//! The names of the counted events and the counters behind them. An event possible only under some rules is counted
//! only under those.

use crate::game::Event;
use crate::jomini::map::terrain::Terrain;
use crate::jomini::rules::{UNIT_KINDS, UnitKind};
use std::sync::LazyLock;

/// Declares the events with a name of their own, group by group.
macro_rules! event_kinds {
    ($( $group:literal { $( $variant:ident = $name:literal, )+ } )+) => {
        /// An event with a name of its own.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum EventKind {
            $( $( $variant, )+ )+
        }

        /// The group and the name of each, in the order of the variants.
        const NAMED: &[(&str, &str)] = &[ $( $( ($group, $name), )+ )+ ];
    };
}

event_kinds! {
    "order" {
        Reconnaissance = "reconnaissance",
        Courier = "courier",
        StrategicMove = "strategic_move",
        ExtraActivation = "extra_activation",
        Mount = "mount",
        ForcedMarch = "forced_march",
        WoodsmenOrder = "woodsmen",
        CombinedOrder = "combined_order",
        MessengersOrder = "messengers",
        ForwardMarch = "forward_march",
        Rally = "rally",
        Elan = "elan",
        Charge = "charge",
        Berserk = "berserk",
        Sappers = "sappers",
        Breakthrough = "breakthrough",
        WindOfBall = "wind_of_ball",
        SacrificeOrder = "sacrifice",
        LikeARock = "like_a_rock",
        DodgeOrder = "dodge",
        HoldPosition = "hold_position",
        Nuts = "nuts",
        CounterCharge = "counter_charge",
        Withdrawal = "withdrawal",
        Ambush = "ambush",
    }
    "letter" {
        Unreliable = "unreliable",
        Impetuous = "impetuous",
        Slow = "slow",
        Mobile = "mobile",
        Static = "static",
        Aggressive = "aggressive",
        Basic = "basic",
        Changeable = "changeable",
        Dodging = "dodging",
        Fanatic = "fanatic",
        Harassing = "harassing",
        Irregular = "irregular",
        BreakOff = "break_off",
        Sharpshooter = "sharpshooter",
        Marksman = "marksman",
        Stubborn = "stubborn",
        Fleeing = "fleeing",
        Hesitant = "hesitant",
        Elusive = "elusive",
        Panic = "panic",
        Tenacious = "tenacious",
        Horses = "horses",
        Camels = "camels",
        Elephants = "elephants",
        Woodsmen = "woodsmen",
        Wagons = "wagons",
        ManoeuvreGood = "manoeuvre_good",
        ManoeuvreWeak = "manoeuvre_weak",
        AttackGood = "attack_good",
        AttackWeak = "attack_weak",
        DefenceGood = "defence_good",
        DefenceWeak = "defence_weak",
        Contingent = "feudal",
        SiegeEquipment = "siege_equipment",
    }
    "officer letter" {
        GoodOfficer = "good",
        WeakOfficer = "weak",
        BadOfficer = "bad",
        AlliedOfficer = "allied",
        DeficientOfficer = "deficient",
        MessengersOfficer = "messengers",
    }
    "leading" {
        LeadToActivate = "to activate",
        LeadToOrder = "to give an order",
        LeadAgainstLoss = "to ignore a loss",
        LeadForDice = "for dice",
        LeadToRally = "to rally",
    }
    "strike" {
        Melee = "melee",
        Fire = "ranged fire",
        Riposte = "riposte",
        AmbushRoll = "ambush",
        AgainstBreakOff = "against a unit that breaks off",
        CounterChargeRoll = "counter-charge",
        Lances = "lances",
        RiflesInMelee = "rifles in melee",
        GunsMoved = "guns that have moved",
        VeryHeavyTarget = "against very heavy cavalry",
        CamelEffect = "camel effect",
        ElephantEffect = "elephant effect",
    }
    "reaction" {
        FallBack = "fall back",
        Dodge = "dodge",
        Sacrifice = "flag turned into a loss",
        Retreat = "retreat",
        BlockedRetreat = "blocked retreat",
        IgnoredBySupport = "flag ignored by support",
        IgnoredByOfficer = "flag ignored by an officer",
        IgnoredByArtillery = "flag ignored by artillery",
        IgnoredByWorks = "flag ignored behind works",
        IgnoredByOrder = "flag ignored by order",
        MandatoryFollowUp = "mandatory follow-up",
        FollowUp = "follow-up by choice",
        Pursuit = "pursuit",
        PursuitAttack = "attack in pursuit",
        BreakthroughAttack = "attack by breakthrough",
        PanicLoss = "loss by panic",
        Enters = "enters the table",
        Leaves = "leaves the table",
        UnitLost = "unit lost",
        GameOver = "game over",
    }
    "period" {
        FrontRank = "officer in the front rank",
        Wound = "officer wounded",
        BreakOffByOfficer = "broken off by an officer",
        GunsOfMake = "rifled, breech-loading or braked guns",
    }
    "elephant" {
        Looses = "elephant loosed",
        Runs = "runs in panic",
        Tramples = "tramples who bars its way",
        TramplesFriend = "tramples a friend",
        Gone = "panicked elephant gone",
    }
    "officer" {
        Alone = "activated alone",
        Accompany = "goes along",
        Discount = "order made cheaper",
        DrivenOut = "driven out",
        Flight = "flight",
        NoRefuge = "no refuge",
        OfficerLost = "officer lost",
        CommanderLost = "loss of the commander-in-chief",
        SkippedTurn = "player-turn skipped",
        CommanderPlaced = "commander-in-chief put back",
        CutOff = "contingent cut off",
    }
}

/// Terrain that stops a move, costs it one hex, bars it or helps it (T4, T5).
const MOVE: &[Terrain] = &[
    Terrain::FOREST,
    Terrain::ROCKS,
    Terrain::MARSH,
    Terrain::BUILDINGS,
    Terrain::SAND,
    Terrain::ROAD,
    Terrain::RIVER,
    Terrain::LARGE_RIVER,
    Terrain::FORD,
    Terrain::BRIDGE,
    Terrain::SNOW,
    Terrain::MOUNTAIN,
    Terrain::LAKE,
    Terrain::WALL,
    Terrain::DITCH,
    Terrain::FORTIFICATION,
    Terrain::RAMPART,
];

/// Terrain that limits or takes dice (T4, T5), with its rule in the trail of dice.
const DICE: &[(Terrain, &str)] = &[
    (Terrain::HILL, "J7.4"),
    (Terrain::ROCKS, "J7.5"),
    (Terrain::FOREST, "J7.6"),
    (Terrain::MARSH, "J7.7"),
    (Terrain::BUILDINGS, "J7.8"),
    (Terrain::SAND, "J7.9"),
    (Terrain::FORD, "J7.16"),
    (Terrain::SNOW, "J7.17"),
    (Terrain::WALL, "J7.19"),
    (Terrain::RAMPART, "J7.20"),
    (Terrain::DITCH, "J7.21"),
    (Terrain::FORTIFICATION, "J7.22"),
];

/// Terrain that masks (T4, T5).
const SIGHT: &[Terrain] = &[
    Terrain::FOREST,
    Terrain::HILL,
    Terrain::BUILDINGS,
    Terrain::MOUNTAIN,
    Terrain::WALL,
    Terrain::DITCH,
    Terrain::FORTIFICATION,
    Terrain::RAMPART,
];

fn name_of(terrain: Terrain) -> String {
    terrain.names().next().unwrap_or_default().to_owned()
}

static EVENTS: LazyLock<Vec<Event>> = LazyLock::new(|| {
    let named = NAMED.iter().map(|(group, name)| Event { group, name: (*name).to_owned() });
    let troops = UnitKind::covered().iter().map(|kind| Event { group: "troops", name: kind.name().to_owned() });
    let of = |group, terrain: Terrain| Event { group, name: name_of(terrain) };
    let moves = MOVE.iter().map(|terrain| of("terrain: movement", *terrain));
    let dice = DICE.iter().map(|(terrain, _)| of("terrain: dice", *terrain));
    let sight = SIGHT.iter().map(|terrain| of("terrain: sight", *terrain));
    named.chain(troops).chain(moves).chain(dice).chain(sight).collect()
});

/// The events in the order of their counters.
pub(in crate::jomini) fn events() -> &'static [Event] {
    &EVENTS
}

/// The index of each type of troops among those that the rules cover.
static PLACES: LazyLock<[Option<usize>; UNIT_KINDS]> = LazyLock::new(|| {
    let place = |kind: &UnitKind| UnitKind::covered().iter().position(|it| it == kind);
    std::array::from_fn(|kind| place(&UnitKind::ALL[kind]))
});

/// The counters of all events.
pub(super) struct Counts<'a>(&'a mut [u64]);

impl<'a> Counts<'a> {
    /// Counters with one entry for each event.
    pub fn new(counts: &'a mut [u64]) -> Counts<'a> {
        assert_eq!(counts.len(), EVENTS.len(), "there is a counter for each event");
        Counts(counts)
    }

    /// Counts an event with a name of its own.
    pub fn add(&mut self, kind: EventKind) {
        self.0[kind as usize] += 1;
    }

    /// Counts the event, if it happened.
    pub fn add_if(&mut self, happened: bool, kind: EventKind) {
        self.0[kind as usize] += u64::from(happened);
    }

    /// Counts a unit of this type in a combat.
    pub fn troops(&mut self, kind: UnitKind) {
        if let Some(place) = PLACES[kind as usize] {
            self.0[NAMED.len() + place] += 1;
        }
    }

    fn of_terrain(&mut self, before: usize, list: impl Iterator<Item = Terrain>, terrain: Terrain) {
        let first = NAMED.len() + UnitKind::covered().len() + before;
        for (place, _) in list.enumerate().filter(|(_, it)| terrain.intersects(*it)) {
            self.0[first + place] += 1;
        }
    }

    /// Counts terrain that stopped, slowed, barred or hastened a move.
    pub fn movement(&mut self, terrain: Terrain) {
        self.of_terrain(0, MOVE.iter().copied(), terrain);
    }

    /// Counts terrain that removed or limited dice by this rule. Returns whether there is such terrain.
    pub fn dice(&mut self, rule: &str) -> bool {
        let found = DICE.iter().find(|(_, it)| *it == rule).map(|(terrain, _)| *terrain).unwrap_or_default();
        self.of_terrain(MOVE.len(), DICE.iter().map(|(terrain, _)| *terrain), found);
        !found.is_empty()
    }

    /// Counts terrain that masked a line of fire.
    pub fn sight(&mut self, terrain: Terrain) {
        self.of_terrain(MOVE.len() + DICE.len(), SIGHT.iter().copied(), terrain);
    }
}
