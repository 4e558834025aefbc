//! The names of the counted events.

use crate::en_avant::rules::{TerrainKind, Weapon};
use crate::game::Event;
use std::sync::LazyLock;
use strum::VariantArray;

/// Declares the events that have their own names, group by group.
macro_rules! event_kinds {
    ($( $group:literal { $( $variant:ident = $name:literal, )+ } )+) => {
        /// An event with its own name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum EventKind {
            $( $( $variant, )+ )+
        }

        /// The group and the name of each, in the order of the variants.
        pub(super) const NAMED: &[(&str, &str)] = &[ $( $( ($group, $name), )+ )+ ];
    };
}

event_kinds! {
    "set-up" {
        EdgeDie = "die for the edges",
        KeepsEdge = "keeps the edge",
        OtherEdge = "takes the other edge",
        ObjectiveDie = "die for an objective",
        ObjectiveReal = "objective made by a die",
        DeployDice = "dice for the order",
        DeployChoice = "order chosen",
        AlternateUnits = "armies unit by unit",
        HiddenScreen = "army behind a screen",
        Camp = "camp set up",
        GeneralApart = "general on a base of his own",
        GeneralEmbedded = "general within a unit",
        NoRoom = "no room for a unit",
        InitiativeDice = "dice for the first turn",
        InitiativeChoice = "first or second chosen",
    }
    "action" {
        Formation = "change of formation",
        Move = "move",
        Shot = "shot",
        WastedShot = "impossible shot",
        Reorganise = "reorganisation",
        BreakOff = "breaking off",
        Halt = "halt",
        General = "general moved alone",
        RoutingFirst = "routing unit activated",
        Pass = "pass",
        OneAfterAnother = "second impulse in a row",
        Uncapped = "last impulse without a cap",
    }
    "formation" {
        Line = "into line",
        Column = "into column",
        Ranks = "into several ranks",
        ShortRank = "with a shorter last rank",
        Square = "into square",
        QuarterTurn = "quarter-turn",
        AboutTurn = "turn about",
        SurprisedTurn = "surprised unit turns",
    }
    "move" {
        Advance = "advance",
        Wheel = "wheel",
        Slide = "slide",
        Lateral = "lateral move",
        Back = "step back",
        Retreat = "retreat with the back turned",
        Shift = "single base in any direction",
        Turn = "single base turns",
        Cross = "obstacle crossed",
        Segments = "move of several segments",
        PassThrough = "friends passed through",
        Away = "disordered unit gets away",
        FromZone = "begins in a zone of control",
        IntoZone = "ends in a zone of control",
        ContactFront = "contact in front",
        ContactFlank = "contact in flank",
        ContactRear = "contact in rear",
        EnemyLinesUp = "enemy lines up",
        AttackOnShaken = "attack on a disordered or routing unit",
    }
    "general" {
        Rallies = "reorganises without a die",
        GoesAlong = "goes along",
        StaysBehind = "stays behind",
        Captured = "lost on a base of his own",
        FallsWithUnit = "lost with his unit",
    }
    "shot" {
        TargetDie = "die between targets",
        Higher = "shooter higher",
        Enfilade = "enfilade",
        ExtraBase = "more bases than aimed at",
        TargetInferior = "inferior target",
        ShooterSuperior = "superior shooter",
        TargetDisordered = "disordered target",
        TargetRouting = "routing target",
        Bulky = "bulky target",
        VeryLarge = "very large target",
        ByWeapon = "advantages of the weapon",
        LeastDice = "least dice",
    }
    "save" {
        SaveRoll = "dice of saves",
        Saved = "impact saved",
        ByGeneral = "target touched by its general",
        LightShelter = "light shelter",
        StrongShelter = "strong shelter",
        SaveSuperior = "superior target",
        SaveInferior = "inferior shooter",
        SaveLight = "light target",
        SaveHeavy = "heavy target",
        FromTheSaddle = "firearms from the saddle",
        SaveInMelee = "saves in melee",
    }
    "melee" {
        Round = "round of melee",
        Several = "several units on a side",
        AfterPursuit = "round after a pursuit",
        LaterRound = "round without an attack",
        Attack = "attack",
        CavalryAgainstInfantry = "cavalry against infantry",
        MoreBases = "more bases",
        AgainstArtillery = "against artillery",
        Heavy = "heavy troops",
        Superior = "superior troops",
        EnemyLight = "against light troops",
        EnemyInferior = "against inferior troops",
        HigherGround = "higher ground",
        DefenderLight = "defender in light shelter",
        DefenderStrong = "defender in strong shelter",
        RoughGround = "rough ground against cavalry",
        OneSide = "flank or rear",
        TwoSides = "two sides",
        ThreeSides = "three sides",
        LongerFront = "longer front",
        ColumnAttack = "attack in column",
        WithGeneral = "touched by the general",
        EnemyDisordered = "against a disordered unit",
        ByElephant = "elephants",
        InRanks = "trained in several ranks",
        LeastMeleeDice = "least dice",
    }
    "six" {
        RolledAgain = "rolled again",
        Kept = "kept",
        Gained = "impact gained",
        Risked = "impact lost",
    }
    "result" {
        Chosen = "choice between results",
        StruckChosen = "unit to suffer chosen",
        Disorder = "disorder",
        Loss = "base lost",
        LossAtEnd = "end of a line chosen",
        Recoil = "recoil",
        SeveralRecoils = "several recoils at once",
        RecoilWay = "direction of recoil chosen",
        BlockedRecoil = "destroyed without room to recoil",
        Trampled = "infantry trampled by recoiling cavalry",
        Destroyed = "unit lost",
        QuarterLost = "quarter of the army lost",
    }
    "rout" {
        Routs = "rout by impacts",
        Contagion = "test of contagion",
        Spreads = "rout by contagion",
        ContagionChosen = "friend to be tested chosen",
        Flight = "flight",
        NearestEdge = "flight to the nearest edge",
        FlightBlocked = "no way to flee",
        CrewFlees = "guns left by their crew",
        LeavesTable = "leaves the table",
        RunsOn = "runs on",
        Rallied = "rallies",
        TurnsAbout = "turns about once rallied",
    }
    "pursuit" {
        Pursues = "pursues",
        Declines = "does not pursue",
        IntoContact = "pursuit into contact",
    }
    "breaking off" {
        BrokenOff = "succeeds",
        FailsToBreakOff = "fails",
    }
    "combativity" {
        Fatigue = "fatigue",
        CampLost = "camp lost",
        GeneralLost = "general lost",
        ObjectiveTaken = "objective taken",
        ObjectiveRetaken = "objective taken from the enemy",
        Overflow = "gain beyond the highest",
    }
    "special" {
        RunsWild = "elephant out of control",
        RunsOnWild = "elephant runs on",
        TramplesEnemy = "elephant tramples an enemy",
        TramplesFriend = "elephant tramples a friend",
        ElephantGone = "wild elephant gone",
        Limbers = "limbers up",
        Unlimbers = "unlimbers",
        Dismounts = "dismounts",
        Mounts = "mounts again",
        HorsesGone = "horses driven off",
    }
    "end" {
        Broken = "army broken",
        BothBroken = "both armies broken",
        TimeUp = "turn limit",
        Drawn = "nobody ahead",
    }
}

/// Arms with their weight if they have one, and categories besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "lowercase")]
pub(super) enum TroopKind {
    #[strum(serialize = "light infantry")]
    LightInfantry,
    Infantry,
    #[strum(serialize = "heavy infantry")]
    HeavyInfantry,
    #[strum(serialize = "light cavalry")]
    LightCavalry,
    Cavalry,
    #[strum(serialize = "heavy cavalry")]
    HeavyCavalry,
    #[strum(serialize = "foot artillery")]
    FootArtillery,
    #[strum(serialize = "horse artillery")]
    HorseArtillery,
    Elephants,
    #[strum(serialize = "dismounted cavalry")]
    DismountedCavalry,
}

/// The effects of terrain, each with its own group: the events of a group are the kinds of terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// It slows, speeds up or stops a move.
    Movement,
    /// It bars the way straight ahead.
    Bars,
    /// It blocks sight.
    Sight,
    /// It shelters.
    Shelter,
    /// It is rough ground for cavalry.
    Rough,
    /// It lets one side stand higher.
    Height,
}

/// All effects with their groups, in the order of their counters, and the kinds of terrain that have them by table T1.
pub(super) const EFFECTS: &[(Effect, &str, &[TerrainKind])] = &[
    (
        Effect::Movement,
        "terrain: movement",
        &[
            TerrainKind::Road,
            TerrainKind::PloughedOrMud,
            TerrainKind::TallCropsOrScrub,
            TerrainKind::Wood,
            TerrainKind::Marsh,
            TerrainKind::Ford,
            TerrainKind::GentleHill,
            TerrainKind::BuiltUp,
            TerrainKind::Rocks,
            TerrainKind::HedgeWallPalisade,
            TerrainKind::DitchTrench,
            TerrainKind::SteepHill,
            TerrainKind::Sand,
        ],
    ),
    (
        Effect::Bars,
        "terrain: bars the way",
        &[
            TerrainKind::River,
            TerrainKind::LargeRiver,
            TerrainKind::Lake,
            TerrainKind::HedgeWallPalisade,
            TerrainKind::DitchTrench,
        ],
    ),
    (
        Effect::Sight,
        "terrain: sight",
        &[
            TerrainKind::TallCropsOrScrub,
            TerrainKind::Wood,
            TerrainKind::Marsh,
            TerrainKind::GentleHill,
            TerrainKind::BuiltUp,
            TerrainKind::Rocks,
            TerrainKind::HedgeWallPalisade,
            TerrainKind::SteepHill,
        ],
    ),
    (
        Effect::Shelter,
        "terrain: shelter",
        &[
            TerrainKind::TallCropsOrScrub,
            TerrainKind::Wood,
            TerrainKind::Marsh,
            TerrainKind::BuiltUp,
            TerrainKind::Rocks,
            TerrainKind::HedgeWallPalisade,
            TerrainKind::DitchTrench,
        ],
    ),
    (
        Effect::Rough,
        "terrain: rough ground",
        &[
            TerrainKind::TallCropsOrScrub,
            TerrainKind::Wood,
            TerrainKind::Marsh,
            TerrainKind::Ford,
            TerrainKind::BuiltUp,
            TerrainKind::Rocks,
            TerrainKind::DitchTrench,
            TerrainKind::SteepHill,
        ],
    ),
    (Effect::Height, "terrain: height", &[TerrainKind::GentleHill, TerrainKind::SteepHill]),
];

pub(super) static EVENTS: LazyLock<Vec<Event>> = LazyLock::new(|| {
    let named = NAMED.iter().map(|(group, name)| Event { group, name: (*name).to_owned() });
    let troops = TroopKind::VARIANTS.iter().map(|kind| Event { group: "troops", name: <&str>::from(kind).to_owned() });
    let weapons = Weapon::ALL.iter().map(|weapon| Event { group: "weapon", name: weapon.name().to_owned() });
    let of = |group: &'static str, kind: &TerrainKind| Event { group, name: kind.name().to_owned() };
    let terrain = EFFECTS.iter().flat_map(|(_, group, kinds)| kinds.iter().map(move |kind| of(group, kind)));
    named.chain(troops).chain(weapons).chain(terrain).collect()
});

/// The events in the order of their counters.
pub(in crate::en_avant) fn events() -> &'static [Event] {
    &EVENTS
}
