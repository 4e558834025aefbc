//! The choices of rules files that concern shooting, its results and melee (EI-37, EI-68 and others). The chapter that
//! uses a choice documents its effect.

use crate::data::schema::rule_choice;

rule_choice! {
    /// How often a melee without new contacts is fought (EI-37).
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
    /// The comparison of a die with the combativity of its army that passes a test (E8.8, E10.22, E11.43).
    pub enum Threshold {
        /// Less than or equal to it.
        LessOrEqual = "less_or_equal",
        /// Less than it.
        Less = "less",
    }
}

rule_choice! {
    /// The comparison of a die with the combativity of the enemy that makes it an impact (E9.36).
    pub enum ImpactTest {
        /// Greater than or equal to it.
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
    /// How a target is chosen among those equally near (E9.11).
    pub enum TargetTieBreak {
        /// The more dangerous, then a die.
        MostDangerousThenDie = "most_dangerous_then_die",
        /// The shooter chooses.
        ShooterChooses = "shooter_chooses",
    }
}

rule_choice! {
    /// The effect of a partial obstacle to sight (EI-51).
    pub enum SightBlock {
        /// It blocks the whole shot.
        WholeShot = "whole_shot",
        /// It blocks the shooting of the bases behind it.
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
    /// The risk of rolling a six again (EI-55).
    pub enum RerollRisk {
        /// The impact of the six.
        LastImpact = "last_impact",
        /// All impacts of the die.
        AllImpacts = "all_impacts",
    }
}

rule_choice! {
    /// The area beside or behind a unit (EI-56).
    pub enum FlankZone {
        /// Everything behind the line of its front.
        BehindFrontLine = "behind_front_line",
        /// Beside it, between the lines of front and rear; or behind it.
        Strict = "strict",
    }
}

rule_choice! {
    /// The effect of a recoil without room (E10.11, EI-63).
    pub enum BlockedRecoil {
        /// The unit is destroyed.
        Destroyed = "destroyed",
        /// Recoil cannot be chosen.
        Unavailable = "unavailable",
    }
}

rule_choice! {
    /// The results available to a unit that does not recoil (E10.14, E10.15).
    pub enum LimitedResults {
        /// Losses only.
        LossesOnly = "losses_only",
        /// The same as for any other unit.
        All = "all",
    }
}

rule_choice! {
    /// The number of simultaneous impacts that makes a unit rout (EI-68).
    pub enum RoutThreshold {
        /// The combativity of its army.
        Combativity = "combativity",
        /// The number of its bases.
        Bases = "bases",
        /// The lower of both.
        LowerOfBoth = "lower_of_both",
    }
}

rule_choice! {
    /// The effect of a flight that is blocked (E10.20).
    pub enum BlockedRout {
        /// The unit is destroyed.
        Destroyed = "destroyed",
        /// The unit stays in place, routing.
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
    /// The units whose properties count for a side of several units (EI-77).
    pub enum SideProperty {
        /// Any of them.
        Any = "any",
        /// Its leading unit only.
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
    /// The units that fight one melee together (EI-76).
    pub enum MeleeGrouping {
        /// Those linked as mutual principal opponents.
        PrincipalOpponent = "principal_opponent",
        /// All in contact, directly or through others.
        WholeCluster = "whole_cluster",
    }
}

rule_choice! {
    /// The sides that roll in melee (EI-78).
    pub enum MeleeRoll {
        /// Both sides, all their advantages.
        Both = "both",
        /// Only the side with more advantages, the difference in dice.
        Difference = "difference",
    }
}
