//! The values that rules files state by name: choices between readings of the text (EI-37, EI-68 and others), and numbers by size of figures or by quality.
//! What follows from a choice is for the chapter that uses it.

use crate::data::schema::rule_choice;
use crate::data::{Accepts, RuleValue};

rule_choice! {
    /// The size of the figures of both armies, and with it of bases and rulers (E2.17, E2.22). Others have no sizes in the text (EI-10).
    pub enum FigureScale {
        /// 15 mm.
        Fifteen = "15",
        /// 20 mm.
        Twenty = "20",
        /// 25 to 28 mm.
        TwentyFive = "25",
    }
}

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
        /// Each rolls a die and adds his combativity; the lower sets up everything first.
        D6PlusCombativity = "d6_plus_combativity",
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
    /// How often a melee is fought that nobody has newly joined (EI-37).
    pub enum MeleeFrequency {
        /// Once in a turn.
        OncePerTurn = "once_per_turn",
        /// At the end of every impulse.
        EveryImpulse = "every_impulse",
        /// Once in a turn by each player's first impulse.
        OncePerPlayerPerTurn = "once_per_player_per_turn",
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
    /// What a die must be against the combativity of its army (E8.8, E10.22, E11.43).
    pub enum Threshold {
        /// Less than it or equal.
        LessOrEqual = "less_or_equal",
        /// Less than it.
        Less = "less",
    }
}

rule_choice! {
    /// What a die must be against the combativity of the enemy to be an impact (E9.36).
    pub enum ImpactTest {
        /// Greater than it or equal.
        GreaterOrEqual = "greater_or_equal",
        /// Greater than it.
        Greater = "greater",
    }
}

rule_choice! {
    /// Which targets may be chosen (E9.10).
    pub enum TargetRule {
        /// The nearest only.
        Nearest = "nearest",
        /// Any.
        Any = "any",
    }
}

rule_choice! {
    /// How a target is found among those equally near (E9.11).
    pub enum TargetTieBreak {
        /// The more dangerous, then a die.
        MostDangerousThenDie = "most_dangerous_then_die",
        /// The shooter chooses.
        ShooterChooses = "shooter_chooses",
    }
}

rule_choice! {
    /// What a partial obstacle to sight blocks (EI-51).
    pub enum SightBlock {
        /// The whole shot.
        WholeShot = "whole_shot",
        /// The shooting of the bases behind it.
        PerBase = "per_base",
    }
}

rule_choice! {
    /// Which bases of the target are aimed at (EI-52).
    pub enum AimedBases {
        /// Those at least partly in the field of fire.
        InField = "in_field",
        /// Those of its first rank at least partly in the field of fire.
        FrontRankInField = "front_rank_in_field",
        /// All.
        WholeUnit = "whole_unit",
    }
}

rule_choice! {
    /// What a six rolled again puts at risk (EI-55).
    pub enum RerollRisk {
        /// The impact that the six brought.
        LastImpact = "last_impact",
        /// All impacts of the die.
        AllImpacts = "all_impacts",
    }
}

rule_choice! {
    /// What lies beside or behind a unit (EI-56).
    pub enum FlankZone {
        /// Everything behind the line of its front.
        BehindFrontLine = "behind_front_line",
        /// Beside it, between the lines of front and rear; or behind it.
        Strict = "strict",
    }
}

rule_choice! {
    /// What becomes of a recoil without room (E10.11, EI-63).
    pub enum BlockedRecoil {
        /// The unit is destroyed.
        Destroyed = "destroyed",
        /// Recoil cannot be chosen.
        Unavailable = "unavailable",
    }
}

rule_choice! {
    /// What a unit that does not recoil suffers (E10.14, E10.15).
    pub enum LimitedResults {
        /// Losses.
        LossesOnly = "losses_only",
        /// What any other unit suffers.
        All = "all",
    }
}

rule_choice! {
    /// How many impacts at once make a unit rout (EI-68).
    pub enum RoutThreshold {
        /// As many as the combativity of its army.
        Combativity = "combativity",
        /// As many as it has bases.
        Bases = "bases",
        /// As many as the lower of both.
        LowerOfBoth = "lower_of_both",
    }
}

rule_choice! {
    /// What becomes of a unit that cannot flee (E10.20).
    pub enum BlockedRout {
        /// It is destroyed.
        Destroyed = "destroyed",
        /// It stays where it is, routing.
        Stays = "stays",
    }
}

rule_choice! {
    /// When infantry may attack cavalry (E11.2).
    pub enum InfantryAttacksCavalry {
        /// If that cavalry is engaged or disordered.
        IfEngagedOrDisordered = "if_engaged_or_disordered",
        /// Always.
        Always = "always",
        /// Never.
        Never = "never",
    }
}

rule_choice! {
    /// Which unit aligns on the other (E11.5).
    pub enum ConformingUnit {
        /// That with the shorter front; of equals the attacker.
        ShorterFront = "shorter_front",
        /// That with the longer front; of equals the attacker.
        LongerFront = "longer_front",
        /// The attacker.
        Attacker = "attacker",
    }
}

rule_choice! {
    /// Whose properties count for a side of several units (EI-77).
    pub enum SideProperty {
        /// Those of any of them.
        Any = "any",
        /// Those of its leading unit.
        LeadingUnit = "leading_unit",
    }
}

rule_choice! {
    /// On which unit of a side the impacts fall (EI-77).
    pub enum ImpactTarget {
        /// On the principal opponent of the enemy's leading unit.
        PrincipalOpponent = "principal_opponent",
        /// On the one that its owner chooses.
        OwnersChoice = "owners_choice",
    }
}

rule_choice! {
    /// Which units fight one melee (EI-76).
    pub enum MeleeGrouping {
        /// Those joined by being each other's principal opponents.
        PrincipalOpponent = "principal_opponent",
        /// All that touch, directly or through others.
        WholeCluster = "whole_cluster",
    }
}

rule_choice! {
    /// Who rolls in melee (EI-78).
    pub enum MeleeRoll {
        /// Both sides, all their advantages.
        Both = "both",
        /// Only the side with more advantages, as many dice as it has more.
        Difference = "difference",
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

rule_choice! {
    /// The quality of troops (E2.3).
    pub enum Quality {
        /// Inferior.
        Inferior = "inferior",
        /// Normal.
        Normal = "normal",
        /// Superior.
        Superior = "superior",
    }
}

/// A length in tenths of a millimetre for each size of figures (E2.17).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByScale([u16; 3]);

impl ByScale {
    /// What a rules file accepts for it. Lengths of half a millimetre and less would be lost in rounding.
    pub const ACCEPTS: Accepts = Accepts::Row { names: FigureScale::NAMES, least: 10, most: 6_000 };

    /// The length for one size, in tenths of a millimetre.
    pub fn of(&self, scale: FigureScale) -> u16 {
        self.0[scale as usize]
    }
}

impl RuleValue for ByScale {
    fn read(value: &toml::Value) -> Option<ByScale> {
        let mut lengths = [0; 3];
        for (name, length) in FigureScale::NAMES.iter().zip(&mut lengths) {
            *length = value.get(name)?.as_integer()?.try_into().ok()?;
        }
        Some(ByScale(lengths))
    }
}

/// A number for each quality.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByQuality([i8; 3]);

impl ByQuality {
    /// What a rules file accepts for it.
    pub const ACCEPTS: Accepts = Accepts::Row { names: Quality::NAMES, least: -3, most: 3 };

    /// The number of one quality.
    pub fn of(&self, quality: Quality) -> i8 {
        self.0[quality as usize]
    }
}

impl RuleValue for ByQuality {
    fn read(value: &toml::Value) -> Option<ByQuality> {
        let mut numbers = [0; 3];
        for (name, number) in Quality::NAMES.iter().zip(&mut numbers) {
            *number = i8::read(value.get(name)?)?;
        }
        Some(ByQuality(numbers))
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
