//! The choices between readings of the text that rules files select by name (JI-6, JI-139 and others). The effects of a
//! choice are in the modules that use it.

use crate::data::schema::rule_choice;

rule_choice! {
    /// The number of benefits of one officer's leading (JI-86).
    pub enum LeadEffects {
        /// One, chosen with the officer.
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
    /// The number of units that selects the row of the activation table (JI-45).
    pub enum ActivationBasis {
        /// The number at the start of the game.
        Initial = "initial",
        /// The number at present on the table.
        Current = "current",
    }
}

rule_choice! {
    /// The effects cancelled by the order Sappers (JI-73).
    pub enum SappersScope {
        /// All effects of the attacked ground on the attack.
        AllIntoEffects = "all_into_effects",
        /// Only the loss of dice.
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
    /// The computation of the base dice of artillery (J5.11).
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
        /// Two, regardless of the distance, as in the first edition.
        TwoFlat = "2_flat",
    }
}

rule_choice! {
    /// The effect of a tactical advantage of rockets (J5.66).
    pub enum RocketTactical {
        /// A morale hit.
        MoraleHit = "morale_hit",
        /// As for other artillery, as in the first edition.
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
    /// The effect of a tactical advantage where the table of tactical advantages has no hit (T6).
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
    /// The effect of a tactical advantage of elephants in or against rough terrain (JI-128).
    pub enum ElephantsInRough {
        /// Nothing, as with all mounted troops.
        Miss = "miss",
        /// As elsewhere.
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
    /// The number of elephants that run from a unit that stays (JI-163).
    pub enum PanickedElephants {
        /// One.
        One = "one",
        /// One for each element lost in the first roll that costs any.
        PerLossOfFirstRoll = "per_loss_of_first_roll",
    }
}

rule_choice! {
    /// The fate of a panicked elephant that cannot run on (JI-165).
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
        /// The face that hits mounted troops.
        Cavalry = "cavalry",
        /// The face that hits artillery.
        Artillery = "artillery",
    }
}

rule_choice! {
    /// The neighbours into which a unit may retreat (JI-6).
    pub enum RetreatDirections {
        /// The two nearer its own edge.
        Rear = "rear",
        /// These two and the two beside the unit.
        RearOrSide = "rear_or_side",
    }
}

rule_choice! {
    /// The cause of the loss of an element when a retreat is blocked (JI-139).
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
    /// The rounding of a fractional share of the units (JI-175).
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
    /// The winner when both armies are beaten at once (JI-178).
    pub enum SimultaneousVictory {
        /// The army with the lower share of losses.
        LowerFraction = "lower_fraction",
        /// Neither.
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
    /// The condition for the armies that players bring (JA1.3).
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
    /// The way in which the terrain is determined (JA1.4).
    pub enum TerrainMethod {
        /// Both agree on the map of the scenario, and keep their sides.
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
        /// Behind a screen: neither side sees the other's pieces before both have finished.
        Hidden = "hidden",
        /// By slips of paper laid face down, decoys among them, until all are laid.
        Slips = "slips",
    }
}

rule_choice! {
    /// The first player (JI-186).
    pub enum FirstPlayer {
        /// Drawn for each game.
        Random = "random",
        /// Red, at the lower edge.
        Red = "red",
        /// Blue, at the upper edge.
        Blue = "blue",
    }
}
