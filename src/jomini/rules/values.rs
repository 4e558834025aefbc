//! The values that rules files state by name: choices between readings of the text (JI-6, JI-139
//! and others), sets of terrain (T4, T5), of troops, and tables by the size of an army (T11, T12).
//! What follows from a choice is for the chapter that uses it.

use crate::data::schema::rule_choice;
use crate::data::{Accepts, Column, RuleValue};

rule_choice! {
    /// How many benefits one officer's leading gives (JI-86).
    pub enum LeadEffects {
        /// One, for which he is chosen.
        One = "one",
        /// All five, each once, for the unit that he leads until the player-turn ends.
        All = "all",
    }
}

rule_choice! {
    /// A face of the special die (J1.13).
    pub enum Face {
        /// A hit on infantry.
        Infantry = "infantry",
        /// A hit on mounted troops.
        Cavalry = "cavalry",
        /// A hit on artillery.
        Artillery = "artillery",
        /// A retreat flag.
        Flag = "flag",
        /// An order letter.
        Letter = "letter",
        /// A tactical advantage.
        Tactical = "tactical",
    }
}

rule_choice! {
    /// Which number of units picks the row of the activation table (JI-45).
    pub enum ActivationBasis {
        /// The number at the start of the game.
        Initial = "initial",
        /// The number now on the table.
        Current = "current",
    }
}

rule_choice! {
    /// What the order Sappers cancels (JI-73).
    pub enum SappersScope {
        /// Everything the attacked ground does to the attack.
        AllIntoEffects = "all_into_effects",
        /// Only what it takes off the dice.
        DiceOnly = "dice_only",
    }
}

rule_choice! {
    /// How effects of one hex less are counted in a move (JI-94).
    pub enum MinusHexMode {
        /// For each step to which one applies.
        PerStep = "per_step",
        /// Once in the whole move.
        OncePerMove = "once_per_move",
    }
}

rule_choice! {
    /// Movement out across a ditch or a rampart (JI-96).
    pub enum DitchRampartOut {
        /// As movement into it.
        AsInto = "as_into",
        /// Without any effect.
        Free = "free",
    }
}

rule_choice! {
    /// How the base dice of artillery are found (J5.11).
    pub enum ArtilleryDiceMode {
        /// By its elements.
        PerElement = "per_element",
        /// Three, as in the first edition.
        Fixed3 = "fixed_3",
    }
}

rule_choice! {
    /// The dice that very light rockets lose by moving (J5.20).
    pub enum RocketMovePenalty {
        /// As other guns that fire after moving: some for each hex.
        PerHex = "1_per_hex",
        /// Two, however far they moved, as in the first edition.
        TwoFlat = "2_flat",
    }
}

rule_choice! {
    /// What a tactical advantage of rockets does (J5.66).
    pub enum RocketTactical {
        /// A morale hit.
        MoraleHit = "morale_hit",
        /// What it does for other artillery, as in the first edition.
        AsArtillery = "as_artillery",
    }
}

rule_choice! {
    /// The combats in which a change of dice holds (JI-32, JI-39).
    pub enum CombatScope {
        /// Melee and ranged fire.
        All = "all",
        /// Melee only.
        Melee = "melee",
    }
}

rule_choice! {
    /// How a hill between the levels of gun and target masks (JI-115).
    pub enum LowerHillMask {
        /// By a shadow, like a wood.
        Shadow = "shadow",
        /// Always.
        Always = "always",
    }
}

rule_choice! {
    /// Units at the foot of a hill that cast no shadow (JI-116).
    pub enum FootOfHill {
        /// Any unit.
        Any = "any",
        /// Units friendly to the one on the hill.
        Friendly = "friendly",
    }
}

rule_choice! {
    /// What a tactical advantage does where the table of tactical advantages has no hit (T6).
    pub enum TacticalResult {
        /// Nothing.
        None = "none",
        /// A morale hit.
        MoraleHit = "morale_hit",
        /// A hit.
        Hit = "hit",
    }
}

rule_choice! {
    /// What a tactical advantage of elephants does in or against rough terrain (JI-128).
    pub enum ElephantsInRough {
        /// Nothing, as with all mounted troops.
        Miss = "miss",
        /// What it does elsewhere.
        AsElsewhere = "as_elsewhere",
    }
}

rule_choice! {
    /// When a panicked elephant rolls again after its first flight (JI-161).
    pub enum PanicRoll {
        /// At the start of each player-turn of its owner.
        OwnerTurnStart = "owner_turn_start",
        /// At the start of every player-turn.
        EveryTurnStart = "every_turn_start",
    }
}

rule_choice! {
    /// How many elephants run from a unit that stays (JI-163).
    pub enum PanickedElephants {
        /// One.
        One = "one",
        /// One for each element lost in the first roll that costs any.
        PerLossOfFirstRoll = "per_loss_of_first_roll",
    }
}

rule_choice! {
    /// What becomes of a panicked elephant that cannot run on (JI-165).
    pub enum PanicBlocked {
        /// The hexes not made are a loss: it disappears.
        Vanish = "vanish",
        /// It stays where it stands.
        Stay = "stay",
    }
}

rule_choice! {
    /// When a unit of one elephant counts as lost (JI-168).
    pub enum ElephantCountsLost {
        /// When it panics.
        OnPanic = "on_panic",
        /// When the panicked elephant disappears.
        OnRemoval = "on_removal",
    }
}

rule_choice! {
    /// The face that hits zamboureks (JA3.48, JI-27).
    pub enum HitFace {
        /// That of mounted troops.
        Cavalry = "cavalry",
        /// That of artillery.
        Artillery = "artillery",
    }
}

rule_choice! {
    /// The neighbours into which a unit may retreat (JI-6).
    pub enum RetreatDirections {
        /// The two nearer its own edge.
        Rear = "rear",
        /// Those and the two beside it.
        RearOrSide = "rear_or_side",
    }
}

rule_choice! {
    /// What costs an element when a retreat is blocked (JI-139).
    pub enum BlockedRetreatLoss {
        /// Each hex not made.
        PerHex = "per_hex",
        /// Each morale hit whose hexes were not all made.
        PerFlag = "per_flag",
    }
}

rule_choice! {
    /// How several multipliers of a retreat combine (JI-142).
    pub enum RetreatMultipliers {
        /// The highest counts.
        Highest = "highest",
        /// They are multiplied.
        Product = "product",
    }
}

rule_choice! {
    /// How a share of the units that is no whole number is rounded (JI-175).
    pub enum VictoryRound {
        /// Up.
        Up = "up",
        /// Down, but to no less than one unit.
        Down = "down",
    }
}

rule_choice! {
    /// When victory is checked (JI-177).
    pub enum VictoryCheck {
        /// After each result.
        Immediate = "immediate",
        /// At the end of the player-turn.
        EndOfTurn = "end_of_turn",
    }
}

rule_choice! {
    /// Who wins when both armies are beaten at once (JI-178).
    pub enum SimultaneousVictory {
        /// The one that lost the lower share.
        LowerFraction = "lower_fraction",
        /// Nobody.
        Draw = "draw",
    }
}

rule_choice! {
    /// The result of a game that reaches its turn limit (JI-180).
    pub enum TurnLimitResult {
        /// A draw.
        Draw = "draw",
        /// A win for the army that lost the lower share of its units.
        LowerLossFraction = "lower_loss_fraction",
    }
}

rule_choice! {
    /// How equal terrain effects combine (JI-109).
    pub enum TerrainStack {
        /// The worst of them counts once.
        WorstOfSame = "worst_of_same",
        /// Dice lost to terrain add up.
        Sum = "sum",
    }
}

rule_choice! {
    /// How equal the armies are that players bring (JA1.3).
    pub enum ArmyMethod {
        /// As both agree.
        Agreed = "agreed",
        /// Neither costs more than the budget.
        Budget = "budget",
        /// Both have the same number of units.
        Counts = "counts",
    }
}

rule_choice! {
    /// Who settles what the table looks like (JA1.4).
    pub enum TerrainMethod {
        /// Both agree on the map of the scenario, and stay on their sides.
        Agreed = "agreed",
        /// One player has laid it; the other chooses his side and who plays first.
        OnePlayer = "one_player",
    }
}

rule_choice! {
    /// How both sides deploy (JA1.8, JA1.9, JA1.10).
    pub enum DeployMethod {
        /// In the open, by turns.
        Alternate = "alternate",
        /// Behind a screen: neither side sees the other's pieces before both are done.
        Hidden = "hidden",
        /// By slips of paper that lie face down, decoys among them, until all lie.
        Slips = "slips",
    }
}

rule_choice! {
    /// Who plays first (JI-186).
    pub enum FirstPlayer {
        /// Drawn for each game.
        Random = "random",
        /// Red, at the lower edge.
        Red = "red",
        /// Blue, at the upper edge.
        Blue = "blue",
    }
}

/// Training in the order of table T10, which `training_dice` follows.
pub const TRAINING: &[&str] = &["super_elite", "elite", "trained", "recruits", "levy"];

/// Morale in the order of table T10, which `morale_elements` follows.
pub const MORALE: &[&str] = &["iron", "solid", "normal", "weak", "unstable"];

/// A number for each of five names, in the order of those names.
fn read_row<T: RuleValue + Copy + Default>(names: &[&str], value: &toml::Value) -> Option<[T; 5]> {
    let mut row = [T::default(); 5];
    for (cell, name) in row.iter_mut().zip(names) {
        *cell = T::read(value.get(*name)?)?;
    }
    Some(row)
}

/// Dice by training.
impl RuleValue for [i8; 5] {
    fn read(value: &toml::Value) -> Option<[i8; 5]> {
        read_row(TRAINING, value)
    }
}

/// Elements by morale.
impl RuleValue for [u8; 5] {
    fn read(value: &toml::Value) -> Option<[u8; 5]> {
        read_row(MORALE, value)
    }
}

impl Face {
    /// What a rules file accepts for the six faces of a die.
    pub const SIX: Accepts = Accepts::Faces { names: Face::NAMES, count: 6 };
}

impl RuleValue for [Face; 6] {
    fn read(value: &toml::Value) -> Option<[Face; 6]> {
        let faces: Option<Vec<Face>> = value.as_array()?.iter().map(Face::read).collect();
        faces?.try_into().ok()
    }
}

/// Declares a set of names as a bit for each.
macro_rules! name_set {
    ($(#[$about:meta])* pub struct $set:ident of $names:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
        pub struct $set(u32);

        impl $set {
            /// What a rules file accepts for it.
            pub const ACCEPTS: Accepts = Accepts::Names($names);
            /// The set of nothing.
            pub const EMPTY: $set = $set(0);

            /// Whether the name with this position in the list of names is in the set.
            pub const fn contains(self, position: usize) -> bool {
                self.0 >> position & 1 == 1
            }

            /// The set with the name of this position added.
            pub const fn with(self, position: usize) -> $set {
                $set(self.0 | 1 << position)
            }

            /// Whether the two sets have a name in common.
            pub const fn meets(self, other: $set) -> bool {
                self.0 & other.0 != 0
            }

            /// One bit for each name, the first name lowest.
            pub const fn bits(self) -> u32 {
                self.0
            }

            /// The names in the set, in the order of the list.
            pub fn names(self) -> impl Iterator<Item = &'static str> {
                (0..$names.len()).filter(move |&position| self.contains(position)).map(|position| $names[position])
            }
        }

        impl RuleValue for $set {
            fn read(value: &toml::Value) -> Option<$set> {
                let mut set = $set::EMPTY;
                for name in value.as_array()? {
                    let name = name.as_str()?;
                    set = set.with($names.iter().position(|it| *it == name)?);
                }
                Some(set)
            }
        }
    };
}

/// Terrain (T4) and linear obstacles (T5) by their names in files; a `TerrainSet` has a bit for each.
pub const TERRAIN: &[&str] = &[
    "clear",
    "forest",
    "hill",
    "rocks",
    "marsh",
    "buildings",
    "sand",
    "road",
    "river",
    "large_river",
    "ford",
    "bridge",
    "snow",
    "mountain",
    "lake",
    "wall",
    "ditch",
    "fortification",
    "rampart",
];

/// The position of vehicles in [`FAMILIES`].
pub const VEHICLES: usize = FAMILIES.len() - 1;

/// Classes of troops as the table of tactical advantages has them (T6).
pub const CLASSES: &[&str] = &["infantry", "mounted", "artillery"];

/// Families of troops (J2.3), lancers apart from other cavalry as JI-33 needs it, infantry in wagons apart from other infantry as vehicles (J4.4). New ones come before the
/// last, since `dice::family` counts them.
pub const FAMILIES: &[&str] = &["infantry", "cavalry", "lancers", "artillery", "camelry", "elephants", "vehicles"];

/// Troops whose animals may be frightened (JI-34); `dice::animals` counts them.
pub const ANIMALS: &[&str] = &["cavalry", "lancers", "camelry", "elephants", "zamboureks", "horse_artillery"];

name_set! {
    /// A set of terrain and linear obstacles.
    pub struct TerrainSet of TERRAIN
}

name_set! {
    /// A set of classes of troops.
    pub struct ClassSet of CLASSES
}

name_set! {
    /// A set of families of troops.
    pub struct FamilySet of FAMILIES
}

name_set! {
    /// A set of troops with animals.
    pub struct AnimalSet of ANIMALS
}

/// Armies of certain sizes and the activations they get (J3.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActivationBand {
    /// The smallest number of units.
    pub from: u16,
    /// The greatest number of units; none if there is no limit.
    pub to: Option<u16>,
    /// The activations in a player-turn.
    pub activations: u8,
    /// The units in one activation.
    pub units: u8,
}

impl ActivationBand {
    /// What a rules file accepts for a table of these.
    pub const ACCEPTS: Accepts =
        Accepts::Bands(&[Column { name: "activations", least: 1, most: 4 }, Column { name: "units", least: 1, most: 12 }]);
}

/// Armies of certain sizes and the officers they have by default (JI-44).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfficersBand {
    /// The smallest number of units.
    pub from: u16,
    /// The greatest number of units; none if there is no limit.
    pub to: Option<u16>,
    /// Commanders-in-chief.
    pub cinc: u8,
    /// Sub-generals.
    pub subgenerals: u8,
    /// Senior officers.
    pub officers: u8,
}

impl OfficersBand {
    /// What a rules file accepts for a table of these.
    pub const ACCEPTS: Accepts = Accepts::Bands(&[
        Column { name: "cinc", least: 0, most: 1 },
        Column { name: "subgenerals", least: 0, most: 6 },
        Column { name: "officers", least: 0, most: 8 },
    ]);
}

/// The bounds of one row of a table by size.
fn read_bounds(row: &toml::Value) -> Option<(u16, Option<u16>)> {
    let bound = |value: &toml::Value| value.as_integer()?.try_into().ok();
    let to = match row.get("to") {
        Some(to) => Some(bound(to)?),
        None => None,
    };
    Some((bound(row.get("from")?)?, to))
}

impl RuleValue for Vec<ActivationBand> {
    fn read(value: &toml::Value) -> Option<Vec<ActivationBand>> {
        let band = |row: &toml::Value| {
            let (from, to) = read_bounds(row)?;
            let activations = u8::read(row.get("activations")?)?;
            Some(ActivationBand { from, to, activations, units: u8::read(row.get("units")?)? })
        };
        value.as_array()?.iter().map(band).collect()
    }
}

impl RuleValue for Vec<OfficersBand> {
    fn read(value: &toml::Value) -> Option<Vec<OfficersBand>> {
        let band = |row: &toml::Value| {
            let (from, to) = read_bounds(row)?;
            let number = |name: &str| u8::read(row.get(name)?);
            let (cinc, subgenerals) = (number("cinc")?, number("subgenerals")?);
            Some(OfficersBand { from, to, cinc, subgenerals, officers: number("officers")? })
        };
        value.as_array()?.iter().map(band).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jomini::rules::Rules;

    #[test]
    fn sets_hold_the_names_that_the_file_lists() {
        let rough = Rules::published().rough_terrain;
        assert_eq!(rough.names().collect::<Vec<_>>(), ["forest", "rocks", "marsh", "buildings"]);
        assert!(rough.contains(1) && !rough.contains(0));
        assert!(rough.meets(TerrainSet::EMPTY.with(5)) && !rough.meets(TerrainSet::EMPTY.with(6)));
    }

    #[test]
    fn rows_follow_the_order_of_their_names() {
        let rules = Rules::published();
        assert_eq!(rules.training_dice, [2, 1, 0, -1, -2]);
        assert_eq!(rules.morale_elements, [5, 4, 3, 2, 1]);
    }

    #[test]
    fn the_last_band_has_no_upper_bound() {
        let rules = Rules::published();
        let last = ActivationBand { from: 16, to: None, activations: 2, units: 3 };
        assert_eq!(rules.activation_table.last(), Some(&last));
        let first = OfficersBand { from: 0, to: Some(9), cinc: 1, subgenerals: 1, officers: 1 };
        assert_eq!(rules.officers_default.first(), Some(&first));
    }

    #[test]
    fn a_word_stands_for_no_number() {
        let rules = Rules::published();
        assert_eq!((rules.max_order_tokens, rules.mask_shadow), (None, None));
    }
}
