//! The rows of `costs.csv`, `imbalance.csv` and `steps.csv`.

use super::Costs;
use crate::balance::costs::{Evaluated, Exchange, FairCost, Imbalance, Service, StudyStep};
use crate::report::csv::{Bounds, Decimal, Interval, PValue, PointAndBounds, Share, Text, row, text};

row! {
    /// A troop, or a parameter.
    #[derive(Default)]
    pub struct CostRow<'a> {
        /// The bot that led both armies.
        bot: Text<'a>,
        /// The points of an army.
        budget: Decimal<4>,
        /// `troop`; `dial` for a parameter varied by `--vary`.
        entity: Text<'a>,
        /// The troop, or the parameter.
        name: Text<'a>,
        /// The arm of the troop.
        arm: Option<Text<'a>>,
        /// Its cost by the rules; for Jomini a first guess, as the rulebook publishes none.
        list_cost: Option<Decimal<4>>,
        /// The fair cost, on the scale on which the mean army has the same cost as by the list; of a parameter the
        /// points that one step is worth; empty where there is no estimate.
        fair_cost: Option<Decimal<4>>,
        /// Its 95 % interval.
        fair: Bounds<4>,
        /// Its joint 95 % interval: in 95 % of studies the true costs of all troops of the block lie within theirs.
        joint: Bounds<4>,
        /// The resulting cost, to the hundredth and no less than the floor, a tenth of the list cost: at these costs
        /// armies are drawn for the next step, held-out armies are evaluated and a rules file is written.
        cost: Option<Decimal<2>>,
        /// `true` where the fair cost is below the floor, so that `cost` is the floor.
        at_floor: Option<bool>,
        /// The regression coefficient: what one more adds to the log odds of winning.
        worth: Interval<6>,
        /// P-value of the hypothesis that the list cost is right (of a parameter: that a step is worth nothing).
        p_value: Option<PValue>,
        /// The same, adjusted for all troops of the block (Benjamini and Hochberg).
        p_adjusted: Option<PValue>,
        /// `fair`: the whole interval lies within 5 % of the list cost; `overpriced`: it lies below it; `underpriced`:
        /// above it; `undecided`: otherwise.
        verdict: Option<Text<'a>>,
        /// With `--least-change`, the cost when as few costs as possible change.
        least_change: Option<Decimal<2>>,
        /// With `--round`, the cost of the list that can be printed: a multiple of that step where it changes.
        printable: Option<Decimal<2>>,
        /// Whether that cost lies within the joint interval, with the list on the scale on which the mean army costs
        /// the same as by the old one.
        in_joint: Option<bool>,
        /// Games of armies with this troop in the last fit: a game of two such armies counts twice, a forfeited one
        /// does not.
        games: Option<u64>,
        /// Its elements at the end, as a share of those at the start.
        survival: Option<Decimal<4>>,
        /// Enemy points that one more of it destroys, per point of it lost.
        destroyed_per_lost: Option<Decimal<4>>,
    }
}

impl<'a> CostRow<'a> {
    pub(super) fn of_troop(of: &'a Costs<'a>, cost: &FairCost, service: &Service) -> CostRow<'a> {
        let troop = &of.troops[cost.troop];
        let least_change = of.study.least_change.as_ref();
        CostRow {
            bot: text(of.bot),
            budget: Decimal(of.budget),
            entity: text("troop"),
            name: text(&troop.name),
            arm: Some(text(troop.arm.as_str())),
            list_cost: Some(Decimal(cost.list_cost)),
            fair_cost: cost.fair.map(|fair| Decimal(fair.point)),
            fair: Bounds(cost.fair),
            joint: Bounds(of.study.joint.as_ref().and_then(|joint| joint.intervals[cost.troop])),
            cost: Some(Decimal(cost.cost)),
            at_floor: Some(cost.at_floor),
            worth: Interval(Some(cost.worth)),
            p_value: Some(PValue(cost.p)),
            p_adjusted: Some(PValue(cost.p_adjusted)),
            verdict: Some(text(cost.verdict.name())),
            least_change: least_change.map(|least| Decimal(least.costs[cost.troop])),
            printable: of.study.printable.as_ref().map(|list| Decimal(list.costs[cost.troop])),
            in_joint: of.study.printable_holds.get(cost.troop).copied().flatten(),
            games: Some(service.games),
            survival: service.survival.map(Decimal),
            destroyed_per_lost: service.destroyed_per_lost.map(Decimal),
        }
    }

    pub(super) fn of_parameter(of: &'a Costs<'a>, exchange: &Exchange) -> CostRow<'a> {
        CostRow {
            bot: text(of.bot),
            budget: Decimal(of.budget),
            entity: text("dial"),
            name: text(&of.parameters[exchange.parameter].name),
            fair_cost: exchange.points.map(|points| Decimal(points.point)),
            fair: Bounds(exchange.points),
            worth: Interval(Some(exchange.worth)),
            p_value: Some(PValue(exchange.p)),
            ..CostRow::default()
        }
    }
}

row! {
    /// A set of costs, evaluated by armies that had no part in any fit.
    pub struct ImbalanceRow<'a> {
        /// The bot that led both armies.
        bot: Text<'a>,
        /// The points of an army.
        budget: Decimal<4>,
        /// `list`, `fitted`, `least_change`, `printable`.
        costs: Text<'a>,
        /// Meetings of two armies.
        meetings: u64,
        /// Their games.
        games: u64,
        /// The root mean squared distance of their rates from one half.
        observed: Option<Share>,
        /// The part of it due to the small number of games.
        noise: Option<Share>,
        /// The spread of true win rates around one half: the root of `variance`, 0 where that is below 0; its interval
        /// then ends where that of an estimate of 0 would.
        spread: PointAndBounds<6>,
        /// The estimated mean squared true distance, with its interval; an interval that includes 0 shows no imbalance.
        /// Without interval where fewer than three meetings contribute.
        variance: PointAndBounds<6>,
    }
}

impl<'a> ImbalanceRow<'a> {
    pub(super) fn new(of: &'a Costs<'a>, evaluated: &Evaluated) -> ImbalanceRow<'a> {
        let found = evaluated.imbalance.as_ref();
        ImbalanceRow {
            bot: text(of.bot),
            budget: Decimal(of.budget),
            costs: text(evaluated.costs),
            meetings: found.map_or(0, |found| found.meetings),
            games: found.map_or(0, |found| found.games),
            observed: found.map(|found| Decimal(found.observed)),
            noise: found.map(|found| Decimal(found.noise())),
            spread: PointAndBounds {
                point: found.map(Imbalance::spread),
                interval: found.and_then(Imbalance::spread_interval),
            },
            variance: PointAndBounds {
                point: found.map(|found| found.variance),
                interval: found.and_then(|found| found.interval),
            },
        }
    }
}

row! {
    /// A troop in a step of the fit.
    pub struct StepRow<'a> {
        /// The bot that led both armies.
        bot: Text<'a>,
        /// The points of an army.
        budget: Decimal<4>,
        /// The fit, from 1; more than one with `--iterate`.
        step: usize,
        /// The troop.
        name: Text<'a>,
        /// The cost at which armies were drawn.
        drawn_at: Decimal<4>,
        /// The fit of the games of this step alone.
        fair_cost: Option<Decimal<4>>,
        /// Its 95 % interval.
        fair: Bounds<4>,
        /// The resulting cost, as in `costs.csv`.
        cost: Decimal<2>,
        /// Statistic of the joint test of all costs: whether this fit agrees with the costs at which its armies were
        /// drawn, both with their errors (those of the list have none).
        chi_square: Option<Decimal<4>>,
        /// Its degrees of freedom.
        degrees: Option<usize>,
        /// Its p-value.
        p_value: Option<PValue>,
        /// `true` where `p_value` is above 5 %: here `--iterate` stops.
        settled: bool,
        /// `true` where the games of the step are among those of the last fit, which `costs.csv` reports.
        pooled: bool,
    }
}

impl<'a> StepRow<'a> {
    pub(super) fn new(of: &'a Costs<'a>, number: usize, step: &StudyStep, cost: &FairCost) -> StepRow<'a> {
        StepRow {
            bot: text(of.bot),
            budget: Decimal(of.budget),
            step: number,
            name: text(&of.troops[cost.troop].name),
            drawn_at: Decimal(step.drawn_at[cost.troop]),
            fair_cost: cost.fair.map(|fair| Decimal(fair.point)),
            fair: Bounds(cost.fair),
            cost: Decimal(cost.cost),
            chi_square: step.agreement.map(|test| Decimal(test.statistic)),
            degrees: step.agreement.map(|test| test.degrees),
            p_value: step.agreement.map(|test| PValue(test.p)),
            settled: step.has_settled(),
            pooled: step.is_pooled,
        }
    }
}
