//! The numbers and switches of En Avant ! in a rules file, one key each (appendix C of the ledger), with their accepted
//! values. The chapter that uses a number documents its effect.
//!
//! The list below declares everything about a key once: its field, its rule IDs, its accepted values and its meaning.
//! To remove a key, remove its line here and in `rules/en-avant.toml`. Lengths are in hundredths of the ruler or of a
//! base, as each key says, so that one rules file serves all sizes of figures. Where the text and its summary sheet
//! disagree the published rules follow the text, and the summary is another value of a key (EI-1).

use super::choices::*;
use super::fighting::*;
use super::rows::*;
use super::tables::{TerrainKind, TerrainRow, Weapon, WeaponRow};
use crate::data::schema::rule_keys;
use crate::data::{Accepts, Fraction, TroopCosts};

use Accepts::{Share, Switch};

/// Maximum number of turns that an objective may have to be held.
pub const MOST_TURNS_HELD: u8 = 6;

const fn whole(least: i64, most: i64) -> Accepts {
    Accepts::Whole { least, most }
}

const fn or(word: &'static str, least: i64, most: i64) -> Accepts {
    Accepts::WordOrWhole { word, least, most }
}

rule_keys! {
/// Every number and switch of one rules file.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    "Chapter 1: preparation and victory" {
        combativity_start: u8, "EI-31", whole(2, 5), "combativity of an army at the start where no file states it";
        combativity_max: u8, "E1.6", whole(2, 5), "highest combativity";
        defeat_combativity: u8, "E1.5", whole(0, 4), "combativity at which an army has lost";
        loss_quarter_divisor: u8, "E1.12", whole(1, 20), "into how many parts an army is divided for counting its \
            losses";
        period_match_required: bool, "E1.11", Switch, "both armies must come from the same group of periods";
    }
    "Chapter 2: bases and units" {
        figure_scale: FigureScale, "E2.17", FigureScale::ACCEPTS, "size of the figures in millimetres";
        base_width: ByScale, "E2.17", ByScale::ACCEPTS, "width of every base, in tenths of a millimetre";
        ruler_length: ByScale, "E2.26, EI-2", ByScale::ACCEPTS, "length of the ruler, in tenths of a millimetre";
        depth_inferior_infantry: ByScale, "E2.18", ByScale::ACCEPTS, "depth of a base of inferior infantry, in tenths \
            of a millimetre";
        depth_normal_infantry: ByScale, "E2.18", ByScale::ACCEPTS, "depth of a base of normal infantry, in tenths of a \
            millimetre";
        depth_superior_infantry: ByScale, "E2.18", ByScale::ACCEPTS, "depth of a base of superior infantry, in tenths \
            of a millimetre";
        depth_cavalry: ByScale, "E2.18", ByScale::ACCEPTS, "depth of a base of cavalry, in tenths of a millimetre";
        depth_artillery: ByScale, "E2.18", ByScale::ACCEPTS, "depth of a base of artillery or elephants, in tenths of \
            a millimetre";
        contact_epsilon: u8, "EI-6", whole(0, 10), "gap at which bases still touch, in hundredths of a base width";
        angle_epsilon: u8, "EI-6", whole(0, 40), "difference of headings that still counts as none, in quarters of a \
            degree";
        camp_min_cavalry_bases: u8, "E2.21", whole(1, 6), "width of the camp in bases; its depth is that of a cavalry \
            base";
        general_mode: GeneralMode, "E2.15, EI-28", GeneralMode::ACCEPTS, "how the general is represented";
        default_unit_max_bases: u8, "EI-8", whole(1, 24), "maximum number of bases of a unit where the army list does \
            not divide its lines";
        square_is_bulky: bool, "EI-9", Switch, "a square is bulky as a target";
        lone_base_is_column: bool, "EI-9, EI-84", Switch, "a lone base counts as a column";
    }
    "Chapter 3: terrain" {
        slow_steps: u8, "E3.18", whole(0, 3), "classes of movement by which slowing terrain slows";
        slowed_heavy_cavalry_class: SlowedHeavyCavalry, "E3.19", SlowedHeavyCavalry::ACCEPTS, "class of movement of \
            slowed heavy cavalry";
        road_bonus_bases: u8, "E3.21", whole(0, 6), "bases gained by a move along a road";
        road_cancels_slowing_for_columns: bool, "EI-17", Switch,
            "a column or single base that moves along a road ignores the terrain that the road crosses";
        linear_obstacle_stops: bool, "E3.24", Switch, "a linear obstacle stops a unit that reaches it";
        slow_stacks: bool, "EI-16", Switch, "each further slowing piece slows by one class more";
        cover_fraction: Fraction, "EI-20", Share, "share of bases that must stand in a shelter";
        terrain_edge_tolerance: u8, "EI-53", whole(0, 100),
            "distance at which a base still stands at an edge of terrain, in hundredths of a base width";
    }
    "Chapter 4: set-up" {
        terrain_method: TerrainMethod, "E4.7, E4.8, E4.9, E4.10, EI-24", TerrainMethod::ACCEPTS,
            "how a table is laid that a scenario leaves to chance";
        terrain_pieces_per_half: u8, "E4.10", whole(1, 12),
            "faces of the die that says how many pieces are laid, on each half of the table where each lays one";
        terrain_piece_min_size: u16, "EI-25", whole(100, 500), "minimum size of a piece laid by chance, in hundredths \
            of a base width";
        terrain_piece_max_size: u16, "EI-25", whole(100, 800), "maximum size of a piece laid by chance, in hundredths \
            of a base width";
        side_method: SideMethod, "E4.16, EI-24", SideMethod::ACCEPTS, "which player chooses a side of the table";
        deploy_method: DeployMethod, "E4.18, EI-24", DeployMethod::ACCEPTS, "order in which armies are set up";
        deployment_depth: u16, "E4.17", whole(10, 300), "depth of the deployment band, in hundredths of the ruler";
        deployment_side_margin: u16, "EI-26", whole(0, 500),
            "part of the band at either side in which nothing is set up, in hundredths of a base width";
        first_player_method: FirstPlayerMethod, "E4.19, EI-24", FirstPlayerMethod::ACCEPTS, "how the first player is \
            determined";
        turn_order: TurnOrder, "E4.20, EI-27", TurnOrder::ACCEPTS, "whether initiative is rolled once or at the start \
            of each turn";
        random_objectives: bool, "E4.11, E4.12", Switch, "objectives are rolled for where the scenario names none";
        objective_first_target: u8, "E4.12", whole(2, 7), "minimum die roll that makes the most central piece an \
            objective";
        objective_target_step: u8, "E4.13", whole(0, 5), "amount by which this minimum rises with each further piece";
        objective_stop_on_failure: bool, "EI-23", Switch, "the first piece that fails ends the rolling for objectives";
        objective_centre_reference: CentreReference, "EI-23", CentreReference::ACCEPTS, "from where the nearest piece \
            is measured";
    }
    "Chapter 5: the turn" {
        turn_limit: u8, "E5.1, EI-95", whole(1, 60), "turns after which the game is adjudicated where the scenario \
            states none";
        activation_cap: Option<u8>, "E5.4, EI-32", or("combativity", 1, 96), "maximum number of units activated in an \
            impulse";
        pass_is_final: bool, "EI-33", Switch, "a side that activates no unit in an impulse activates none for \
            the rest of the turn";
        final_impulse_uncapped: bool, "E5.13, EI-34", Switch, "a side that alone has units left activates all \
            of them in one impulse";
        routers_first: bool, "E5.10, EI-35", Switch, "routing units are activated before all others";
        routers_count_against_cap: bool, "EI-35", Switch, "activating a routing unit counts as one of the units of the \
            impulse";
        reorganise_while_engaged: bool, "EI-36", Switch, "a unit in contact with the enemy may reorganise";
        melee_frequency: MeleeFrequency, "E5.11, EI-37", MeleeFrequency::ACCEPTS,
            "how often a melee is fought that no unit has newly joined";
    }
    "Chapter 6: change of formation" {
        formation_change_in_contact: bool, "E6.4", Switch, "a unit in contact with the enemy may change formation";
        formation_change_in_zoc: bool, "E6.6", Switch, "a unit in an enemy zone of control may change formation";
        formation_no_advance_radius: u16, "E6.7, EI-38", whole(0, 1000),
            "enemies within this distance may not be brought nearer by it, in hundredths of the ruler";
    }
    "Chapter 7: movement" {
        light_cavalry_move: u16, "E7.23, EI-3", whole(1, 200), "allowance of light cavalry, in hundredths of the ruler";
        cavalry_move: u16, "E7.24, EI-3", whole(1, 200), "allowance of cavalry, in hundredths of the ruler";
        heavy_cavalry_move: u16, "E7.25, EI-3", whole(1, 200), "allowance of heavy cavalry, in hundredths of the ruler";
        light_infantry_move: u16, "E7.26, EI-3", whole(1, 200), "allowance of light infantry, in hundredths of the \
            ruler";
        infantry_move: u16, "E7.27, EI-3", whole(1, 200), "allowance of infantry, in hundredths of the ruler";
        heavy_infantry_move: u16, "E7.28, EI-3", whole(1, 200), "allowance of heavy infantry, in hundredths of the \
            ruler";
        crawl_move: u16, "E3.20, E7.29, EI-3", whole(1, 200), "allowance of slowed heavy infantry, in hundredths of \
            the ruler";
        foot_artillery_move_class: MoveClass, "E7.4", MoveClass::ACCEPTS, "class of movement of foot artillery";
        horse_artillery_move_class: MoveClass, "E7.5", MoveClass::ACCEPTS, "class of movement of horse artillery";
        elephant_move_class: MoveClass, "E7.22, E14.1", MoveClass::ACCEPTS, "class of movement of elephants";
        general_mounted_move_class: MoveClass, "E7.15", MoveClass::ACCEPTS, "class of movement of a mounted general";
        general_foot_move_class: MoveClass, "E7.15", MoveClass::ACCEPTS, "class of movement of a general on foot";
        general_mounted: bool, "EI-28", Switch, "a separate general is mounted";
        general_needs_activation: bool, "EI-28", Switch, "moving a separate general counts as one of the units of the \
            impulse";
        backward_move: u16, "E7.9, EI-40", whole(0, 500),
            "maximum distance that a unit steps back with its facing kept, in hundredths of a base width";
        retreat_causes_disorder: bool, "E7.10", Switch, "a unit that retreats with its back turned ends in disorder";
        light_interpenetration: bool, "E7.13, EI-41", Switch, "friendly light units pass through friends and are \
            passed through";
        light_interpenetration_in_recoil: bool, "EI-41", Switch, "recoiling units pass through friends in the same way";
        min_gap_between_friends: u16, "E7.14, EI-42", whole(0, 500),
            "gap between friends that lets any unit through, in hundredths of a base width";
        wheel_graze: u16, "E7.12, EI-42", whole(0, 16),
            "depth to which a wheel may graze friends beside which the unit began, in hundredths of a base width";
        zoc_depth: u16, "E7.16, EI-43", whole(0, 1000), "depth of a zone of control, in hundredths of the depth of the \
            base";
        routing_units_have_zoc: bool, "EI-43", Switch, "routing units have a zone of control";
        disordered_units_have_zoc: bool, "EI-43", Switch, "disordered units have a zone of control";
        strict_zoc_move_ban: bool, "E7.21, EI-44", Switch,
            "a unit in contact, in an enemy zone of control or in disorder cannot move at all";
        slide_move_factor: u16, "E7.18", whole(10, 500), "cost of a slide, in hundredths of its length";
        lateral_move_factor: u16, "E7.18", whole(10, 500), "cost of a lateral move, in hundredths of its length";
        wheel_measure: WheelMeasure, "EI-11", WheelMeasure::ACCEPTS, "how a wheel is measured";
        max_move_segments: u8, "EI-11", whole(1, 4), "maximum number of segments of a move; an action can hold at most \
            four";
        single_base_free_facing: bool, "E7.8, EI-13", Switch, "a unit of a single base moves in any direction and \
            faces as it likes";
        unqualified_base_axis: BaseAxis, "EI-5", BaseAxis::ACCEPTS, "what one base means as a distance where the text \
            does not say";
    }
    "Chapter 8: reorganisation" {
        reorganise_test: Threshold, "E8.8", Threshold::ACCEPTS, "what the die must be against the combativity to \
            reorganise";
        general_auto_reorganise: bool, "E8.10", Switch, "a unit touched by its general reorganises without a die";
        disorder_eliminates_single_base: bool, "E8.7, EI-47", Switch, "a single base that becomes disordered is \
            eliminated";
    }
    "Chapter 9: shooting" {
        shooting_ranks: u8, "E9.2", whole(1, 4), "ranks that shoot";
        higher_rear_ranks_shoot: bool, "E9.3, EI-19", Switch, "a rank that stands higher than those before it shoots \
            too";
        shoot_while_engaged: bool, "E9.8", Switch, "units in melee may shoot";
        target_rule: TargetRule, "E9.10", TargetRule::ACCEPTS, "which targets may be chosen";
        target_tie_break: TargetTieBreak, "E9.11, EI-50", TargetTieBreak::ACCEPTS, "how a target is found among those \
            equally near";
        target_tie_tolerance: u16, "EI-50", whole(0, 500),
            "difference of distance that still counts as a tie, in hundredths of a base width";
        nearest_includes_illegal: bool, "EI-50", Switch, "units that cannot be shot at count in finding the nearest";
        shoot_at_engaged: bool, "E9.13", Switch, "units in melee may be shot at";
        field_side_margin: u16, "E9.15, EI-49", whole(0, 500),
            "width of the field of fire beyond the front on either side, in hundredths of a base width";
        los_partial_block: SightBlock, "E9.17, EI-51", SightBlock::ACCEPTS, "what a partial obstacle to sight blocks";
        aimed_bases: AimedBases, "E9.42, EI-52", AimedBases::ACCEPTS, "which bases of the target are aimed at";
        shoot_over_lower_units: bool, "EI-19", Switch, "units that stand lower than shooter and target do not block \
            sight";
        illegal_shot_wastes_activation: bool, "E9.19, EI-54", Switch, "a shot that proves impossible uses up the \
            activation";
        range_short: u16, "E9.33, EI-4", whole(1, 400), "short range, in hundredths of the ruler";
        range_reduced: u16, "E9.33, EI-4", whole(1, 400), "reduced range, in hundredths of the ruler";
        range_medium: u16, "E9.33, EI-4", whole(1, 400), "medium range, in hundredths of the ruler";
        range_long: u16, "E9.33, EI-4", whole(1, 400), "long range, in hundredths of the ruler";
        shooter_min_dice: u8, "E9.35", whole(0, 3), "minimum number of dice of a shot";
        target_min_dice: u8, "E9.39", whole(0, 3), "minimum number of dice of saves";
        impact_test: ImpactTest, "E9.36", ImpactTest::ACCEPTS, "what a die must be against the combativity of the \
            enemy to be an impact";
        reroll_sixes: bool, "E9.37, EI-55", Switch, "a six may be rolled again for a further impact";
        reroll_risk: RerollRisk, "EI-55", RerollRisk::ACCEPTS, "what a six rolled again puts at risk";
        save_on: u8, "E9.38", whole(1, 6), "highest face that is a save";
        adv_shoot_higher: u8, "E9.40", whole(0, 6), "advantages of a shooter who stands higher than his target";
        adv_shoot_enfilade: u8, "E9.41, EI-56", whole(0, 6), "advantages of a shot in enfilade";
        adv_shoot_extra_base: u8, "E9.42", whole(0, 6), "advantages of a shot, for each shooting base more than bases \
            aimed at";
        adv_shoot_target_inferior: u8, "E9.43", whole(0, 6), "advantages of a shot at inferior troops";
        adv_shoot_shooter_superior: u8, "E9.44", whole(0, 6), "advantages of a shot of superior troops";
        adv_shoot_target_disordered: u8, "E9.45", whole(0, 6), "advantages of a shot at a disordered unit";
        adv_shoot_target_routing: u8, "E9.46", whole(0, 6), "advantages of a shot at a routing unit";
        adv_shoot_bulky: u8, "E9.47, EI-58", whole(0, 6), "advantages of a shot at a bulky target: cavalry, column, \
            square";
        adv_shoot_very_large: u8, "E9.48, EI-58", whole(0, 6), "advantages of a shot at a very large target, in place \
            of a bulky one";
        adv_target_general: u8, "E9.50", whole(0, 6), "advantages of a target touched by its general";
        adv_target_light_cover: u8, "E9.51", whole(0, 6), "advantages of a target in light shelter";
        adv_target_strong_cover: u8, "E9.52", whole(0, 6), "advantages of a target in strong shelter";
        adv_target_superior: u8, "E9.53", whole(0, 6), "advantages of a superior target";
        adv_target_shooter_inferior: u8, "E9.54", whole(0, 6), "advantages of a target of inferior shooters";
        adv_target_light: u8, "E9.55", whole(0, 6), "advantages of a light target";
        adv_target_heavy: u8, "E9.56", whole(0, 6), "advantages of a heavy target";
        artillery_quality_advantages: bool, "EI-57", Switch, "the quality of artillery counts in its own shooting \
            beside its weapon";
        routing_adds_to_disordered: bool, "EI-59", Switch, "the advantages for disorder and rout of a target add up";
        flank_zone: FlankZone, "EI-56", FlankZone::ACCEPTS, "what lies beside or behind a unit";
    }
    "Chapter 10: results" {
        disorder_stacks: bool, "E10.6", Switch, "a disordered unit may take disorder again";
        recoil_distance: u16, "E10.9", whole(0, 500), "length of one recoil, in hundredths of a base";
        recoil_axis: BaseAxis, "E10.9, EI-5", BaseAxis::ACCEPTS, "whether a recoil is measured in depths or widths of \
            a base";
        recoil_direction_choice: bool, "E10.10, EI-66", Switch, "the owner chooses among the directions of a recoil \
            from shooting";
        blocked_recoil: BlockedRecoil, "E10.11, EI-63", BlockedRecoil::ACCEPTS, "what becomes of a recoil without room";
        recoil_off_table: BlockedRecoil, "EI-46", BlockedRecoil::ACCEPTS, "what becomes of a recoil off the table";
        cavalry_recoil_tramples_infantry: bool, "E10.12, EI-67", Switch,
            "cavalry that recoils onto infantry facing another way destroys it";
        trample_angle: u16, "EI-67", whole(0, 720), "difference of facing beyond which it does, in quarters of a \
            degree";
        artillery_results: LimitedResults, "E10.14", LimitedResults::ACCEPTS, "what artillery suffers by impacts";
        disordered_results: LimitedResults, "E10.15", LimitedResults::ACCEPTS, "what a disordered unit suffers by \
            impacts";
        rout_threshold: RoutThreshold, "E10.16, EI-68", RoutThreshold::ACCEPTS, "how many impacts at once make a unit \
            rout";
        rout_max_deviation: u16, "E10.19, EI-69", whole(0, 360),
            "maximum deviation of a flight from its straight line, in quarters of a degree";
        rout_slowed_by_terrain: bool, "EI-69", Switch, "slowing terrain shortens a flight";
        blocked_rout: BlockedRout, "E10.20", BlockedRout::ACCEPTS, "what becomes of a unit that cannot flee";
        rout_contagion: bool, "E10.22", Switch, "a rout may spread to the nearest friends";
        contagion_test: Threshold, "E10.22", Threshold::ACCEPTS, "what the die must be against the combativity to stay";
        contagion_modifier: ByQuality, "E10.23", ByQuality::ACCEPTS, "what the quality of a unit adds to that die";
        contagion_chains: bool, "E10.24, EI-71", Switch, "a unit that routs by contagion spreads it further";
        contagion_each_rout_move: bool, "EI-71", Switch, "each further flight of a routing unit spreads it again";
    }
    "Chapter 11: melee" {
        infantry_may_attack_cavalry: InfantryAttacksCavalry, "E11.2", InfantryAttacksCavalry::ACCEPTS, "when infantry \
            may attack cavalry";
        artillery_may_attack: bool, "E11.3", Switch, "artillery may move into contact";
        conforming_unit: ConformingUnit, "E11.5, EI-73", ConformingUnit::ACCEPTS, "which unit aligns on the other";
        conform_max_shift: Option<u16>, "EI-73", or("none", 0, 1000),
            "maximum shift of a unit in aligning, in hundredths of a base width";
        min_contact_length: u8, "EI-72", whole(1, 100), "shared edge that engages two units, in hundredths of a base \
            width";
        surprised_unit_turn: bool, "E11.9, EI-74", Switch, "a unit attacked in flank or rear may turn to face when it \
            is activated";
        adv_melee_attack: u8, "E11.15", whole(0, 6), "advantages in melee of the side that has just attacked, in the \
            first round";
        adv_melee_cavalry_vs_infantry: u8, "E11.16", whole(0, 6), "advantages in melee of cavalry against infantry";
        adv_melee_more_bases: u8, "E11.17", whole(0, 6), "advantages in melee of the side with more bases";
        adv_melee_vs_artillery: u8, "E11.18", whole(0, 6), "advantages in melee of cavalry or infantry against \
            artillery";
        adv_melee_heavy: u8, "E11.19", whole(0, 6), "advantages in melee of heavy infantry or heavy cavalry";
        adv_melee_superior: u8, "E11.20", whole(0, 6), "advantages in melee of superior troops";
        adv_melee_enemy_light: u8, "E11.21", whole(0, 6), "advantages in melee of the side that fights light troops";
        adv_melee_enemy_inferior: u8, "E11.22", whole(0, 6), "advantages in melee of the side that fights inferior \
            troops";
        adv_melee_higher: u8, "E11.23", whole(0, 6), "advantages in melee of the side that stands higher";
        adv_melee_light_cover: u8, "E11.24, EI-82", whole(0, 6), "advantages in melee of a defender in light shelter";
        adv_melee_strong_cover: u8, "E11.25, EI-82", whole(0, 6), "advantages in melee of a defender in strong shelter";
        adv_melee_rough_vs_cavalry: u8, "E11.26, EI-21", whole(0, 6), "advantages in melee of infantry in rough ground \
            against cavalry";
        adv_melee_flank_or_rear: u8, "E11.27, EI-83", whole(0, 6),
            "advantages in melee of the side that takes the enemy in one flank or in rear";
        adv_melee_longer_front: u8, "E11.28, EI-81", whole(0, 6), "advantages in melee of the side with the longer \
            front";
        adv_melee_two_sides: u8, "E11.29, EI-83", whole(0, 6),
            "advantages in melee of the side that takes the enemy on two of flanks and rear";
        adv_melee_three_sides: u8, "E11.30, EI-83", whole(0, 6),
            "advantages in melee of the side that takes the enemy in both flanks and rear";
        adv_melee_attacker_column: u8, "E11.31, EI-84", whole(0, 6), "advantages in melee of an attacker in column";
        adv_melee_general: u8, "E11.32", whole(0, 6), "advantages in melee of a unit touched by its general";
        adv_melee_enemy_disordered: u8, "E11.33", whole(0, 6), "advantages in melee of the side that fights a \
            disordered unit";
        elephant_melee_bonus: u8, "E14.2", whole(0, 6), "advantages in melee of elephants";
        multirank_bonus: u8, "E11.35, EI-86", whole(0, 6), "advantages in melee of troops trained to fight in several \
            ranks";
        multirank_min_ranks: u8, "EI-86", whole(2, 6), "full ranks that they need for it";
        cavalry_bonus_only_when_attacking: bool, "EI-80", Switch, "advantages of the arm hold only for the side that \
            attacked";
        cover_for_defender_only: bool, "EI-82", Switch, "only the unit that was attacked profits from shelter";
        column_bonus_first_round_only: bool, "EI-84", Switch, "the advantage of the column ends with the first round";
        attack_bonus_on_pursuit: bool, "EI-85", Switch, "a round after a pursuit counts as an attack of the pursuer";
        side_property_rule: SideProperty, "EI-77", SideProperty::ACCEPTS, "whose properties count for a side of \
            several units";
        impact_target: ImpactTarget, "EI-77", ImpactTarget::ACCEPTS, "on which unit of a side the impacts fall";
        melee_grouping: MeleeGrouping, "EI-76", MeleeGrouping::ACCEPTS, "which units fight one melee";
        melee_min_dice: u8, "E11.36", whole(0, 3), "minimum number of dice of a side in melee";
        melee_roll: MeleeRoll, "E11.37, EI-78", MeleeRoll::ACCEPTS, "who rolls in melee";
        melee_saves: bool, "E11.39, EI-79", Switch, "saves are rolled in melee";
        flanked_unit_may_recoil: bool, "E11.40", Switch, "a unit attacked in flank or rear may recoil";
        pursuit_distance: u16, "E11.41, EI-87", whole(0, 500), "length of a pursuit, in hundredths of a base";
        pursuit_axis: BaseAxis, "EI-87", BaseAxis::ACCEPTS, "whether a pursuit is measured in depths or widths of a \
            base";
        pursuit_vs_rout: bool, "EI-87", Switch, "routing units are pursued too";
        break_off_test: Threshold, "E11.43, EI-88", Threshold::ACCEPTS, "what the die must be against the combativity \
            to break off";
        break_off_distance: u16, "E11.44", whole(0, 500), "length of the step back, in hundredths of the depth of the \
            base";
    }
    "Chapter 12: combativity" {
        objective_combativity: u8, "E12.3", whole(0, 4), "combativity for taking an objective";
        objective_hold_turns: u8, "E12.3, EI-91", whole(0, MOST_TURNS_HELD as i64), "turns for which an \
            objective must be held to be taken";
        objective_effect: ObjectiveEffect, "EI-90", ObjectiveEffect::ACCEPTS, "whose combativity an objective changes";
        objective_rescore_after_enemy: bool, "EI-91", Switch, "an objective counts again once the enemy has taken it \
            in between";
        overflow_to_enemy: bool, "E12.5", Switch, "combativity gained beyond the highest is taken from the enemy";
        quarter_loss_combativity: u8, "E12.6, EI-92", whole(0, 4), "combativity lost with each quarter of the army";
        camp_loss_combativity: u8, "E12.7", whole(0, 5), "combativity lost with the camp";
        camp_capture: CampCapture, "EI-30", CampCapture::ACCEPTS, "how a camp is taken";
        general_loss_combativity: u8, "E12.8", whole(0, 5), "combativity lost with the general";
        general_capture: bool, "EI-29", Switch, "a separate general may be captured";
        fatigue_period_turns: u8, "E12.9, EI-93", whole(1, 60), "turns after which both armies tire";
        fatigue_combativity: u8, "E12.9", whole(0, 4), "combativity lost each time";
        tie_breaks: Vec<TieBreak>, "E12.11, EI-96", TieBreak::SEVERAL, "what decides a game at its turn limit, in this \
            order";
        area_measure: AreaMeasure, "EI-96", AreaMeasure::ACCEPTS, "how the area occupied by an army is measured";
    }
    "Chapter 13: points" {
        cost_infantry: u8, "E13.1", whole(0, 20), "points of a base of infantry";
        cost_cavalry: u8, "E13.2", whole(0, 20), "points of a base of cavalry";
        cost_artillery: u8, "E13.3", whole(0, 20), "points of a base of artillery";
        cost_normal: u8, "E13.4", whole(0, 20), "points a base for normal quality";
        cost_superior: u8, "E13.5", whole(0, 20), "points a base for superior quality";
        cost_shooting: u8, "E13.6", whole(0, 20), "points a base for being able to shoot, artillery apart";
        cost_heavy: u8, "E13.7", whole(0, 20), "points a base for being heavy";
        cost_elephant: u8, "E13.8", whole(0, 20), "points of an elephant";
        cost_limber: u8, "EI-103", whole(0, 20), "points of the limber of horse artillery";
        list_points: u8, "E13.14, E13.17", whole(1, 200), "maximum points of an army of which one half is free";
        free_half_army: bool, "E13.17", Switch, "one half of an army may follow its list while the other is free";
        list_multiplier: u8, "E13.16", whole(1, 6), "how many times each line of an army list is taken";
    }
    "Chapter 14: periods and special troops" {
        elephant_can_shoot: bool, "E14.3", Switch, "elephants with a weapon shoot";
        elephant_path_destroys: PathDestroys, "E14.6", PathDestroys::ACCEPTS,
            "what an uncontrollable elephant destroys of a unit that it reaches";
        elephant_rampage_trigger: RampageTrigger, "E14.4, EI-107", RampageTrigger::ACCEPTS, "what makes an elephant \
            uncontrollable";
        cavalry_shooting_target_bonus: u8, "E14.18, E14.31", whole(0, 6), "advantages of a target of cavalry with \
            firearms";
        napoleonic_battalion_bases: u8, "E14.10", whole(1, 24), "bases of a battalion of the Napoleonic period";
        napoleonic_cavalry_regiment_bases: u8, "E14.11", whole(1, 24), "bases of a regiment of cavalry of the \
            Napoleonic period";
        napoleonic_battery_bases: u8, "E14.12", whole(1, 6), "bases of a battery";
        napoleonic_cavalry_range: CavalryRange, "E14.17, EI-108", CavalryRange::ACCEPTS, "range of cavalry of the \
            Napoleonic period";
        acw_cavalry_range: CavalryRange, "E14.31, EI-108", CavalryRange::ACCEPTS, "range of cavalry of the Civil War";
        napoleonic_light_cavalry_is_light: bool, "EI-102", Switch, "light cavalry of the Napoleonic budgets is light";
        charge_cavalry_shooting: bool, "EI-102", Switch, "cavalry of the Napoleonic budgets pays for shooting";
        horse_artillery_unlimber_turns: u8, "E14.14, EI-104", whole(0, 1), "turns that horse artillery needs to \
            unlimber after a move";
        limber_is_free: bool, "EI-104", Switch, "horse artillery limbers up as part of its move";
        dismounted_quality: Quality, "E14.29", Quality::ACCEPTS, "quality of dismounted cavalry";
        dismount_horse_holder_bases: u8, "E14.28, EI-105", whole(0, 1), "bases of a dismounting unit that stay with \
            the horses";
    }
    derived {
        /// Table T1: the row of each kind of terrain, by `TerrainKind as usize`.
        terrain: [TerrainRow; TerrainKind::COUNT],
        /// Table T4: the row of each weapon, by `Weapon as usize`.
        weapons: [WeaponRow; Weapon::COUNT],
        /// Costs of bases of single troops in place of the formula.
        troop_costs: TroopCosts,
    }
}
}
