//! The choices between readings of the rules text that rules files state by name, except those of fighting
//! (`fighting.rs`): bases and set-up, the turn, movement, combativity, special troops. The chapter that uses a choice
//! documents its effect.

use crate::data::schema::rule_choice;
use crate::data::{Accepts, RuleValue};

rule_choice! {
    /// How the general is represented (E2.15, EI-28).
    pub enum GeneralMode {
        /// According to the period: embedded in Antiquity and the Middle Ages, separate later.
        ByPeriod = "by_period",
        /// He is one of the bases of a unit.
        Embedded = "embedded",
        /// He has a base of his own.
        Separate = "separate",
    }
}

rule_choice! {
    /// The class to which heavy cavalry is slowed (E3.19).
    pub enum SlowedHeavyCavalry {
        /// Heavy infantry.
        HeavyInfantry = "heavy_infantry",
        /// Infantry.
        Infantry = "infantry",
        /// At the lowest line of the ruler.
        Crawl = "crawl",
    }
}

rule_choice! {
    /// A mark of the movement ruler (E7.23 and those after it).
    pub enum MoveClass {
        /// Light cavalry.
        LightCavalry = "light_cavalry",
        /// Cavalry.
        Cavalry = "cavalry",
        /// Heavy cavalry.
        HeavyCavalry = "heavy_cavalry",
        /// Light infantry.
        LightInfantry = "light_infantry",
        /// Infantry.
        Infantry = "infantry",
        /// Heavy infantry.
        HeavyInfantry = "heavy_infantry",
        /// The lowest line.
        Crawl = "crawl",
    }
}

rule_choice! {
    /// The method by which sides of the table are chosen (E4.16).
    pub enum SideMethod {
        /// As the scenario draws it: red at the lower edge.
        Scenario = "scenario",
        /// Chance decides who chooses.
        RandomChooser = "random_chooser",
        /// The higher combativity chooses; chance decides between equals.
        HigherCombativity = "higher_combativity",
        /// The player who has not laid the terrain chooses; chance decides where both or neither have.
        NotTerrainPlacer = "not_terrain_placer",
    }
}

rule_choice! {
    /// The method by which a table is laid that a scenario leaves to chance.
    pub enum TerrainMethod {
        /// One player chooses the pieces, the other places them (E4.7).
        ChooseAndPlace = "choose_and_place",
        /// The players place one piece each in turn (E4.8).
        Alternate = "alternate",
        /// One player places all, the other adds one or takes one away (E4.9).
        PlaceAndEdit = "place_and_edit",
        /// Each places the number of his die on one half of the table (E4.10).
        HalfTableD6 = "half_table_d6",
        /// Both agree on a table that favours neither side: it looks the same from both edges (E4.5).
        AgreedSymmetric = "agreed_symmetric",
    }
}

rule_choice! {
    /// The order in which armies are set up (E4.18).
    pub enum DeployMethod {
        /// Red sets up everything first.
        Red = "red",
        /// Blue sets up everything first.
        Blue = "blue",
        /// Each rolls a die and adds his combativity; the higher sets up everything first.
        D6PlusCombativity = "d6_plus_combativity",
        /// Each rolls a die and adds his combativity; the lower sets up everything first.
        D6PlusCombativityLower = "d6_plus_combativity_lower",
        /// Both set up behind a screen, then it is lifted.
        HiddenScreen = "hidden_screen",
        /// The higher combativity chooses to go first or second; a die decides between equals.
        HigherCombativityChooses = "higher_combativity_chooses",
        /// One unit each in turn; the loser of a die roll begins.
        AlternateUnits = "alternate_units",
    }
}

rule_choice! {
    /// The method that determines who plays first (E4.19).
    pub enum FirstPlayerMethod {
        /// Each rolls a die and adds his combativity; the higher chooses.
        D6PlusCombativity = "d6_plus_combativity",
        /// The player who set up first plays second.
        FirstDeployedPlaysSecond = "first_deployed_plays_second",
        /// Red plays first.
        Red = "red",
        /// Blue plays first.
        Blue = "blue",
    }
}

rule_choice! {
    /// Whether initiative holds for the game (E4.20).
    pub enum TurnOrder {
        /// It is determined once.
        FixedAlternation = "fixed_alternation",
        /// It is rolled at the start of each turn.
        RerollEachTurn = "reroll_each_turn",
    }
}

rule_choice! {
    /// The point from which the next objective is measured (EI-23).
    pub enum CentreReference {
        /// From the centre of the table.
        TableCentre = "table_centre",
        /// From the piece before.
        PreviousPiece = "previous_piece",
    }
}

rule_choice! {
    /// How a wheel is measured (EI-11).
    pub enum WheelMeasure {
        /// Along the arc of the outer corner.
        Arc = "arc",
        /// Straight from the start to the end of the outer corner.
        Chord = "chord",
    }
}

rule_choice! {
    /// The dimension meant by one base as a distance (EI-5).
    pub enum BaseAxis {
        /// Its depth.
        Depth = "depth",
        /// Its width.
        Width = "width",
    }
}

rule_choice! {
    /// The combativity that an objective changes (EI-90).
    pub enum ObjectiveEffect {
        /// The taker gains it.
        Gain = "gain",
        /// The enemy loses it.
        EnemyLoses = "enemy_loses",
    }
}

rule_choice! {
    /// The condition for capturing a camp (EI-30).
    pub enum CampCapture {
        /// Contact while it is unguarded.
        ContactWhenUnguarded = "contact_when_unguarded",
        /// Contact, guarded or not.
        Contact = "contact",
        /// It cannot be captured.
        Never = "never",
    }
}

rule_choice! {
    /// What decides a game at its turn limit (E12.11).
    pub enum TieBreak {
        /// The higher combativity.
        Combativity = "combativity",
        /// Fewer bases lost.
        BasesLost = "bases_lost",
        /// Fewer points lost.
        PointsLost = "points_lost",
        /// The larger area occupied.
        AreaOccupied = "area_occupied",
    }
}

rule_choice! {
    /// How the area occupied by an army is measured (EI-96).
    pub enum AreaMeasure {
        /// The convex hull of its bases.
        ConvexHull = "convex_hull",
        /// The sum of its bases.
        SumOfBases = "sum_of_bases",
    }
}

rule_choice! {
    /// The losses of units in the way of an uncontrollable elephant (E14.6).
    pub enum PathDestroys {
        /// Every unit that it reaches is destroyed.
        WholeUnit = "whole_unit",
        /// Every base that it reaches is destroyed.
        Bases = "bases",
    }
}

rule_choice! {
    /// The trigger that makes an elephant uncontrollable (EI-107).
    pub enum RampageTrigger {
        /// Any impact in melee.
        AnyImpact = "any_impact",
        /// More impacts suffered than inflicted.
        MoreSuffered = "more_suffered",
    }
}

rule_choice! {
    /// The range of shooting cavalry (E14.17, E14.31).
    pub enum CavalryRange {
        /// Short.
        Short = "short",
        /// Reduced.
        Reduced = "reduced",
        /// Medium.
        Medium = "medium",
        /// Long.
        Long = "long",
    }
}

impl TieBreak {
    /// The values that a rules file accepts for an ordered list of them.
    pub const SEVERAL: Accepts = Accepts::Names(TieBreak::NAMES);
}

impl RuleValue for Vec<TieBreak> {
    fn read(value: &toml::Value) -> Option<Vec<TieBreak>> {
        value.as_array()?.iter().map(TieBreak::read).collect()
    }
}
