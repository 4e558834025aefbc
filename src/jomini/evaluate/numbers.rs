//! The named numbers by which an action is evaluated, with the weights of the shipped greedy bot.
//!
//! The content of each number is given in its meaning; the computation is in the other files of this folder. The unit
//! of the weights is about the value of an enemy element lost.

use crate::game::appraisal::appraisals;

appraisals! {
    VICTORY = "victory", 126.0, "probability that the action wins the game immediately, minus the probability that it \
        loses it";
    LOSSES_DEALT = "losses_dealt", 1.28, "mean number of enemy elements lost";
    UNITS_DESTROYED = "units_destroyed", 9.8, "mean number of enemy units destroyed, as a share of the number of \
        losses that defeats the enemy";
    LOSSES_TAKEN = "losses_taken", -0.615, "mean number of own elements lost";
    UNITS_LOST = "units_lost", -31.1, "mean number of own units lost, as a share of the number of losses that defeats \
        the side";
    DRIVEN_BACK = "driven_back", 0.957, "probability that an enemy unit has to leave its hex without being destroyed";
    DRIVEN_OFF = "driven_off", -0.162, "probability that an own unit has to leave its hex without being destroyed";
    TOKENS = "tokens", 0.777, "mean number of order tokens gained, minus those spent";
    OFFICERS = "officers", -6.5, "officers given up; a commander-in-chief counts as 2";
    SUPPORTED = "supported", 0.117, "own units that gain support minus those that lose it; full weight up to 3 hexes \
        from the enemy, 0 from 8 hexes on";
    EXPOSURE = "exposure", 0.0544, "increase in the mean number of own elements that the nearest enemies could remove \
        with one attack each";
    PERIL = "peril", -0.0817, "increase in the danger that a unit is destroyed by the attacks that enemies could make \
        next (the square of `exposure` as a share of its elements), as a share of the number of losses that defeats \
        the army";
    UNDER_FIRE = "under_fire", -0.21, "increase in the mean number of own elements that enemy guns could remove from a \
        distance next";
    STANDOFF = "standoff", 0.0, "own units that could strike next from a place where no enemy could strike them, more \
        than before";
    CHARGED = "charged", -0.45, "own units other than mounted ones that mounted enemies could reach next on open \
        ground, more than before";
    ADVANCE = "advance", 0.155, "hexes gained towards the nearest enemy or objective; hexes at a greater distance \
        count more";
    APPROACH = "approach", 0.3, "hexes gained towards the nearest objective that no other own unit holds; hexes at a \
        greater distance count more";
    RIDE = "ride", 0.4, "hexes gained or lost in later moves by a unit that mounts or dismounts; hexes at a greater \
        distance count more";
    PRESS = "press", 0.0, "`advance` times the elapsed share of the turn limit, for a side that does not win by \
        waiting";
    TEMPO = "tempo", 0.0, "lead over the enemy in the race for objectives, more than before, from -1 to 1 for each, \
        times its share of the points";
    BLOCKED_RETREAT = "cramped", -0.00775, "increase in the number of hexes of a first retreat that are not available";
    OBJECTIVE = "objective", 2.76, "objective points taken or denied to the enemy, minus those given up, as a share of \
        the points that win";
    REGAINED = "regained", 0.947, "elements rallied";
    COMMAND = "command", 0.194, "increase in the number of own units within an officer's command range; units farther \
        away count less";
    RISK = "risk", -0.0713, "danger to an officer from 0 to 1: 1 alone near the enemy, less in company; doubled for a \
        commander-in-chief";
    COMPANY = "company", 0.978, "1 if an officer is on the hex of a unit of his side";
    ANIMAL_FEAR = "dread", -0.249, "dice that own animals lose to adjacent camels and elephants, minus those that \
        enemy animals lose";
    STAMPEDE = "stampede", -0.81, "own units that an own elephant would have to trample if it panicked; weighted by \
        distance as `supported`";
    LINE = "line", 0.882, "suitability of the row for the arm in deployment, from 0 to 1";
    WING = "wing", -0.855, "suitability of the distance from the middle for the arm in deployment, from 0 to 1";
    FIRE = "fire", 0.146, "field of fire of a gun in deployment: 1 if open, 0.5 less for each blocked direction, 0.5 \
        more on a height";
    COVER = "cover", 0.52, "1 on terrain that suits the arm in deployment, -1 on terrain that hinders it";
    TURN = "turn", 0.25, "deployment order: 2 for infantry, 1 for artillery, 0 for mounted troops";
}
