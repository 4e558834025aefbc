//! The choices between readings of the text that rules files state by name, those of fighting apart (`fighting.rs`):
//! bases and set-up, the turn, movement, combativity, special troops. What follows from a choice is for the chapter
//! that uses it.

use crate::data::schema::rule_choice;
use crate::data::{Accepts, RuleValue};

rule_choice! {
    /// How the general is represented (E2.15, EI-28).
    pub enum GeneralMode {
        /// As his period has it: embedded in Antiquity and the Middle Ages, separate later.
        ByPeriod = "by_period",
        /// He is one of the bases of a unit.
        Embedded = "embedded",
        /// He has a base of his own.
        Separate = "separate",
    }
}

rule_choice! {
    /// What slowed heavy cavalry moves as (E3.19).
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
    /// Who chooses his side of the table (E4.16).
    pub enum SideMethod {
        /// As the scenario draws it: red at the lower edge.
        Scenario = "scenario",
        /// Chance decides who chooses.
        RandomChooser = "random_chooser",
        /// The higher combativity chooses; chance decides between equals.
        HigherCombativity = "higher_combativity",
        /// Whoever has not laid the terrain chooses; chance decides where both or neither have.
        NotTerrainPlacer = "not_terrain_placer",
    }
}

rule_choice! {
    /// How a table is laid that a scenario leaves to chance.
    pub enum TerrainMethod {
        /// One player chooses the pieces, the other places them (E4.7).
        ChooseAndPlace = "choose_and_place",
        /// The players place one piece each in turn (E4.8).
        Alternate = "alternate",
        /// One player places all, the other adds one or takes one away (E4.9).
        PlaceAndEdit = "place_and_edit",
        /// Each places as many as his die says on one half of the table (E4.10).
        HalfTableD6 = "half_table_d6",
        /// Both agree on a table that favours nobody: it looks the same from both edges (E4.5).
        AgreedSymmetric = "agreed_symmetric",
    }
}

rule_choice! {
    /// In which order armies are set up (E4.18).
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
        /// One unit each in turn; who loses a die begins.
        AlternateUnits = "alternate_units",
    }
}

rule_choice! {
    /// How it is settled who plays first (E4.19).
    pub enum FirstPlayerMethod {
        /// Each rolls a die and adds his combativity; the higher chooses.
        D6PlusCombativity = "d6_plus_combativity",
        /// Who set up first plays second.
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
        /// It is settled once.
        FixedAlternation = "fixed_alternation",
        /// It is rolled at the start of each turn.
        RerollEachTurn = "reroll_each_turn",
    }
}

rule_choice! {
    /// From where the next objective is measured (EI-23).
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
    /// What one base means as a distance (EI-5).
    pub enum BaseAxis {
        /// Its depth.
        Depth = "depth",
        /// Its width.
        Width = "width",
    }
}

rule_choice! {
    /// Whose combativity an objective changes (EI-90).
    pub enum ObjectiveEffect {
        /// The taker gains it.
        Gain = "gain",
        /// The enemy loses it.
        EnemyLoses = "enemy_loses",
    }
}

rule_choice! {
    /// How a camp is taken (EI-30).
    pub enum CampCapture {
        /// By contact while nobody guards it.
        ContactWhenUnguarded = "contact_when_unguarded",
        /// By contact, guarded or not.
        Contact = "contact",
        /// Not at all.
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
    /// What an uncontrollable elephant destroys (E14.6).
    pub enum PathDestroys {
        /// Every unit that it reaches.
        WholeUnit = "whole_unit",
        /// Every base that it reaches.
        Bases = "bases",
    }
}

rule_choice! {
    /// What makes an elephant uncontrollable (EI-107).
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
    /// What a rules file accepts for several of them, in the order in which they are tried.
    pub const SEVERAL: Accepts = Accepts::Names(TieBreak::NAMES);
}

impl RuleValue for Vec<TieBreak> {
    fn read(value: &toml::Value) -> Option<Vec<TieBreak>> {
        value.as_array()?.iter().map(TieBreak::read).collect()
    }
}
