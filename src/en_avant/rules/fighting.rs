//! The choices of rules files that concern shooting, its results and melee (EI-37, EI-68 and others). What follows from
//! a choice is for the chapter that uses it.

use crate::data::schema::rule_choice;

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
