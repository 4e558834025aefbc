//! Other periods (annex 4), as switches of the rules: the wars "in lace" of the 17th and 18th centuries and the second
//! half of the 19th.
//!
//! Rules JA4.1, JA4.2, JA4.3, JA4.6, JA4.7, JA4.8, JA4.9, JA4.10, JA4.11, JA4.12, JA4.13, JA4.14 with JI-188, JI-190,
//! JI-191, JI-192, JI-193. The constant effects of a period are computed here, when a battle is prepared; officers in
//! the front rank are in `front_rank.rs`. Cavalry that fights on foot (JA4.10) and machine guns (JA4.14) are
//! represented by army lists: mounted infantry, and very light guns with the letters of their make.

use super::card::UnitCard;
use super::letters::{Letter, Training};
use super::unit::{Class, UnitLetters};
use crate::jomini::rules::{Face, Rules, UnitKind, UnitNumbers};

impl Rules {
    /// The rules as modified by a period. In the wars in lace (JA4.1) there are no orders (JA4.2) and no officer leads
    /// a unit by giving himself up (JA4.3); an order letter on the dice is a flag, whichever unit rolls (JI-188).
    pub fn of_period(&self) -> Rules {
        let mut rules = self.clone();
        if rules.period_lace_wars {
            rules.command_orders_per_turn = 0;
            rules.separate_command_orders = true;
            rules.manoeuvre_orders_per_turn = 0;
            rules.attack_orders_per_combat = 0;
            rules.defence_orders_per_combat = 0;
            rules.lead_dice = 0;
            rules.lead_ignored_losses = 0;
            if rules.lace_letter_is_flag {
                rules.die_faces = rules.die_faces.map(|face| if face == Face::Letter { Face::Flag } else { face });
            }
        }
        rules
    }

    /// The numbers of a type in its period: infantry trained for loose order fights as heavy infantry and moves as
    /// light infantry (JA4.9).
    pub(super) fn numbers_in_loose_order(&self, numbers: UnitNumbers) -> UnitNumbers {
        let (Some(light), Some(heavy)) =
            (self.unit(UnitKind::RifleLightInfantry), self.unit(UnitKind::RifleHeavyInfantry))
        else {
            return numbers;
        };
        UnitNumbers { dice: heavy.dice, move_fight: light.move_fight, move_max: light.move_max, ..numbers }
    }
}

impl UnitCard {
    /// Whether it is trained in the western way: unless the file states it, all but archers, infantry without missiles
    /// and Irregulars (JI-38).
    pub fn is_western(&self, rules: &Rules) -> bool {
        use UnitKind::{ArchersLight, ArchersMedium, MeleeHeavyInfantry, MeleeLightInfantry};
        let native = matches!(self.kind, ArchersLight | ArchersMedium | MeleeLightInfantry | MeleeHeavyInfantry);
        self.western.unwrap_or(rules.western_default && !native && !self.letters.contains(&Letter::Irregular))
    }

    /// The type as its period arms it: after 1850 western infantry has rifles (JA4.11, JI-191).
    pub(super) fn armed_for_period(&self, kind: UnitKind, rules: &Rules) -> UnitKind {
        match kind {
            UnitKind::LightInfantry if rules.period_late_19c && self.is_western(rules) => UnitKind::RifleLightInfantry,
            UnitKind::LineInfantry if rules.period_late_19c && self.is_western(rules) => UnitKind::RifleHeavyInfantry,
            _ => kind,
        }
    }

    /// Whether it is western infantry of after 1850, trained for loose order (JA4.9).
    pub(super) fn is_in_loose_order(&self, kind: UnitKind, rules: &Rules) -> bool {
        let rifles = matches!(kind, UnitKind::RifleLightInfantry | UnitKind::RifleHeavyInfantry);
        rules.period_late_19c && rules.late_infantry_open_order && rifles && self.is_western(rules)
    }

    /// The letters that a unit gets from its period: in the wars in lace regular troops have Panic (JA4.6). Militia and
    /// elite troops have it only if it is on their card (JA4.7): recruits and levy tagged as militia, and the elite
    /// that is not tagged as regular (JI-190).
    pub(super) fn letters_of_period(&self, rules: &Rules) -> UnitLetters {
        let is_militia =
            self.letters.contains(&Letter::Militia) && matches!(self.training, Training::Recruits | Training::Levy);
        let is_elite = matches!(self.training, Training::SuperElite | Training::Elite);
        let is_regular = self.letters.contains(&Letter::Regular) || !(is_militia || is_elite);
        if rules.period_lace_wars && rules.lace_regulars_panic && is_regular {
            UnitLetters::PANIC
        } else {
            UnitLetters::empty()
        }
    }

    /// Dice by training (JA3.2, JI-25). After 1850 breech-loading small arms give troops with fewer dice as many as the
    /// elite (JA4.12); for dice only (JI-192).
    pub(in crate::jomini) fn training_dice(&self, class: Class, rules: &Rules) -> i8 {
        let dice = rules.training_dice[self.training as usize];
        let breech = rules.period_late_19c
            && rules.breech_as_elite
            && class == Class::Infantry
            && self.letters.contains(&Letter::BreechLoading);
        if breech { dice.max(rules.training_dice[Training::Elite as usize]) } else { dice }
    }

    /// Hexes of range that rifled guns gain after 1850 (JA4.13).
    pub(super) fn range_of_period(&self, class: Class, rules: &Rules) -> u8 {
        let rifled = rules.period_late_19c && class == Class::Artillery && self.letters.contains(&Letter::Rifled);
        if rifled { rules.rifled_gun_range } else { 0 }
    }

    /// Dice that guns gain after 1850: by loading at the breech, and more by recoil brakes (JA4.13); machine guns are
    /// such guns (JA4.14, JI-193).
    pub(super) fn gun_dice_of_period(&self, class: Class, rules: &Rules) -> u8 {
        if !rules.period_late_19c || class != Class::Artillery {
            return 0;
        }
        let of = |letter, dice| if self.letters.contains(&letter) { dice } else { 0 };
        of(Letter::BreechLoading, rules.breech_gun_dice) + of(Letter::RecoilBrakes, rules.recoil_gun_dice)
    }
}
