//! Counting of dice: letters, types and terrain that affect the number of dice (T15), effects of the roll, flags
//! ignored (J5.53), retreats and those that are blocked (J5.70 to J5.76).

use super::names::{Counts, EventKind};
use crate::jomini::army::unit::{Class, letter};
use crate::jomini::combat::blow::Blow;
use crate::jomini::combat::dice::Trail;
use crate::jomini::combat::hits::TacticalEffect;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::state::action::Roll;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{CounterCharge, State, Step, Strike, side_of, status};

/// The state of a strike when its hits are turned into losses, or its morale hits into a retreat.
pub(super) struct Consequence {
    /// The strike.
    pub blow: Blow,
    /// Elements lost directly.
    pub hits: u8,
    /// Morale hits.
    pub morale: u8,
    /// Whether the morale hits that can be ignored have been.
    pub settled: bool,
}

/// Counts the rules that change a number of dice.
impl Trail for Counts<'_> {
    const TAKES_NOTES: bool = true;

    fn note(&mut self, rule: &'static str, _before: i32, _after: i32) {
        let kind = match rule {
            "J5.16" => EventKind::Lances,
            "JA3.9" => EventKind::Aggressive,
            "JA3.13" => EventKind::Fanatic,
            "JA3.18" => EventKind::Marksman,
            "J5.12" => EventKind::RiflesInMelee,
            "J5.20" | "J5.22" => EventKind::GunsMoved,
            "JA3.15" => EventKind::Irregular,
            "J5.15" => EventKind::VeryHeavyTarget,
            "JA4.13" => EventKind::GunsOfMake,
            "J5.17" => EventKind::CamelEffect,
            "J5.18" => EventKind::ElephantEffect,
            _ => {
                self.dice(rule);
                return;
            }
        };
        self.add(kind);
    }
}

impl Battle {
    /// Counts a roll and its effects.
    pub(super) fn count_roll(&self, before: &State, roll: Roll, after: &State, counts: &mut Counts) {
        match before.step {
            Step::ImpetuousRoll(_) => counts.add_if(roll.hits > 0, EventKind::Impetuous),
            Step::UnreliableRoll(unit) => counts.add_if(after.unit(unit).pace() != 0, EventKind::Unreliable),
            Step::DeficientRoll(_) => counts.add_if(roll.morale_hits > 0, EventKind::DeficientOfficer),
            Step::MessengersRoll(_) => counts.add_if(roll.tactical > 0, EventKind::MessengersOfficer),
            Step::PanicRoll(_) => {
                counts.add(EventKind::Panic);
                counts.add_if(roll.hits > 0, EventKind::PanicLoss);
            }
            Step::WoundRoll(_) => counts.add_if(roll.hits > 0, EventKind::Wound),
            Step::StrikeRoll => self.count_strike(before, roll, after, counts),
            _ => {}
        }
    }

    fn count_strike(&self, before: &State, roll: Roll, after: &State, counts: &mut Counts) {
        let blow = Blow::running(before);
        counts.add(match blow.strike {
            Strike::Attack if blow.melee => EventKind::Melee,
            Strike::Attack => EventKind::Fire,
            Strike::Riposte => EventKind::Riposte,
            Strike::Ambush => EventKind::AmbushRoll,
            Strike::AgainstBreakOff => EventKind::AgainstBreakOff,
            Strike::CounterChargeAttack | Strike::CounterChargeDefence => EventKind::CounterChargeRoll,
        });
        counts.troops(self.profile(blow.striker).kind);
        counts.troops(self.profile(blow.struck).kind);
        counts.add_if(self.shelters_in_wagons(before, &blow), EventKind::Wagons);
        counts.add_if(self.shelters_behind_camels(before, &blow), EventKind::Camels);
        self.dice(before, &blow, counts);
        let meaning = self.meaning(before, &blow);
        counts.add_if(meaning == TacticalEffect::Harassment && roll.tactical > 0, EventKind::Harassing);
        let elusive = self.profile(blow.struck).has(letter::ELUSIVE);
        counts.add_if(
            elusive && meaning == TacticalEffect::MoraleHit && roll.morale_hits + roll.tactical > 0,
            EventKind::Elusive,
        );
        let (hits, morale) = self.hits_of_roll(blow.striker, meaning, &roll);
        self.count_consequence(before, &Consequence { blow, hits, morale, settled: false }, after, counts);
    }

    /// Counts the result of a strike, unless a decision about it is pending.
    pub(super) fn count_consequence(
        &self,
        before: &State,
        consequence: &Consequence,
        after: &State,
        counts: &mut Counts,
    ) {
        let open = matches!(
            after.step,
            Step::WindOfBall | Step::Dodge | Step::Sharpshoot | Step::LeadAgainstLoss | Step::Ignore | Step::Sacrifice
        );
        let Consequence { blow, hits, mut morale, settled } = *consequence;
        let apart = before.combat.counter_charge != CounterCharge::No || blow.strike == Strike::AgainstBreakOff;
        let stands = before.unit(blow.struck).elements > hits;
        if apart || !stands || (open && after.step != Step::Sacrifice) {
            return;
        }
        if !settled && morale > 0 {
            self.count_ignored(before, &blow, counts);
            morale = self.morale_hits_left(before, &blow, morale);
        }
        if open || morale == 0 {
            return;
        }
        counts.add(EventKind::Retreat);
        let profile = self.profile(blow.struck);
        counts.add_if(profile.has(letter::HESITANT), EventKind::Hesitant);
        counts.add_if(profile.has(letter::FLEEING), EventKind::Fleeing);
        counts.add_if(profile.has(letter::CHANGEABLE), EventKind::Changeable);
        counts.add_if(profile.has(letter::STUBBORN) && profile.class != Class::Mounted, EventKind::Stubborn);
        counts.add_if(profile.has(letter::TENACIOUS) && profile.class == Class::Mounted, EventKind::Tenacious);
        counts.add_if(profile.has(letter::STATIC), EventKind::Static);
        counts.add_if(
            before.unit(blow.struck).elements - hits > after.unit(blow.struck).elements,
            EventKind::BlockedRetreat,
        );
    }

    /// Counts the causes for which the struck unit ignores morale hits (J5.53).
    fn count_ignored(&self, before: &State, blow: &Blow, counts: &mut Counts) {
        let it = before.unit(blow.struck);
        let class = self.profile(blow.struck).class;
        counts.add_if(self.is_struck_supported(before, blow), EventKind::IgnoredBySupport);
        counts.add_if(before.officers_at(side_of(blow.struck), it.hex).next().is_some(), EventKind::IgnoredByOfficer);
        counts.add_if(class == Class::Artillery, EventKind::IgnoredByArtillery);
        let works = class != Class::Mounted && self.board.attack_terrain(blow.from, blow.to).flags_ignored > 0;
        counts.add_if(works, EventKind::IgnoredByWorks);
        counts.add_if(it.has(status::NUTS | status::HOLD_POSITION), EventKind::IgnoredByOrder);
    }

    /// Counts a retreat that the owner chose: by a path open to Elusive troops only (JA3.22), or blocked in part
    /// (J5.76).
    pub(super) fn count_retreat(&self, before: &State, hex: HexId, after: &State, counts: &mut Counts) {
        let unit = Blow::running(before).struck;
        let side = side_of(unit);
        let from = before.unit(unit).hex;
        let backwards = hex == NO_HEX || self.board.rows_to_edge(side, hex) < self.board.rows_to_edge(side, from);
        counts.add_if(!backwards && self.profile(unit).has(letter::ELUSIVE), EventKind::Elusive);
        counts.add_if(after.unit(unit).elements < before.unit(unit).elements, EventKind::BlockedRetreat);
    }
}
