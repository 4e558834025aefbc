//! The numbers and switches of Jomini V2 that a rules file states, one key each (appendix B of the ledger), with the
//! values each accepts. Numbers of the types of unit are in `units.rs`, choices between readings in `choices.rs`, sets
//! and rows of names in `names.rs`, tables by the size of an army in `bands.rs`, reading and checking in `load.rs`. The
//! effect of a number is documented in the module that uses it.
//!
//! The list below declares each key once: its field, its rule IDs, its accepted values and its meaning; the keys of
//! orders are in `keys/orders.rs`. To delete a key, remove its line here or there and in `rules/jomini-v2.toml`.

mod orders;

use self::orders::with_order_keys;
use super::bands::{ActivationBand, OfficersBand};
use super::choices::*;
use super::names::*;
use super::units::{UNIT_KINDS, UnitNumbers};
use crate::data::schema::rule_keys;
use crate::data::{Accepts, Fraction, TroopCosts};

use Accepts::{Share, Switch};

pub(super) const fn whole(least: i64, most: i64) -> Accepts {
    Accepts::Whole { least, most }
}

const fn or(word: &'static str, least: i64, most: i64) -> Accepts {
    Accepts::WordOrWhole { word, least, most }
}

const fn row(names: &'static [&'static str], least: i64, most: i64) -> Accepts {
    Accepts::Row { names, least, most }
}

with_order_keys! { rule_keys!
/// Every number and switch of one rules file.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
before {
    "Chapter 1: key notions" {
        support_neighbours: u8, "J1.3, JI-9", whole(1, 6), "friendly neighbours that make a unit supported";
        town_infantry_supported: bool, "J1.4, JI-14", Switch, "infantry attacked in buildings counts as supported";
        mounted_rough_supported: bool, "J1.5, JI-12", Switch, "mounted troops fighting in or into rough terrain may \
            count as supported";
        rough_infantry_supported_vs_mounted: bool, "J1.7, JI-13", Switch,
            "infantry in rough terrain counts as supported against mounted troops";
        rough_terrain: TerrainSet, "J1.5, JI-15", TerrainSet::ACCEPTS, "terrain that counts as rough";
        road_in_rough_no_support: bool, "J1.8, JI-17", Switch, "a gun standing by road on rough terrain neither has \
            nor gives support";
        die_faces: [Face; 6], "J1.13", Face::SIX, "what the six faces of the special die show";
        order_overrides_rough_support: bool, "J1.9, JI-16", Switch,
            "support given by an order holds even where rough terrain would deny it";
    }
    "Chapter 3: command and activation" {
        activation_table: Vec<ActivationBand>, "J3.5, JI-46", ActivationBand::ACCEPTS,
            "activations a player-turn and units in each, by size of the army";
        activation_basis: ActivationBasis, "JI-45", ActivationBasis::ACCEPTS, "which number of units picks the row of \
            activation_table";
        activations_per_officer: u8, "J3.13, JI-47", whole(1, 3), "activations one officer may make in a player-turn";
        officer_alone_activation_cost: u8, "J3.16, JI-51", whole(0, 4), "unit slots used up by an officer who is \
            activated alone";
        command_range_cinc: u8, "J3.3", whole(0, 30), "hexes within which the commander-in-chief activates units";
        command_range_subgeneral: u8, "J3.3", whole(0, 30), "hexes within which a sub-general activates units";
        command_range_officer: u8, "J3.3", whole(0, 30), "hexes within which a senior officer activates units";
        influence_range_cinc: u8, "J3.4", whole(0, 30), "hexes within which the commander-in-chief influences units";
        influence_range_subgeneral: u8, "J3.4", whole(0, 30), "hexes within which a sub-general influences units";
        influence_range_officer: u8, "J3.4", whole(0, 30), "hexes within which a senior officer influences units";
        officers_default: Vec<OfficersBand>, "JI-44", OfficersBand::ACCEPTS, "officers of an army whose list names \
            none, by its size";
        allied_max_distance: u8, "JA2.9, JA3.36, JI-55", whole(0, 30),
            "hexes from its sub-general beyond which an allied or feudal unit may only withdraw";
        officer_good_level: i8, "JA2.6, JI-43", whole(0, 4), "change in the command level of a good leader";
        officer_weak_level: i8, "JA2.7, JI-43", whole(-4, 0), "change in the command level of a weak officer";
        officer_bad_activations: i8, "JA2.8, JI-43", whole(-6, 0), "change in the units that a bad officer activates";
        officer_level_affects_activation: bool, "JA2.6, JA2.7, JI-43", Switch,
            "a good or weak officer activates as many more or fewer units";
        officer_min_units: u8, "JI-43", whole(1, 4), "minimum number of units of an activation that an officer's \
            letters change";
        deficient_move_cap: u8, "JA2.10, JI-56", whole(0, 4), "maximum number of hexes of a unit that orders under \
            deficient command have not reached";
        sharpshooter_kills: bool, "JA3.17, JI-158", Switch, "an officer hit by Sharpshooters is removed; if not, he \
            flees";
        unreliable_flag_blocks_combat: bool, "JA3.4, JI-102", Switch, "an Unreliable unit that stays where it is does \
            not fight either";
        impetuous_pursuit: bool, "JA3.5, JI-103", Switch, "Impetuous troops must attack an enemy next to them after a \
            follow-up or a pursuit too";
    }
}
after {
    "Chapter 4: movement" {
        mobile_move: i8, "JA3.7, JI-91", whole(0, 3), "change in movement of a Mobile unit";
        slow_move: i8, "JA3.6, JI-91", whole(-3, 0), "change in movement of a Slow unit";
        very_heavy_artillery_move_cap: u8, "J4.10, JI-41", whole(0, 4), "maximum number of hexes that very heavy foot \
            artillery ever moves";
        very_heavy_artillery_cap_in_retreat: bool, "JI-41", Switch, "that limit holds in retreat too";
        artillery_move_dice_penalty_per_hex: u8, "J4.11, J5.20", whole(0, 3), "dice lost for each hex moved by guns \
            that fire after moving";
        officer_move_cinc: u8, "J4.12, JI-50", whole(0, 12), "hexes a commander-in-chief moves alone";
        officer_move_subgeneral: u8, "J4.12, JI-50", whole(0, 12), "hexes a sub-general moves alone";
        officer_move_officer: u8, "J4.12, JI-50", whole(0, 12), "hexes a senior officer moves alone";
        officer_passes_friends: bool, "JI-53", Switch, "an officer moving alone may pass through friendly units";
        pass_artillery_exclusions: FamilySet, "J4.4, JI-92", FamilySet::ACCEPTS, "troops that cannot pass through \
            friendly guns";
        road_bonus: u8, "J4.15, JI-95", whole(0, 6), "hexes gained by a move wholly along a road";
        mounted_infantry_bonus: u8, "J4.17, JI-36", whole(0, 4), "hexes that infantry gains by its animals or wagons, \
            without combat";
        mounted_infantry_state: bool, "JI-36", Switch, "mounted infantry may dismount and mount again; if not, it is \
            always mounted";
        minus_hex_mode: MinusHexMode, "JI-94", MinusHexMode::ACCEPTS, "how effects of one hex less are counted";
        min_one_hex_move: bool, "JI-94", Switch, "a unit can always make a move of one hex without combat";
        light_infantry_ignores_forest: bool, "J2.5, JI-24", Switch, "light infantry enters forest as clear terrain";
        woodsmen_terrain: TerrainSet, "JA3.28", TerrainSet::ACCEPTS, "terrain that the trait Woodsmen treats as clear";
        linear_out_closed_to_artillery: bool, "JI-96", Switch, "guns may not leave across a linear obstacle either";
        ditch_rampart_out: DitchRampartOut, "J7.21, J7.20, JI-96", DitchRampartOut::ACCEPTS,
            "movement out across a ditch or rampart";
        pack_artillery_closed_terrain: bool, "JI-99", Switch, "terrain closed to guns is closed to those that camels \
            or elephants carry too";
        siege_equipment: bool, "J7.20, JI-100", Switch, "infantry has siege equipment and crosses ramparts";
    }
    "Chapter 5: dice" {
        carronade_class_shift: i8, "JA3.47", whole(-3, 0), "classes by which carronades are lighter than their shot";
        attacks_per_unit_per_turn: u8, "J5.5", whole(1, 3), "attacks a unit makes in a player-turn, pursuit and \
            Breakthrough apart";
        training_dice: [i8; 5], "JA3.2, JI-25", row(TRAINING, -4, 4), "change in dice by training";
        min_dice: u8, "JA3.2, JI-108", whole(1, 3), "minimum number of dice that a unit allowed to attack rolls";
        artillery_dice_mode: ArtilleryDiceMode, "J5.11", ArtilleryDiceMode::ACCEPTS, "how the base dice of artillery \
            are found";
        artillery_dice_per_element: u8, "J5.11", whole(1, 3), "dice for each element of artillery";
        artillery_dice_cap: u8, "J5.11, JI-29", whole(1, 8), "maximum number of base dice of artillery";
        artillery_cap_before_training: bool, "JI-29", Switch, "that limit comes before training; if not, it limits the \
            dice after it";
        artillery_move_can_reach_zero: bool, "JI-108", Switch, "guns that lost all dice by moving cannot fire";
        rifle_melee_penalty: u8, "J5.12", whole(0, 3), "dice that rifles lose in melee";
        irregular_enemy_dice: u8, "J5.13, JA3.15", whole(0, 3), "dice gained by western troops against Irregulars";
        irregular_bonus_scope: CombatScope, "JI-39", CombatScope::ACCEPTS, "combats in which those dice are gained";
        nonshooter_ambush_by: FamilySet, "J5.14, JI-40", FamilySet::ACCEPTS, "western arms that fire first at \
            non-shooters";
        nonshooter_ambush_needs_support: bool, "J5.14, JI-40", Switch,
            "only supported troops fire first at infantry without missiles that attacks them";
        western_default: bool, "JI-38", Switch, "units are western-trained unless their letters or army list say \
            otherwise";
        very_heavy_enemy_dice: i8, "J5.15", whole(-3, 3), "change in dice of a unit that fights very heavy cavalry \
            or lancers";
        very_heavy_minus_scope: CombatScope, "JI-32", CombatScope::ACCEPTS, "combats in which that change holds";
        rocket_very_light_move_penalty: RocketMovePenalty, "J5.20", RocketMovePenalty::ACCEPTS, "dice that very light \
            rockets lose by moving";
        wagon_dice_cap: u8, "J5.47, JI-37", whole(1, 12), "maximum number of dice in melee against infantry that \
            shelters in its wagons";
        lancer_attack_dice: u8, "J5.16", whole(0, 3), "dice gained by attacking lancers";
        animal_units: AnimalSet, "JI-34, JI-35", AnimalSet::ACCEPTS, "troops that camels and elephants frighten";
        camel_effect_dice: i8, "J5.17, JI-34", whole(-3, 3), "change in dice of other animals next to camels";
        elephant_effect_dice: i8, "J5.18, JI-35", whole(-3, 3), "change in dice of other animals next to elephants";
        elephant_artillery_dice: u8, "JA3.50, JI-30", whole(1, 8), "base dice of guns that elephants carry";
        elephant_towed_per_element: bool, "JI-30", Switch, "guns that elephants tow roll by their elements; if not, as \
            those that elephants carry";
        zambourek_move_penalty: u8, "J5.22", whole(0, 3), "dice that zamboureks lose if they moved at all";
        lancer_targets: FamilySet, "J5.16, JI-33", FamilySet::ACCEPTS, "troops against which lancers gain them";
        aggressive_dice: u8, "JA3.9", whole(0, 3), "dice gained by an Aggressive unit in attack";
        fanatic_dice: u8, "JA3.13", whole(0, 3), "dice gained by a Fanatic unit in attack and riposte";
        marksman_dice: u8, "JA3.18, JI-159", whole(0, 3), "dice gained by Marksmen in ranged fire, riposte and ambush";
        orders_above_terrain_cap: bool, "J5.41, JI-107", Switch, "dice of an attack order are added beyond terrain \
            caps";
        ranged_fire_uses_terrain_caps: bool, "JI-110", Switch, "terrain affects the dice of ranged fire too";
    }
    "Chapter 5: line of sight" {
        unit_shadow: u8, "J5.32, JI-115", whole(0, 6), "hexes hidden behind a unit from a gun on a hill";
        mask_shadow: Option<u8>, "J5.34, JI-115", or("distance", 0, 6), "hexes hidden behind woods and buildings from \
            a gun on a hill";
        lower_hill_mask: LowerHillMask, "JI-115", LowerHillMask::ACCEPTS, "how a hill between the two levels masks";
        foot_of_hill_exempt: FootOfHill, "J5.33, JI-116", FootOfHill::ACCEPTS, "units at the foot of the hill that \
            cast no shadow";
        small_arms_fire_over_units_from_hill: bool, "J5.31, JI-117", Switch, "rifles on a hill see as guns do";
        plateau_clear: bool, "JI-119", Switch, "hills of one level do not mask between two hexes of that level";
        hill_to_hill_ignores_low_masks: bool, "JI-120", Switch, "between two hills nothing lower masks for guns";
        ditch_masks: bool, "J7.21, JI-121", Switch, "a ditch is a mask";
        linear_edge_both: bool, "JI-112", Switch, "fire through a corner meets an obstacle only if both sides have one";
    }
    "Chapter 5: tactical advantage and hits" {
        ta_always_miss_first: bool, "J5.57, JI-125", Switch, "what always misses wins over Fanatic and Elusive";
        artillery_ta_hit_range: u8, "J5.65", whole(0, 8), "distance up to which a gun's tactical advantage is a hit";
        rocket_ta: RocketTactical, "J5.66", RocketTactical::ACCEPTS, "tactical advantage of rockets";
        fanatic_all_attackers: bool, "JA3.13, JI-126", Switch, "a tactical advantage against Fanatics is a hit from \
            any attacker";
        elusive_ta_infantry: TacticalResult, "J5.62, JI-127", TacticalResult::ACCEPTS,
            "tactical advantage of infantry against Elusive troops";
        elusive_ta_mounted: TacticalResult, "J5.63, JI-127", TacticalResult::ACCEPTS,
            "tactical advantage of mounted troops against Elusive troops";
        elusive_ta_artillery: TacticalResult, "J5.65, JI-127", TacticalResult::ACCEPTS,
            "tactical advantage of distant artillery against Elusive troops";
        zambourek_hit_face: HitFace, "JA3.48, JI-27", HitFace::ACCEPTS, "the face of the die that hits zamboureks";
        elephant_ta: TacticalResult, "J5.67", TacticalResult::ACCEPTS, "tactical advantage of elephants against any \
            unit";
        elephant_ta_in_rough: ElephantsInRough, "JI-128", ElephantsInRough::ACCEPTS, "tactical advantage of elephants \
            in or against rough terrain";
        harassment_morale_hits: u8, "JA3.14, JI-132", whole(0, 6), "morale hits for each tactical hit of a Harassing \
            unit";
        hits_convertible: bool, "J5.51", Switch, "hits may be dodged";
        dodge_trait_morale_hits: u8, "JA3.12, JI-81", whole(0, 9), "morale hits that replace the hit dodged by trait";
        tokens_per_letter: u8, "J5.54, JI-136", whole(0, 5), "order tokens for each letter rolled";
        artillery_letters_to_flags: u8, "J5.55, JI-135", whole(0, 9), "letters of an artillery roll that count as \
            flags";
    }
    "Chapter 5: morale hits and retreat" {
        morale_elements: [u8; 5], "JA3.3", row(MORALE, 1, 9), "elements by morale";
        elephant_elements: u8, "JA3.3, JA3.49", whole(1, 5), "elements of elephants that fight or carry guns";
        supported_flags_ignored: u8, "J5.53", whole(0, 6), "morale hits that a supported unit ignores";
        wagon_flags_ignored: u8, "J5.47, JI-37", whole(0, 6), "morale hits that infantry ignores in melee while it \
            shelters in its wagons";
        officer_flags_ignored: u8, "J3.63, J5.53", whole(0, 6), "morale hits ignored for each officer in the hex";
        artillery_flags_ignored: u8, "J5.53", whole(0, 6), "morale hits that artillery ignores";
        ignore_flags_auto: bool, "JI-134", Switch, "morale hits that can be ignored always are; if not, the owner \
            chooses";
        retreat_hexes_foot: u8, "J5.70", whole(1, 6), "hexes for each morale hit, infantry and foot artillery";
        retreat_hexes_mounted: u8, "J5.70", whole(1, 6), "hexes for each morale hit, mounted troops and horse \
            artillery";
        retreat_directions: RetreatDirections, "J5.73, JI-6", RetreatDirections::ACCEPTS, "neighbours into which a \
            unit may retreat";
        retreat_must_maximise: bool, "J5.72, JI-138", Switch, "the owner must choose a longest possible retreat";
        retreat_pass_extends: bool, "J5.75, JI-140", Switch, "a retreat that would end in friendly artillery goes on \
            to the next free hex";
        blocked_retreat_loss: BlockedRetreatLoss, "J5.76, JI-139", BlockedRetreatLoss::ACCEPTS,
            "what costs an element when a retreat is blocked";
        retreat_multipliers: RetreatMultipliers, "JI-142", RetreatMultipliers::ACCEPTS, "how several multipliers of \
            the retreat combine";
        hesitant_multiplier: u8, "JA3.21", whole(1, 6), "times the retreat of Hesitant units";
        fleeing_multiplier: u8, "JA3.20", whole(1, 6), "times the retreat of Fleeing units";
        changeable_retreat_multiplier: u8, "JA3.11", whole(1, 6), "times the retreat of Changeable units";
        stubborn_first_reduction: u8, "JA3.19, JI-143", whole(0, 6), "hexes off the first retreat of Stubborn infantry \
            and artillery";
        tenacious_first_reduction: u8, "JA3.24, JI-143", whole(0, 6), "hexes off the first retreat of Tenacious \
            mounted troops";
    }
    "Chapter 5: follow-up, pursuit, riposte" {
        pursuit_hexes: u8, "J5.84, JI-153", whole(0, 4), "hexes of a pursuit";
        pursuits_per_turn: u8, "J5.86", whole(0, 3), "pursuits of a unit in a player-turn";
        pursuit_obeys_stop: bool, "JI-154", Switch, "terrain that stops or slows ends a pursuit";
        changeable_infantry_hexes: u8, "JA3.11, JI-156", whole(0, 4), "hexes that Changeable infantry may add to its \
            follow-up";
        changeable_pursuit_hexes: u8, "JA3.11", whole(0, 4), "hexes of a pursuit by Changeable cavalry";
        break_off_followup: bool, "JA3.16, JI-157", Switch, "the attacker may follow up a unit that breaks off";
        riposte_ignores_move_penalty: bool, "J5.90, JI-146", Switch, "guns do not lose dice in a riposte for having \
            moved";
    }
    "Chapter 5: elephants in panic" {
        panic_dice: u8, "J5.96", whole(0, 6), "dice of each flight of a panicked elephant";
        panic_hexes_per_result: u8, "JI-160", whole(1, 4), "hexes for each flag or tactical advantage of those dice";
        panic_roll: PanicRoll, "J5.96, JI-161", PanicRoll::ACCEPTS, "when a panicked elephant rolls again";
        panicked_elephants_per_unit: PanickedElephants, "JI-163", PanickedElephants::ACCEPTS, "elephants that run from \
            guns or riders";
        panic_attack_dice: u8, "J5.97", whole(1, 12), "dice with which it attacks a unit that bars its way";
        panic_attack_modified: bool, "JI-166", Switch, "those dice are modified as those of any attack";
        panic_blocked: PanicBlocked, "JI-165", PanicBlocked::ACCEPTS, "what becomes of an elephant that cannot run on";
        elephant_counts_lost: ElephantCountsLost, "JI-168", ElephantCountsLost::ACCEPTS, "when a unit of one elephant \
            counts as lost";
    }
    "Chapter 5: officers in flight" {
        flight_range_officer: u8, "J5.105", whole(0, 6), "hexes a senior officer may flee";
        flight_range_general: u8, "J5.106, JI-170", whole(0, 6), "hexes a general may flee";
        cinc_loss_skipped_turns: u8, "J5.108, JI-173", whole(0, 3), "player-turns lost with the commander-in-chief";
    }
    "Chapter 6: victory" {
        victory_loss_fraction: Fraction, "J1.1, J6.4", Share, "share of its starting units whose loss beats an army";
        victory_round: VictoryRound, "JI-175", VictoryRound::ACCEPTS, "how a share that is no whole number is rounded";
        victory_check: VictoryCheck, "J6.2, JI-177", VictoryCheck::ACCEPTS, "when victory is checked";
        objectives_check: VictoryCheck, "J6.2, J6.3, JI-177", VictoryCheck::ACCEPTS,
            "when the side whose player-turn it is wins by objectives";
        simultaneous_victory: SimultaneousVictory, "JI-178", SimultaneousVictory::ACCEPTS, "who wins when both armies \
            are beaten at once";
        officers_count_for_victory: bool, "JI-174", Switch, "lost officers count as lost units";
        grade_marginal_max: Fraction, "J6.5, JI-176", Share, "largest gap in losses of a marginal victory";
        grade_medium_max: Fraction, "J6.5, JI-176", Share, "largest gap in losses of a medium victory";
        turn_limit: u8, "JI-179", whole(1, 250), "rounds after which a game ends";
        turn_limit_result: TurnLimitResult, "JI-180", TurnLimitResult::ACCEPTS, "result of a game that reaches its \
            turn limit";
    }
    "Chapter 7: terrain" {
        terrain_stack: TerrainStack, "J7.2, JI-109", TerrainStack::ACCEPTS, "how equal terrain effects combine";
        hill_up_dice_cap: u8, "J7.4", whole(1, 12), "maximum number of dice uphill";
        hill_down_dice_cap: u8, "J7.4", whole(1, 12), "maximum number of dice downhill";
        rocks_move_penalty: u8, "J7.5, JI-94", whole(0, 3), "hexes lost for moving into or out of rocks";
        rocks_in_dice: i8, "J7.5", whole(-3, 0), "change in dice for attacks into rocks";
        rocks_out_dice_cap: u8, "J7.5", whole(1, 12), "maximum number of dice out of rocks";
        forest_dice_cap: u8, "J7.6", whole(1, 12), "maximum number of dice into or out of forest";
        marsh_dice_cap: u8, "J7.7", whole(1, 12), "maximum number of dice into or out of marsh";
        buildings_dice_cap: u8, "J7.8", whole(1, 12), "maximum number of dice into or out of buildings";
        sand_dice_cap: u8, "J7.9", whole(1, 12), "maximum number of dice into or out of sand";
        ford_out_dice_cap: u8, "J7.16", whole(1, 12), "maximum number of dice out of a ford";
        snow_dice_cap: u8, "J7.17", whole(1, 12), "maximum number of dice into or out of snow";
        wall_dice_cap: u8, "J7.19", whole(1, 12), "maximum number of dice across a wall";
        wall_flags_ignored: u8, "J7.19", whole(0, 6), "morale hits that foot troops and guns ignore behind a wall";
        ditch_dice: i8, "J7.21", whole(-3, 0), "change in dice for attacks across a ditch";
        ditch_flags_ignored: u8, "J7.21", whole(0, 6), "morale hits that foot troops and guns ignore behind a ditch";
        fortification_dice_cap: u8, "J7.22", whole(1, 12), "maximum number of dice across a fortification";
        fortification_flags_ignored: u8, "J7.22", whole(0, 6), "morale hits that foot troops and guns ignore behind a \
            fortification";
        rampart_dice_cap: u8, "J7.20", whole(1, 12), "maximum number of dice across a rampart";
        rampart_flags_ignored: u8, "J7.20", whole(0, 6), "morale hits that foot troops and guns ignore behind a \
            rampart";
    }
    "Annex 1: setting up" {
        army_method: ArmyMethod, "JA1.3, JI-187", ArmyMethod::ACCEPTS, "how equal the armies are that players bring";
        army_budget: u16, "JA1.3, JI-187", whole(1, 5000), "points that an army may cost where a budget is set";
        terrain_method: TerrainMethod, "JA1.4, JI-185", TerrainMethod::ACCEPTS, "who determines the table";
        deploy_method: DeployMethod, "JA1.8, JA1.9, JA1.10, JI-184", DeployMethod::ACCEPTS, "how both sides deploy";
        decoy_ratio: Fraction, "JA1.10, JI-184", Share, "decoys among the slips of paper, as a share of the units to \
            be deployed";
        deploy_rows: u8, "JA1.5, JI-183", whole(1, 12), "rows of a deployment zone where the scenario draws none";
        deploy_batch: u8, "JA1.8, JI-181", whole(1, 30), "units placed in turn by each player";
        first_player: FirstPlayer, "JA1.11, JI-186", FirstPlayer::ACCEPTS, "who plays first where the scenario does \
            not say";
        first_player_deploys_first: bool, "JA1.11", Switch, "the side that plays first deploys first";
    }
    "Annex 4: other periods" {
        period_lace_wars: bool, "JA4.1", Switch, "wars in lace: no orders, officers in the front rank, panic of \
            regular troops";
        lace_letter_is_flag: bool, "JA4.2, JI-188", Switch, "in lace an order letter on the dice is a flag";
        lace_regulars_panic: bool, "JA4.6, JI-190", Switch, "in lace regular troops have the letter Panic";
        front_rank_dice: u8, "JA4.4, JI-189", whole(0, 4), "dice that an officer in the front rank gives his unit, in \
            lace";
        front_rank_all_losses: bool, "JA4.4, JI-189", Switch,
            "in lace losses by retreats that cannot be made and by panic endanger an officer in the front rank too";
        front_rank_in_fire: bool, "JA4.4, JI-189", Switch, "in lace an officer may fight in the front rank at range \
            too";
        period_late_19c: bool, "JA4.8, JI-191", Switch, "second half of the 19th century: western infantry has rifles, \
            guns have letters of their make";
        late_infantry_open_order: bool, "JA4.9", Switch, "after 1850 western infantry fights as heavy and moves as \
            light infantry";
        breech_as_elite: bool, "JA4.12, JI-192", Switch, "after 1850 infantry with breech-loaders has at least the \
            dice of the elite";
        rifled_gun_range: u8, "JA4.13", whole(0, 3), "hexes of range that rifled guns gain after 1850";
        breech_gun_dice: u8, "JA4.13", whole(0, 3), "dice that breech-loading guns gain after 1850";
        recoil_gun_dice: u8, "JA4.13", whole(0, 3), "dice that recoil brakes add to a gun after 1850";
    }
    "First costs: estimates, as the rulebook publishes none (JI-187)" {
        cost_per_die: u8, "JI-187", whole(0, 100), "points for each die of an attack, training included, at full \
            strength";
        cost_per_element: u8, "JI-187", whole(0, 100), "points for each element";
        cost_per_hex: u8, "JI-187", whole(0, 100), "points for each hex of movement without combat";
        cost_per_range_hex: u8, "JI-187", whole(0, 100), "points for each hex of range beyond the first";
        cost_good_letter: u8, "JI-187", whole(0, 100), "points added for each letter that helps its unit";
        cost_bad_letter: u8, "JI-187", whole(0, 100), "points subtracted for each letter that hinders its unit";
    }
    derived {
        /// The numbers of each type of unit, by `UnitKind as usize`; `None` if the rules do not cover it.
        units: [Option<UnitNumbers>; UNIT_KINDS],
        /// The costs of single units in place of the sum (JI-187).
        troop_costs: TroopCosts,
    }
}
}
}
