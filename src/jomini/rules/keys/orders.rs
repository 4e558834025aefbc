//! The keys of orders: tokens and costs, command orders, manoeuvre orders, attack orders, defence orders, and officers
//! who lead a unit (J3.17 to J3.63).

/// Passes a list of keys to a macro, with the keys of orders, which are the second half of chapter 3, between those
/// before and those after them.
macro_rules! with_order_keys {
    (
        $declare:ident!
        $(#[$about:meta])*
        pub struct $rules:ident { before { $($before:tt)* } after { $($after:tt)* } }
    ) => {
$declare! {
$(#[$about])*
pub struct $rules {
    $($before)*
    "Chapter 3: order tokens and what orders cost" {
        command_level_default: Option<u8>, "J3.17, JI-42", or("activation_size", 0, 20),
            "level of the commander-in-chief where no file states it";
        starting_order_tokens: Option<u8>, "J3.17, JI-42", or("command_level", 0, 40),
            "order tokens at the start where the scenario states none";
        max_order_tokens: Option<u8>, "JI-58", or("none", 0, 99), "maximum number of order tokens that a player may \
            hold";
        order_min_cost: u8, "J3.24", whole(0, 5), "minimum cost of an order";
        officer_order_discount: u8, "J3.55, JI-59", whole(0, 5), "tokens saved on an order to a unit within an \
            officer's influence";
        discounts_stack: bool, "JI-59", Switch, "the officer's discount and the unit's trait add up";
        group_order_discount: bool, "JI-60", Switch, "orders to several units get discounts too";
        trait_good_order: i8, "JA3.30, JA3.32, JA3.34", whole(-3, 0), "change in cost of a unit's good kind of order";
        trait_weak_order: i8, "JA3.31, JA3.33, JA3.35", whole(0, 3), "change in cost of a unit's weak kind of order";
        command_order_discountable: bool, "J3.25", Switch, "discounts apply to command orders too";
        command_orders_per_turn: u8, "J3.22", whole(0, 3), "command orders in one Command phase";
        manoeuvre_orders_per_turn: u8, "J1.17, J3.22", whole(0, 3), "manoeuvre orders in one player-turn";
        attack_orders_per_combat: u8, "J3.22", whole(0, 1), "attack orders in one combat";
        defence_orders_per_combat: u8, "J3.22", whole(0, 1), "defence orders in one combat";
        separate_command_orders: bool, "J3.21", Switch, "command orders are a kind of their own; if not, they use up \
            the manoeuvre order";
    }
    "Chapter 3: command orders" {
        reconnaissance_cost: u8, "J3.26, JI-66", whole(0, 20), "cost of Reconnaissance";
        reconnaissance_units: u8, "J3.26, JI-66", whole(0, 4), "units that may still be activated after Reconnaissance";
        courier_cost: u8, "J3.27", whole(0, 20), "cost of Courier";
        courier_units: u8, "J3.27, JI-67", whole(1, 4), "extra units activated by Courier";
        strategic_move: bool, "J3.28", Switch, "the order Strategic move exists";
        strategic_move_cost: u8, "J3.28", whole(0, 20), "cost of Strategic move";
        strategic_move_enemy_distance: u8, "J3.28, JI-68", whole(1, 30),
            "minimum distance of its units from any enemy unit, before, during and after";
        extra_activation_cost: u8, "J3.29", whole(0, 20), "cost of Extra activation";
        extra_activation_same_officer: bool, "J3.29, JI-69", Switch, "an officer who has activated may make the extra \
            activation";
        extra_activation_is_phase: bool, "J3.29, JI-69", Switch, "Extra activation gives as many activations as the \
            Command phase";
    }
    "Chapter 3: manoeuvre orders" {
        forced_march_cost: u8, "J3.32", whole(0, 20), "cost of Forced march";
        forced_march_bonus: u8, "J3.32, JI-63", whole(0, 4), "hexes gained by Forced march";
        forced_march_unactivated: bool, "JI-62", Switch, "Forced march may be given to a unit that is not activated, \
            which makes its one hex and does not fight";
        mount_cost: u8, "J3.31", whole(0, 20), "cost of Mount or dismount";
        mount_movement_cost: u8, "J3.31, JI-36", whole(0, 4), "hexes of its movement that a unit uses to mount or \
            dismount";
        woodsmen_cost_per_hex: u8, "J3.33, JI-64", whole(0, 20), "cost of Woodsmen for each difficult hex entered as \
            clear";
        difficult_terrain: TerrainSet, "J3.33, JI-65", TerrainSet::ACCEPTS, "what Woodsmen, and officers alone, cross \
            as clear";
        combined_order_cost: u8, "J3.34", whole(0, 20), "cost of Combined order";
        combined_order_one_officer: bool, "J3.34, JI-61", Switch, "Combined order holds for the officer who activates \
            first, not for all activations of the player-turn";
        messengers_cost: u8, "J3.35", whole(0, 20), "cost of Messengers";
        forward_march_cost: u8, "J3.36", whole(0, 20), "cost of Forward march!";
        forward_march_bonus: u8, "J3.36", whole(0, 4), "hexes gained by Forward march!";
        rally_cost_infantry: u8, "J3.37", whole(0, 20), "cost of Rally for each element of infantry";
        rally_cost_other: u8, "J3.37", whole(0, 20), "cost of Rally for each element of other troops";
        rally_max_edge_distance: u8, "J3.37, JI-70", whole(1, 30), "rows from its own edge within which a unit can \
            rally";
        rally_min_enemy_distance: u8, "J3.37, JI-70", whole(1, 30), "minimum distance of a rallying unit from any \
            enemy unit";
        rally_range_required: bool, "JI-70", Switch, "the unit to rally must be within the general's command range";
    }
    "Chapter 3: attack orders" {
        attack_order_classes: ClassSet, "J3.38, JI-71", ClassSet::ACCEPTS, "troops that may receive the attack orders \
            of melee";
        elan_cost_infantry: u8, "J3.39", whole(0, 20), "cost of Élan for infantry";
        elan_cost_mounted: u8, "J3.39", whole(0, 20), "cost of Élan for mounted troops";
        elan_dice: u8, "J3.39", whole(0, 4), "dice gained by Élan";
        elan_hesitant_multiplier: u8, "J3.39", whole(1, 4), "times the cost of Élan for a Hesitant unit";
        elan_fleeing_multiplier: u8, "J3.39", whole(1, 4), "times the cost of Élan for a Fleeing unit";
        charge_cost: u8, "J3.40", whole(0, 20), "cost of Charge!";
        berserk_cost: u8, "J3.41", whole(0, 20), "cost of Berserks";
        berserk_dice: u8, "J3.41", whole(0, 4), "dice gained by Berserks";
        sappers_cost: u8, "J3.42", whole(0, 20), "cost of Sappers";
        sappers_scope: SappersScope, "J3.42, JI-73", SappersScope::ACCEPTS, "what Sappers cancel";
        breakthrough_cost: u8, "J3.43", whole(0, 20), "cost of Breakthrough";
        breakthrough_repeat: bool, "J3.43, JI-74", Switch, "Breakthrough may be bought again after the extra attack";
        wind_of_ball_cost: u8, "J3.44", whole(0, 20), "cost of Wind of the ball";
    }
    "Chapter 3: defence orders" {
        sacrifice_cost: u8, "J3.46", whole(0, 20), "cost of Sacrifice";
        like_a_rock_cost: u8, "J3.47", whole(0, 20), "cost of Like a rock";
        dodge_cost: u8, "J3.48", whole(0, 20), "cost of Dodge";
        dodge_morale_hits: u8, "J3.48, JI-81", whole(0, 6), "morale hits that replace the hit dodged by order";
        hold_position_cost: u8, "J3.49", whole(0, 20), "cost of Hold the position";
        flags_equal_morale_hits: bool, "JI-79", Switch, "what is said of flags holds for every morale hit";
        nuts_cost: u8, "J3.50", whole(0, 20), "cost of Nuts!";
        nuts_extra_ignored: u8, "J3.50", whole(0, 6), "morale hits that Nuts! ignores in each combat";
        counter_charge_cost: u8, "J3.51", whole(0, 20), "cost of Counter-charge";
        counter_charge_all_losses: bool, "J3.51, JI-82", Switch,
            "elements lost for retreats that cannot be made count for who has won a counter-charge";
        withdrawal_cost: u8, "J3.52", whole(0, 20), "cost of Withdrawal";
        withdrawal_min_hexes: u8, "J3.52, JI-83", whole(1, 4), "minimum number of hexes made in a Withdrawal";
        ambush_cost: u8, "J3.53", whole(0, 20), "cost of Ambush";
    }
    "Chapter 3: officers leading a unit" {
        lead_effects: LeadEffects, "JI-86", LeadEffects::ACCEPTS, "benefits of one officer's leading";
        lead_ignored_losses: u8, "J3.59", whole(0, 6), "losses ignored when an officer leads";
        lead_dice: u8, "J3.60", whole(0, 4), "dice gained when an officer leads";
        lead_dice_above_cap: bool, "J3.60, JI-88", Switch, "dice of leading are added beyond terrain caps";
        lead_dice_in_riposte: bool, "JI-87", Switch, "an officer may lead for dice in a riposte too";
        lead_rally_enemy_free_radius: u8, "J3.61", whole(0, 30), "hexes that must be free of enemies for the full \
            rally";
        cinc_may_lead: bool, "J3.62", Switch, "the commander-in-chief may lead a unit";
    }
    $($after)*
}
}
    };
}
pub(super) use with_order_keys;
