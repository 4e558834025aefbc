//! The named numbers by which an action is judged, with the weights that the shipped greedy bot gives them.
//!
//! The content of each number is given in its meaning; the computation is in the other files of this folder. An
//! *element-equivalent* is the unit of the weights: an enemy element lost weighs 1.

use crate::game::appraisal::appraisals;

appraisals! {
    VICTORY = "victory", 57.2, "probability that the action wins the game at once, less the probability that it loses \
        it";
    LOSSES_DEALT = "losses_dealt", 1.2, "mean number of elements that the enemy loses";
    UNITS_DESTROYED = "units_destroyed", 18.9, "mean number of enemy units destroyed, in shares of the number that \
        beats the enemy";
    LOSSES_TAKEN = "losses_taken", -0.992, "mean number of own elements lost";
    UNITS_LOST = "units_lost", -11.9, "mean number of own units lost, in shares of the number that beats the own army";
    DRIVEN_BACK = "driven_back", 0.288, "probability that an enemy unit leaves its hex without being destroyed";
    DRIVEN_OFF = "driven_off", -0.378, "probability that an own unit has to leave its hex without being destroyed";
    TOKENS = "tokens", 0.35, "mean number of order tokens gained, less those paid";
    OFFICERS = "officers", -3.32, "officers given up; a commander-in-chief counts twice";
    SUPPORTED = "supported", 0.552, "own units that gain support less those that lose it, counted in full near the \
        enemy and less farther off";
    EXPOSURE = "exposure", -0.245, "mean number of own elements that the nearest enemies could take in one attack \
        each, more than before";
    PERIL = "peril", 0.0, "increase in the danger that a unit is destroyed by the attacks that enemies could make \
        next: the square of `exposure` as a share of its elements, in shares of the number of losses that \
        beats the army";
    UNDER_FIRE = "under_fire", 0.0, "increase in the mean number of own elements that enemy guns could remove from a \
        distance next";
    STANDOFF = "standoff", 0.0, "own units that could strike next from a place where no enemy could strike them, more \
        than before";
    CHARGED = "charged", 0.0, "own units that enemy mounted troops could reach next on open ground, more than before";
    ADVANCE = "advance", 0.155, "hexes won towards the nearest enemy or objective, those far off counting more";
    PRESS = "press", 0.0, "`advance` times the elapsed share of the turn limit, for a side that does not win by \
        waiting";
    TEMPO = "tempo", 0.0, "lead over the enemy in the race for objectives, more than before: of each the difference of \
        distances in hexes, at most 3, as a share of 3, times the points in shares of those that win";
    BLOCKED_RETREAT = "cramped", -0.334, "hexes of a first retreat that could not be made, more than before";
    OBJECTIVE = "objective", 2.76, "objective points taken or denied, less those given up";
    REGAINED = "regained", 0.947, "elements that rally";
    COMMAND = "command", 0.0981, "own units that come within an officer's command, those next to the enemy counting \
        double";
    RISK = "risk", -0.564, "danger to an officer: 1 if an enemy could drive him out alone, less in company; a \
        commander-in-chief counts twice";
    COMPANY = "company", 0.386, "1 if an officer stands with a unit of his side";
    ANIMAL_FEAR = "dread", -0.249, "dice that own animals lose to camels and elephants next to them, less those that \
        the enemy's lose";
    STAMPEDE = "stampede", -0.81, "own units that an own elephant would have to run down if it panicked, counted in \
        full near the enemy and less farther off";
    LINE = "line", 0.578, "how well the row suits the arm in deployment, from 0 to 1";
    WING = "wing", 1.23, "how well the distance from the middle suits the arm in deployment, from 0 to 1";
    FIRE = "fire", 0.401, "how open the ground before a gun is in deployment, from 0 to 1";
    COVER = "cover", 0.269, "1 on ground that suits the arm in deployment, -1 on ground that hinders it";
    TURN = "turn", 0.818, "how early a unit is deployed: infantry, then guns, then mounted troops";
}
