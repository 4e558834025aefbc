//! The number of dice of an attack: the pipeline T15 in order, with a trail of the changes.

use crate::game::trail::{DiceCount, Trail};
use crate::jomini::army::unit::{Animals, Class, Profile, UnitLetters};
use crate::jomini::map::board::Board;
use crate::jomini::map::board::attack_terrain::Change;
use crate::jomini::rules::Rules;
use crate::jomini::rules::{ArtilleryDiceMode, CombatScope, UnitKind};
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::faces::MOST_DICE;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::{AttackKind, AttackOrder, State};

impl Rules {
    /// Base dice of artillery: by its elements, at most three, before or after training (J2.19, J5.10, J5.11, JI-29);
    /// guns carried by elephants have a fixed number (JA3.50, JI-30).
    fn artillery_base<T: Trail>(&self, elements: u8, roller: &Profile, count: &mut DiceCount<'_, T>) {
        let rules = self;
        if roller.dice > 0 {
            count.add("JA3.50", roller.dice);
            count.add("JA3.2", roller.training_dice);
            return;
        }
        let most = i32::from(rules.artillery_dice_cap);
        count.add("J5.11", self.uncapped_gun_dice(elements));
        if rules.artillery_cap_before_training {
            count.cap("J5.11", most);
            count.add("JA3.2", roller.training_dice);
        } else {
            count.add("JA3.2", roller.training_dice);
            count.cap("J5.11", most);
        }
    }

    /// Base dice of a unit and those of its training (steps 1 and 2).
    #[inline]
    fn base<T: Trail>(&self, elements: u8, roller: &Profile, count: &mut DiceCount<'_, T>) {
        if roller.class == Class::Artillery {
            self.artillery_base(elements, roller, count);
        } else {
            count.add("J5.9", roller.dice);
            count.add("JA3.2", roller.training_dice);
        }
    }

    /// Dice for Aggressive troops that attack, and for Fanatic ones.
    #[inline]
    fn zeal<T: Trail>(&self, is_attack: bool, roller: &Profile, count: &mut DiceCount<'_, T>) {
        if is_attack && roller.has(UnitLetters::AGGRESSIVE) {
            count.add("JA3.9", self.aggressive_dice);
        }
        if roller.has(UnitLetters::FANATIC) {
            count.add("JA3.13", self.fanatic_dice);
        }
    }

    /// The dice of an attack by a unit with a number of elements, without what depends on the target, the way to it or
    /// the ground: base, training, letters, guns of infantry, and the minimum.
    pub fn unmodified_dice(&self, roller: &Profile, elements: u8) -> u8 {
        self.dice_of_its_own(roller, elements).clamp(i32::from(self.min_dice), i32::from(MOST_DICE)) as u8
    }

    /// Those dice before the minimum.
    fn dice_of_its_own(&self, roller: &Profile, elements: u8) -> i32 {
        let mut nothing = ();
        let mut count = DiceCount::new(&mut nothing);
        self.base(elements, roller, &mut count);
        self.zeal(true, roller, &mut count);
        count.add("JA4.13", roller.gun_dice);
        count.dice
    }

    /// Whether a gun that has moved this many hexes has none of the dice of its own left (J5.20, JI-108).
    pub(super) fn is_spent_by_moving(&self, roller: &Profile, elements: u8, hexes_moved: u8) -> bool {
        let lost = i32::from(roller.dice_lost(hexes_moved));
        lost > 0 && lost >= self.dice_of_its_own(roller, elements)
    }

    /// Whether the ground changes the dice of a melee, or of ranged fire (JI-110).
    #[inline]
    pub(in crate::jomini) fn ground_limits_dice(&self, melee: bool) -> bool {
        melee || self.ranged_fire_uses_terrain_caps
    }

    /// Dice of artillery by its elements (J5.11).
    pub(in crate::jomini) fn uncapped_gun_dice(&self, elements: u8) -> u8 {
        match self.artillery_dice_mode {
            ArtilleryDiceMode::PerElement => elements.saturating_mul(self.artillery_dice_per_element),
            ArtilleryDiceMode::Fixed3 => 3,
        }
    }
}

impl Board {
    /// The rule of the terrain or obstacle that causes this change of the dice of an attack; the rule of combined
    /// terrain if no single one does.
    fn ground_rule(&self, attack: &AttackRoll, into: bool, change: Change) -> &'static str {
        let effects = self.attack_effects(attack.from, attack.to);
        effects
            .iter()
            .find(|effect| effect.into == into && effect.change == change)
            .map_or("J7.2", |effect| effect.rule)
    }
}

impl Battlefield {
    /// The number of dice of an attack (T15, JI-107). 0 only where the rules let guns that moved lose all their dice
    /// (JI-108).
    pub fn dice<T: Trail>(&self, state: &State, attack: &AttackRoll, trail: &mut T) -> u8 {
        let rules = &self.rules;
        let roller = self.forces.profile(attack.roller);
        let target = self.forces.profile(attack.target);
        let mut count = DiceCount::new(trail);
        if self.forces.is_panicked(attack.roller) && !rules.panic_attack_modified {
            // J5.97: a constant number of dice, whatever the target (JI-166).
            count.add("J5.97", roller.dice);
            return count.dice.clamp(0, i32::from(MOST_DICE)) as u8;
        }

        // Steps 1 and 2: base and training.
        self.rules.base(state.unit(attack.roller).elements, roller, &mut count);

        // Step 3: the roller's own modifiers.
        let is_attack = attack.is_attack();
        if is_attack && roller.has_lances() && rules.lancer_targets.contains(self.forces.family(state, attack.target)) {
            count.add("J5.16", rules.lancer_attack_dice);
        }
        rules.zeal(is_attack, roller, &mut count);
        // JI-159: without rifles only in answers.
        if roller.has(UnitLetters::MARKSMAN)
            && roller.class == Class::Infantry
            && (attack.is_answer() || (!attack.melee && roller.has_rifles()))
        {
            count.add("JA3.18", rules.marksman_dice);
        }
        count.add("JA4.13", roller.gun_dice);
        if attack.melee && roller.has_rifles() {
            count.add("J5.12", -i32::from(rules.rifle_melee_penalty));
        }
        let mut spent_by_moving = false;
        if is_attack || !rules.riposte_ignores_move_penalty {
            let lost = i32::from(roller.dice_lost(attack.hexes_moved));
            count.add(if roller.kind == UnitKind::Zambourek { "J5.22" } else { "J5.20" }, -lost);
            spent_by_moving = lost > 0 && count.dice <= 0;
        }

        // Step 4: the enemy's modifiers.
        let melee_or = |scope| attack.melee || scope == CombatScope::All;
        if target.has(UnitLetters::IRREGULAR) && is_western_line(roller) && melee_or(rules.irregular_bonus_scope) {
            count.add("JA3.15", rules.irregular_enemy_dice);
        }
        if target.is_very_heavy_mounted() && melee_or(rules.very_heavy_minus_scope) {
            count.add("J5.15", rules.very_heavy_enemy_dice);
        }
        // Camels and elephants next to an animal, whatever unit it fights; the two effects add up (JI-35).
        if self.forces.animals.intersects(Animals::CAMELS | Animals::SHELTERING_CAMELS)
            && self.positions().fears_camels(state, attack)
        {
            count.add("J5.17", rules.camel_effect_dice);
        }
        if self.forces.animals.contains(Animals::ELEPHANTS)
            && self.positions().is_next_to_elephants(state, attack.roller, attack.from)
        {
            count.add("J5.18", rules.elephant_effect_dice);
        }

        // Orders, where a variant counts them before the ground.
        let order_dice = match attack.order {
            Some(AttackOrder::Elan) if is_attack => ("J3.39", rules.elan_dice),
            Some(AttackOrder::Berserk) if is_attack => ("J3.41", rules.berserk_dice),
            _ => ("", 0),
        };
        let lead_dice = attack.leaders * rules.lead_dice;
        if !rules.orders_above_terrain_cap {
            count.add(order_dice.0, order_dice.1);
        }
        if !rules.lead_dice_above_cap {
            count.add("J3.60", lead_dice);
        }

        // Steps 5 and 6: the ground.
        if rules.ground_limits_dice(attack.melee) {
            let ground = self.board.attack_terrain(attack.from, attack.to);
            // The trail names the terrain that has the effect, not the rules that combine them (J7.2, J7.3).
            let rule = |into, change| if T::TAKES_NOTES { self.board.ground_rule(attack, into, change) } else { "" };
            if !attack.has_sappers() {
                count.add(rule(true, Change::Dice(ground.into_dice)), ground.into_dice);
                count.cap(rule(true, Change::Cap(ground.into_cap)), i32::from(ground.into_cap));
            }
            count.cap(rule(false, Change::Cap(ground.out_cap)), i32::from(ground.out_cap));
        }
        if !attack.has_sappers() && self.forces.shelters_in_wagons(state, attack) {
            count.cap("J5.47", i32::from(rules.wagon_dice_cap));
        }

        // Step 7: the minimum.
        let least = if spent_by_moving && rules.artillery_move_can_reach_zero { 0 } else { i32::from(rules.min_dice) };
        count.raise("JA3.2", least);

        // Step 8: dice added after the minimum (JI-88).
        if rules.orders_above_terrain_cap {
            count.add(order_dice.0, order_dice.1);
        }
        if rules.lead_dice_above_cap {
            count.add("J3.60", lead_dice);
        }
        if rules.period_lace_wars && state.front_officer(attack.roller).is_some() {
            count.add("JA4.4", rules.front_rank_dice);
        }
        count.dice.clamp(0, i32::from(MOST_DICE)) as u8
    }
}

/// Western infantry with firearms, and western cavalry and camelry of line weight or heavier (JI-39).
fn is_western_line(profile: &Profile) -> bool {
    profile.western
        && match profile.class {
            Class::Infantry => profile.has_muskets(),
            Class::Mounted => {
                profile.is_cavalry()
                    && !matches!(profile.kind, UnitKind::LightCavalry | UnitKind::LightLancers | UnitKind::LightCamelry)
            }
            Class::Artillery => false,
        }
}

/// Whether a strike can be led for more dice (J3.60, JI-87).
pub fn may_be_led(rules: &Rules, strike: AttackKind) -> bool {
    !matches!(strike, AttackKind::Riposte | AttackKind::Ambush) || rules.lead_dice_in_riposte
}
