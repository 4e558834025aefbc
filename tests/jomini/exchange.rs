//! Exchanging the sides: the same battle with red's troops as blue's and the map rotated, and the images of positions,
//! decisions and dice.

use reglette::game::{BySide, Outcome, Side};
use reglette::jomini::map::board::Board;
use reglette::jomini::map::hex::{HexId, NO_HEX};
use reglette::jomini::rules::FirstPlayer;
use reglette::jomini::state::action::{Destination, Payment};
use reglette::jomini::state::battle::Objective;
use reglette::jomini::state::field::Battlefield;
use reglette::jomini::state::forces::Forces;
use reglette::jomini::state::off_table::{Exit, Reserve, Reserves};
use reglette::jomini::state::{
    Combat, Flight, Group, Mover, NO_OFFICER, NO_UNIT, OFFICERS_A_SIDE, Officer, OfficerId, Stampede, Step, TurnState,
    UNITS_A_SIDE, Unit, UnitId,
};
use reglette::jomini::{Action, Battle, Roll, State};

/// A battle and its image.
pub struct Exchange<'a> {
    pub battle: &'a Battle,
    pub image: Battle,
}

/// Units and officers keep their number within their side.
pub fn unit(unit: UnitId) -> UnitId {
    if unit == NO_UNIT { NO_UNIT } else { UnitId::new(unit.index() ^ UNITS_A_SIDE as u8) }
}

pub fn officer(officer: OfficerId) -> OfficerId {
    if officer == NO_OFFICER { NO_OFFICER } else { OfficerId::new(officer.index() ^ OFFICERS_A_SIDE as u8) }
}

fn halves_exchanged<T: Clone>(list: &[T]) -> Vec<T> {
    let (red, blue) = list.split_at(list.len() / 2);
    [blue, red].concat()
}

impl<'a> Exchange<'a> {
    pub fn new(battle: &'a Battle) -> Exchange<'a> {
        let board = Board::new(&battle.field.board.map().exchanged(), &battle.field.rules);
        let hexes = |list: &[HexId], side: Side| {
            let mut hexes: Vec<HexId> = list.iter().map(|hex| battle.field.board.image(*hex)).collect();
            // In the order of a side's view.
            hexes.sort_by_key(|hex| board.rank(side, *hex));
            hexes
        };
        let zones = |zones: &BySide<Vec<HexId>>| BySide::from_fn(|side| hexes(&zones[side.other()], side));
        let objective = |it: &Objective| Objective {
            name: it.name.clone(),
            hexes: hexes(&it.hexes, Side::Red),
            points: BySide::new(it.points.blue, it.points.red),
        };
        let reserve = |it: &Reserve| Reserve {
            side: it.side.other(),
            round: it.round,
            entries: hexes(&it.entries, it.side.other()),
        };
        let exit = |it: &Exit| Exit { side: it.side.other(), hexes: hexes(&it.hexes, it.side.other()), ..it.clone() };
        let from = &battle.field.forces;
        let forces = Forces {
            profiles: halves_exchanged(&from.profiles),
            officers: halves_exchanged(&from.officers),
            unit_names: halves_exchanged(&from.unit_names),
            officer_names: halves_exchanged(&from.officer_names),
            unit_counts: from.unit_counts.swapped(),
            animals: from.animals,
            stampede_pool: from.stampede_pool.exchanged(),
            officer_counts: from.officer_counts.swapped(),
            army_names: from.army_names.clone().swapped(),
            letters: from.letters.swapped(),
            states_activation_size: from.states_activation_size.swapped(),
            ..from.clone()
        };
        let mut image = Battle {
            zones: zones(&battle.zones),
            spare_zones: zones(&battle.spare_zones),
            has_few_gun_hexes: battle.has_few_gun_hexes.swapped(),
            objectives: battle.objectives.iter().map(objective).collect(),
            objective_points_to_win: battle.objective_points_to_win.swapped(),
            winner_at_limit: battle.winner_at_limit.map(Side::other),
            first_player: match battle.first_player {
                FirstPlayer::Random => FirstPlayer::Random,
                FirstPlayer::Red => FirstPlayer::Blue,
                FirstPlayer::Blue => FirstPlayer::Red,
            },
            activations: battle.activations.swapped(),
            states_activations: battle.states_activations.swapped(),
            turned: battle.turned.as_ref().map(|turned| Box::new(Exchange::new(turned).image)),
            reserves: Reserves {
                all: battle.reserves.all.iter().map(reserve).collect(),
                of_unit: halves_exchanged(&battle.reserves.of_unit),
                of_officer: halves_exchanged(&battle.reserves.of_officer),
            },
            exits: battle.exits.iter().map(exit).collect(),
            field: Battlefield { board, forces, ..battle.field.clone() },
            ..battle.clone()
        };
        image.start = Exchange { battle, image: image.clone() }.state(&battle.start);
        Exchange { battle, image }
    }

    pub fn hex(&self, hex: HexId) -> HexId {
        if hex == NO_HEX { NO_HEX } else { self.battle.field.board.image(hex) }
    }

    pub fn state(&self, state: &State) -> State {
        let mut image = *state;
        for hex in self.battle.field.board.hexes() {
            image.occupant[usize::from(self.hex(hex))] = unit(state.occupant[usize::from(hex)]);
        }
        for (place, it) in image.units.iter_mut().enumerate() {
            let from = state.units[place ^ UNITS_A_SIDE];
            *it = Unit { hex: self.hex(from.hex), ..from };
        }
        for (place, it) in image.officers.iter_mut().enumerate() {
            let from = state.officers[place ^ OFFICERS_A_SIDE];
            *it = Officer { hex: self.hex(from.hex), leads: unit(from.leads), ..from };
        }
        image.sides = [state.sides[1], state.sides[0]];
        image.step = self.step(state.step);
        image.active = state.active.other();
        image.first = state.first.other();
        image.turn = TurnState {
            groups: state.turn.groups.map(|group| Group { leader: officer(group.leader), ..group }),
            ..state.turn
        };
        let turned = |combat: Combat| Combat {
            attacker: unit(combat.attacker),
            defender: unit(combat.defender),
            attacker_hex: self.hex(combat.attacker_hex),
            defender_hex: self.hex(combat.defender_hex),
            ..combat
        };
        image.combat = turned(state.combat);
        image.stampedes = state.stampedes.map(|it| Stampede {
            elephant: unit(it.elephant),
            from: self.hex(it.from),
            combat: turned(it.combat),
            ..it
        });
        image.flights =
            state.flights.map(|flight| Flight { officer: officer(flight.officer), driver: unit(flight.driver) });
        image.outcome = state.outcome.map(|outcome| Outcome { winner: outcome.winner.map(Side::other), ..outcome });
        image
    }

    fn step(&self, step: Step) -> Step {
        match step {
            Step::DeployAt(it) => Step::DeployAt(unit(it)),
            Step::DeployOfficer(it) => Step::DeployOfficer(officer(it)),
            Step::ImpetuousRoll(it) => Step::ImpetuousRoll(unit(it)),
            Step::UnreliableRoll(it) => Step::UnreliableRoll(unit(it)),
            Step::DeficientRoll(it) => Step::DeficientRoll(unit(it)),
            Step::MessengersRoll(him) => Step::MessengersRoll(officer(him)),
            Step::Destination(mover) => Step::Destination(Mover { unit: unit(mover.unit), ..mover }),
            Step::FrontRank(it) => Step::FrontRank(unit(it)),
            Step::Accompany(it, him) => Step::Accompany(unit(it), officer(him)),
            Step::OfficerDestination(him) => Step::OfficerDestination(officer(him)),
            other => other,
        }
    }

    pub fn action(&self, action: Action) -> Action {
        let hex = |hex| self.hex(hex);
        let paid = |payment| match payment {
            Payment::Tokens => Payment::Tokens,
            Payment::Lead(him) => Payment::Lead(officer(him)),
        };
        match action {
            Action::DeployUnit(it) => Action::DeployUnit(unit(it)),
            Action::DeployAt(to) => Action::DeployAt(hex(to)),
            Action::DeployOfficerAt(to) => Action::DeployOfficerAt(hex(to)),
            Action::PlaceCinc(to, him) => {
                Action::PlaceCinc(hex(to), if him == NO_OFFICER { him } else { officer(him) })
            }
            Action::Activate(him) => Action::Activate(officer(him)),
            Action::Pick(it) => Action::Pick(unit(it)),
            Action::PickOfficer(him) => Action::PickOfficer(officer(him)),
            Action::StrategicMove(him) => Action::StrategicMove(officer(him)),
            Action::Messengers(him) => Action::Messengers(officer(him)),
            Action::LeadToActivate(him, it) => Action::LeadToActivate(officer(him), unit(it)),
            Action::Move(it) => Action::Move(unit(it)),
            Action::MoveImpetuously(it) => Action::MoveImpetuously(unit(it)),
            Action::ForcedMarch(it, payment) => Action::ForcedMarch(unit(it), paid(payment)),
            Action::Mount(it, payment) => Action::Mount(unit(it), paid(payment)),
            Action::Woodsmen(it, payment) => Action::Woodsmen(unit(it), paid(payment)),
            Action::Rally(it, elements, payment) => Action::Rally(unit(it), elements, paid(payment)),
            Action::LeadToRally(him, it) => Action::LeadToRally(officer(him), unit(it)),
            Action::MoveOfficer(him) => Action::MoveOfficer(officer(him)),
            Action::MoveTo(to) => Action::MoveTo(Destination { hex: hex(to.hex), ..to }),
            Action::Leave(it) => Action::Leave(unit(it)),
            Action::LeaveAlone(him) => Action::LeaveAlone(officer(him)),
            Action::OfficerTo(to) => Action::OfficerTo(hex(to)),
            Action::Attack(it, target) => Action::Attack(unit(it), unit(target)),
            Action::OrderAttack(order, payment) => Action::OrderAttack(order, paid(payment)),
            Action::OrderDefence(order, payment) => Action::OrderDefence(order, paid(payment)),
            Action::WithdrawTo(to) => Action::WithdrawTo(hex(to)),
            Action::LeadForDice(him) => Action::LeadForDice(officer(him)),
            Action::WindOfBall(count, payment) => Action::WindOfBall(count, paid(payment)),
            Action::FrontRank(him) => Action::FrontRank(officer(him)),
            Action::TakeOfficer(him) => Action::TakeOfficer(officer(him)),
            Action::LeadAgainstLoss(him) => Action::LeadAgainstLoss(officer(him)),
            Action::RetreatTo(to) => Action::RetreatTo(hex(to)),
            Action::FallBackTo(to) => Action::FallBackTo(hex(to)),
            Action::PursueTo(to) => Action::PursueTo(hex(to)),
            Action::AttackAgain(target) => Action::AttackAgain(unit(target)),
            Action::Breakthrough(payment) => Action::Breakthrough(paid(payment)),
            Action::MoveOn(to) => Action::MoveOn(hex(to)),
            Action::FleeTo(to) => Action::FleeTo(hex(to)),
            Action::StampedeTo(to) => Action::StampedeTo(hex(to)),
            Action::Trample(target) => Action::Trample(unit(target)),
            // The others name no piece and no hex: if one did, the legal actions of both sides would differ.
            plain => plain,
        }
    }

    /// What dice show is the same from both sides, but for the draw of the first player.
    pub fn roll(&self, state: &State, roll: Roll) -> Roll {
        if state.step == Step::FirstPlayer { Roll { hits: 1 - roll.hits, ..roll } } else { roll }
    }
}
