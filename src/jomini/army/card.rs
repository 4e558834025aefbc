//! Unit cards as files write them, and the profile that follows from a card and the rules.
//!
//! Rules J2.2, J2.3, J2.4, J2.9, J2.14, J2.17, J2.18, J3.7, J3.8, J3.9, J4.8, J4.9, J4.10, J4.11, J5.20, J5.70, J5.71,
//! JA3.1, JA3.2, JA3.3, JA3.6, JA3.7, JA3.8, JA3.11, JA3.20, JA3.21, JA3.28, JA3.30, JA3.31, JA3.32, JA3.33, JA3.34,
//! JA3.35, JA3.36, JA3.38, JA3.39, JA3.40, JA3.41, JA3.46 with JI-20, JI-22, JI-23, JI-24, JI-38, JI-41, JI-90, JI-91,
//! JI-100, JI-142, JI-187. Carriers of infantry and teams of guns are in `transport.rs`, the effects of the other
//! letters in the modules that use them.

use super::animals::animals_of;
use super::letters::{Letter, Morale, OrderLetter, Training, Worth};
use super::transport::Carrier;
use super::unit::{Animals, Arms, Class, Profile, UnitLetters};
use crate::jomini::map::mover::MoverClass;
use crate::jomini::rules::{Face, HitFace, RetreatMultipliers, RocketMovePenalty, Rules, UnitKind, UnitNumbers};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::sync::LazyLock;

/// A type of unit as files name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindName(pub UnitKind);

impl Serialize for KindName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

impl<'de> Deserialize<'de> for KindName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<KindName, D::Error> {
        static COVERED: LazyLock<Vec<&str>> =
            LazyLock::new(|| UnitKind::covered().iter().map(|kind| kind.name()).collect());
        let name = String::deserialize(deserializer)?;
        let kind = UnitKind::covered().iter().find(|kind| kind.name() == name);
        kind.map(|kind| KindName(*kind)).ok_or_else(|| de::Error::unknown_variant(&name, &COVERED))
    }
}

/// The data printed on a unit's card (JA3.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitCard {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: UnitKind,
    /// Its training.
    pub training: Training,
    /// Its morale.
    pub morale: Morale,
    /// Its letters.
    pub letters: Vec<Letter>,
    /// Its framed letters.
    pub orders: Vec<OrderLetter>,
    /// Whether it is trained in the western way, if the file states it (JI-38).
    pub western: Option<bool>,
    /// The number of its contingent, 0 for the army's own.
    pub contingent: u8,
    /// What carries it, if it is mounted infantry (JA3.42); what draws it, if it is foot artillery.
    pub carried_by: Option<Carrier>,
    /// Its guns are carronades of this weight of shot (JA3.47).
    pub carronade: bool,
}

/// The face that hits a type: that of its class (J5.48, J5.49, J5.50), except zamboureks (JA3.48, JI-27); with guns
/// elephants count as artillery (J5.92, JI-28), with infantry as infantry (J5.93).
fn hit_face_of(rules: &Rules, kind: UnitKind) -> Face {
    match class_of(kind) {
        _ if kind == UnitKind::Zambourek => match rules.zambourek_hit_face {
            HitFace::Cavalry => Face::Cavalry,
            HitFace::Artillery => Face::Artillery,
        },
        Class::Infantry => Face::Infantry,
        Class::Mounted => Face::Cavalry,
        Class::Artillery => Face::Artillery,
    }
}

/// The class of a type (T2).
pub fn class_of(kind: UnitKind) -> Class {
    match kind as u8 {
        0..=7 => Class::Infantry,
        8..=21 => Class::Mounted,
        _ if kind == UnitKind::PanickedElephant => Class::Mounted,
        _ => Class::Artillery,
    }
}

/// The activation groups of a type (T16): J3.7, J3.8, J3.9; elephants go with infantry or mounted troops (J3.10), those
/// with guns in an activation of artillery too (JI-48).
fn groups_of(kind: UnitKind) -> Arms {
    use UnitKind::{
        ElephantHeavy, ElephantMedium, HorseArtilleryHeavy, HorseArtilleryLight, HorseArtilleryVeryLight, Zambourek,
    };
    match class_of(kind) {
        Class::Infantry => Arms::INFANTRY,
        Class::Mounted if matches!(kind, ElephantMedium | ElephantHeavy) => Arms::INFANTRY | Arms::MOUNTED,
        Class::Mounted => Arms::MOUNTED,
        Class::Artillery
            if matches!(kind, HorseArtilleryVeryLight | HorseArtilleryLight | HorseArtilleryHeavy | Zambourek) =>
        {
            Arms::MOUNTED | Arms::ARTILLERY
        }
        Class::Artillery if kind.is_carried_by_elephants() || kind.is_towed_by_elephants() => {
            Arms::INFANTRY | Arms::MOUNTED | Arms::ARTILLERY
        }
        Class::Artillery => Arms::INFANTRY | Arms::ARTILLERY,
    }
}

impl UnitCard {
    /// Whether one of these letters is on the card.
    pub(super) fn has(&self, letters: &[Letter]) -> bool {
        self.letters.iter().any(|letter| letters.contains(letter))
    }

    /// The profile under these rules, unless they do not cover the type.
    pub fn profile(&self, rules: &Rules) -> Option<Profile> {
        let kind = self.kind_in_play(rules);
        let loose_order = self.is_in_loose_order(kind, rules);
        let numbers = *rules.unit(kind)?;
        let numbers = if loose_order { rules.numbers_in_loose_order(numbers) } else { numbers };
        let class = class_of(kind);
        let carrier = self.carried_by.filter(|_| class == Class::Infantry);
        let archers = matches!(kind, UnitKind::ArchersLight | UnitKind::ArchersMedium);
        let mut letters: UnitLetters = self.letters.iter().map(|letter| letter.flag()).collect();
        letters |= carrier.map_or(UnitLetters::empty(), Carrier::flag);
        letters |= self.letters_of_period(rules);
        if archers {
            // J5.13: archers count as Irregulars.
            letters |= UnitLetters::IRREGULAR;
        }
        let (dice_lost_per_hex, dice_lost_by_moving) = dice_lost(kind, rules);
        let mover = self.mover(rules);
        let mover = if loose_order { mover.of_light_infantry() } else { mover };
        let elements = self.elements(rules);
        let (move_fight, move_max, move_cap) = self.moves(rules, numbers.move_fight, numbers.move_max);
        let order = |good, weak| {
            let held = |letter| i8::from(self.orders.contains(&letter));
            held(good) * rules.trait_good_order + held(weak) * rules.trait_weak_order
        };
        Some(Profile {
            kind,
            class,
            hit_face: hit_face_of(rules, kind),
            animals: animals_of(rules, kind, class) | carrier.map_or(Animals::empty(), Carrier::animals),
            mover,
            mover_mounted: carrier.map_or(mover, |carrier| carrier.mover(mover)),
            groups: groups_of(kind),
            letters,
            elite: matches!(self.training, Training::SuperElite | Training::Elite),
            western: self.is_western(rules),
            elements,
            dice: numbers.dice.unwrap_or_else(|| self.fixed_dice(rules)),
            training_dice: self.training_dice(class, rules),
            gun_dice: self.gun_dice_of_period(class, rules),
            range: numbers.range + self.range_of_period(class, rules),
            move_fight,
            move_max,
            move_cap,
            dice_lost_per_hex,
            dice_lost_by_moving,
            retreat_hexes: numbers.retreat.saturating_mul(self.retreat_multiplier(rules)),
            manoeuvre_cost: order(OrderLetter::ManoeuvreGood, OrderLetter::ManoeuvreWeak),
            attack_cost: order(OrderLetter::AttackGood, OrderLetter::AttackWeak),
            defence_cost: order(OrderLetter::DefenceGood, OrderLetter::DefenceWeak),
            contingent: self.contingent,
            points: self.points(rules, elements),
        })
    }

    /// Elements by morale (JA3.3); an elephant that fights or carries guns is a single animal whatever its morale
    /// (JA3.3, JA3.49, JA3.50).
    fn elements(&self, rules: &Rules) -> u8 {
        let kind = self.kind_in_play(rules);
        let animal =
            matches!(kind, UnitKind::ElephantMedium | UnitKind::ElephantHeavy) || kind.is_carried_by_elephants();
        if animal { rules.elephant_elements } else { rules.morale_elements[self.morale as usize] }
    }

    /// Base dice of guns that do not follow from their elements: those that elephants carry (JA3.50), and in a variant
    /// those that they tow (JI-30).
    fn fixed_dice(&self, rules: &Rules) -> u8 {
        let kind = self.kind_in_play(rules);
        let fixed =
            kind.is_carried_by_elephants() || (kind.is_towed_by_elephants() && !rules.elephant_towed_per_element);
        if fixed { rules.elephant_artillery_dice } else { 0 }
    }

    /// Hexes with and without combat, and the limit to both: Mobile and Slow change the two, but a gun that cannot fire
    /// after moving stays so (J4.8, J4.9, JA3.6, JA3.7, JI-91). Very heavy foot artillery is never above its limit
    /// (J4.10, JI-41); Static guns do not move (JA3.8, JI-101).
    fn moves(&self, rules: &Rules, move_fight: u8, move_max: u8) -> (u8, u8, u8) {
        let change = |letter, hexes| if self.has(&[letter]) { hexes } else { 0 };
        let change = change(Letter::Mobile, rules.mobile_move) + change(Letter::Slow, rules.slow_move);
        let most = move_max.saturating_add_signed(change).max(move_max.min(1));
        let fight = if move_fight == 0 { 0 } else { move_fight.saturating_add_signed(change) };
        let cap = match self.kind_in_play(rules) {
            _ if self.has(&[Letter::Static]) => 0,
            UnitKind::FootArtilleryVeryHeavy | UnitKind::RocketArtilleryVeryHeavy => {
                rules.very_heavy_artillery_move_cap
            }
            _ => u8::MAX,
        };
        (fight.min(cap), most.min(cap), cap)
    }

    /// The class that determines which terrain is closed or clear to it (J7.5, J7.9, J7.20, JA3.28, JI-24, JI-99,
    /// JI-100).
    fn mover(&self, rules: &Rules) -> MoverClass {
        let kind = self.kind_in_play(rules);
        let on_camels = kind.is_camelry() || kind == UnitKind::Zambourek;
        let packed = kind == UnitKind::Zambourek || kind.is_carried_by_elephants();
        let mut mover = match class_of(kind) {
            // JI-99: also guns on the backs of animals, unless a variant lets these go where the animals can.
            Class::Artillery if rules.pack_artillery_closed_terrain || !packed => MoverClass::ARTILLERY,
            Class::Artillery | Class::Infantry | Class::Mounted => MoverClass::TROOPS,
        };
        if on_camels {
            mover = mover.on_camels();
        }
        if class_of(kind) == Class::Infantry && (rules.siege_equipment || self.has(&[Letter::SiegeEquipment])) {
            mover = mover.with_siege_equipment();
        }
        if self.has(&[Letter::Woodsmen]) {
            mover = mover.with_woodsmen();
        }
        if kind.is_light_infantry() {
            mover = mover.of_light_infantry();
        }
        mover
    }

    /// The factor by which the retreat for each morale hit is multiplied (J5.71, JA3.11, JA3.20, JA3.21, JI-142).
    fn retreat_multiplier(&self, rules: &Rules) -> u8 {
        let multipliers = [
            (Letter::Changeable, rules.changeable_retreat_multiplier),
            (Letter::Fleeing, rules.fleeing_multiplier),
            (Letter::Hesitant, rules.hesitant_multiplier),
        ];
        let held = multipliers.iter().filter(|(letter, _)| self.has(&[*letter])).map(|(_, times)| *times);
        match rules.retreat_multipliers {
            RetreatMultipliers::Highest => held.max().unwrap_or(1),
            RetreatMultipliers::Product => held.fold(1, u8::saturating_mul),
        }
    }

    /// The first cost of the unit (JI-187): a good letter raises it, a bad one lowers it, others have no effect.
    fn points(&self, rules: &Rules, elements: u8) -> u16 {
        use OrderLetter::{AttackGood, AttackWeak, DefenceGood, DefenceWeak, Feudal, ManoeuvreGood, ManoeuvreWeak};
        let letters = |worth| self.letters.iter().filter(|letter| letter.worth() == worth).count();
        let orders = |orders: &[OrderLetter]| self.orders.iter().filter(|letter| orders.contains(letter)).count();
        let good = letters(Worth::Good) + orders(&[ManoeuvreGood, AttackGood, DefenceGood]);
        let bad = letters(Worth::Bad) + orders(&[ManoeuvreWeak, AttackWeak, DefenceWeak, Feudal]);
        let numbers =
            rules.unit(self.kind_in_play(rules)).expect("a cost is asked only for a type that the rules cover");
        let carried = self.carried_by.is_some() && class_of(self.kind) == Class::Infantry;
        let numbers = UnitNumbers {
            dice: numbers.dice.or(Some(self.fixed_dice(rules)).filter(|dice| *dice > 0)),
            move_max: numbers.move_max.saturating_add(if carried { rules.mounted_infantry_bonus } else { 0 }),
            ..*numbers
        };
        rules.first_cost(&numbers, self.training as usize, elements, good as u8, bad as u8)
    }
}

/// The dice that guns of this type lose for each hex moved (J4.11, J5.20), and by moving at all (J5.22); none if they
/// cannot fire after moving (J5.21).
fn dice_lost(kind: UnitKind, rules: &Rules) -> (u8, u8) {
    use UnitKind::{
        ElephantTowedArtilleryHeavy, FootArtilleryVeryLight, HorseArtilleryHeavy, HorseArtilleryLight,
        HorseArtilleryVeryLight, RocketArtilleryVeryLight, Zambourek,
    };
    match kind {
        Zambourek => (0, rules.zambourek_move_penalty),
        RocketArtilleryVeryLight if rules.rocket_very_light_move_penalty == RocketMovePenalty::TwoFlat => (0, 2),
        RocketArtilleryVeryLight | FootArtilleryVeryLight | ElephantTowedArtilleryHeavy => {
            (rules.artillery_move_dice_penalty_per_hex, 0)
        }
        HorseArtilleryVeryLight | HorseArtilleryLight | HorseArtilleryHeavy => {
            (rules.artillery_move_dice_penalty_per_hex, 0)
        }
        _ => (0, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(kind: UnitKind, letters: &[Letter]) -> Profile {
        changed(kind, letters, |_| ())
    }

    fn changed(kind: UnitKind, letters: &[Letter], change: impl Fn(&mut Rules)) -> Profile {
        let mut rules = Rules::published();
        change(&mut rules);
        let (name, letters) = (kind.name().to_owned(), letters.to_vec());
        let (training, morale) = (Training::default(), Morale::default());
        let card = UnitCard {
            name,
            kind,
            training,
            morale,
            letters,
            orders: Vec::new(),
            western: None,
            contingent: 0,
            carried_by: None,
            carronade: false,
        };
        card.profile(&rules).expect("a type that the rules cover")
    }

    fn moves(profile: Profile) -> (u8, u8) {
        (profile.move_fight, profile.move_max)
    }

    /// JA3.6, JA3.7 with JI-91, J4.10 with JI-41.
    #[test]
    fn mobile_and_slow_change_both_moves_but_give_no_fire_after_moving() {
        use UnitKind::{FootArtilleryHeavy, FootArtilleryVeryHeavy, HorseArtilleryHeavy, LightInfantry, LineInfantry};
        assert_eq!(moves(profile(LineInfantry, &[])), (1, 2));
        assert_eq!(moves(profile(LineInfantry, &[Letter::Mobile])), (2, 3));
        assert_eq!(moves(profile(LineInfantry, &[Letter::Slow])), (0, 1));
        assert_eq!(moves(profile(LightInfantry, &[Letter::Slow])), (1, 1));
        assert_eq!(moves(profile(HorseArtilleryHeavy, &[Letter::Slow])), (0, 1), "never under 1 hex");
        assert_eq!(moves(profile(FootArtilleryHeavy, &[Letter::Mobile])), (0, 2));
        assert_eq!(moves(profile(FootArtilleryVeryHeavy, &[Letter::Mobile])), (0, 1));
        assert_eq!(
            moves(changed(FootArtilleryVeryHeavy, &[Letter::Mobile], |rules| rules.very_heavy_artillery_move_cap = 2)),
            (0, 2)
        );
        assert_eq!(moves(changed(LineInfantry, &[Letter::Mobile], |rules| rules.mobile_move = 2)), (3, 4));
    }

    /// J5.70, J5.71, JA3.20, JA3.21 with JI-142.
    #[test]
    fn the_highest_multiplier_of_the_retreat_counts() {
        use UnitKind::{LightCavalry, LineInfantry};
        assert_eq!(profile(LineInfantry, &[]).retreat_hexes, 1);
        assert_eq!(profile(LightCavalry, &[Letter::Hesitant]).retreat_hexes, 4);
        assert_eq!(profile(LineInfantry, &[Letter::Hesitant, Letter::Fleeing]).retreat_hexes, 3);
        let product = |rules: &mut Rules| rules.retreat_multipliers = RetreatMultipliers::Product;
        assert_eq!(changed(LineInfantry, &[Letter::Hesitant, Letter::Fleeing], product).retreat_hexes, 6);
    }

    #[test]
    fn each_type_has_the_class_of_its_hit_face() {
        for kind in UnitKind::covered() {
            let class = match kind.name() {
                name if name.contains("infantry") || name.starts_with("archers") => Class::Infantry,
                name if name.contains("artillery") || name == "zambourek" => Class::Artillery,
                _ => Class::Mounted,
            };
            assert_eq!(class_of(*kind), class, "{}", kind.name());
        }
    }
}
