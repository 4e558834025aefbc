//! The named numbers by which an action is evaluated, with the weights of the shipped greedy bot. Values are in points
//! of an army list.

use crate::game::appraisal::appraisals;

appraisals! {
    VICTORY = "victory", 194.0, "1 if the action wins the game immediately, -1 if it loses it";
    COMBATIVITY = "combativity", 4.07, "combativity gained, plus combativity that the enemy loses";
    QUARTERS = "quarters", 9.05, "enemy bases destroyed minus own bases lost, in quarters of the army that loses them";
    POINTS_TAKEN = "points_taken", 1.32, "points of enemy bases destroyed immediately";
    POINTS_LOST = "points_lost", -1.72, "points of own bases lost immediately";
    HARM_DEALT = "harm_dealt", 1.34, "expected loss of the enemy in the melee of the unit, in points";
    HARM_TAKEN = "harm_taken", -1.52, "expected own loss in that melee, in points";
    FIRE = "fire", 1.0, "expected loss of the target of a shot, in points";
    FIRE_READY = "fire_ready", 0.8, "expected loss by the best shot that the unit could make next from its place, in \
        points";
    UNDER_FIRE = "under_fire", -0.3, "expected loss of the unit by the shots that enemies could make at it, in points";
    ADVANCE = "advance", 1.94, "distance closed to where the unit fights best, in rulers; units of more bases count \
        more";
    URGENCY = "press", 2.96, "`advance` for a side that is not ahead, times the elapsed share of the turn limit";
    FACING = "facing", 0.55, "1 if the nearest enemy is straight ahead, -1 if it is straight behind";
    FLANK_WON = "flank_won", -0.212, "enemies within a move whose flank or rear the unit is on";
    FLANK_EXPOSED = "flank_exposed", -1.01, "enemies that are within a move and on the unit's flank or rear";
    EXPOSED = "exposed", 0.312, "enemies that could attack the unit next with more dice than it would have";
    THREAT = "threat", -1.05, "expected loss of the unit by the worst attack that an enemy could make next, minus the \
        loss of the attacker, in points; half if the enemy has been activated in this turn";
    MENACE = "menace", 0.362, "as `threat`, of the best attack that the unit could make next";
    MASKING = "masking", 0.0, "files of friends in whose field of fire the unit is";
    LINE = "line", 0.3, "friends close on a flank";
    ALONE = "alone", 0.631, "rulers to the nearest friend, above a half, at most 2";
    OUTNUMBERED = "outnumbered", 0.24, "points of enemies within a ruler and a half, minus those of the unit and its \
        friends there, in tens; at least 0";
    GUARD = "guard", -0.703, "closeness of the unit to its camp, from 0 to 1, while an enemy is within two moves of \
        the camp; for the nearest unit";
    COVER = "cover", -0.411, "1 in light shelter, 2 in strong shelter; infantry only";
    OBJECTIVE = "objective", 7.49, "1 in an objective that its side does not hold, less at a distance; for the \
        nearest unit of the side only";
    WIDTH = "width", 0.8, "files of the unit as a share of its bases";
    DISORDER = "disorder", -1.16, "expected number of bases that fall into disorder, minus those that are reorganised";
    RECOILS = "recoils", -0.51, "recoils that the unit takes";
    EFFORT = "effort", -0.0403, "1 for a move: prevents moves without a benefit";
    SIXES = "sixes", 3.9, "mean number of impacts gained by rerolling a six";
    PRESSING = "pressing", 0.979, "urgency of activating a unit: highest in disorder or rout, then by proximity to the \
        enemy";
    URGENT = "urgent", 0.879, "the best attack or shot of a unit next and the worst attack on it, in points: what \
        activating it may gain or prevent";
    GENERAL = "general", 0.5, "1 if the general touches a unit in melee or in disorder, 0.5 if any other unit";
    GENERAL_RISK = "general_risk", -4.0, "1 if the general is alone within a move of the enemy";
    FRONT = "front", 1.93, "how far forward in its deployment zone a unit is placed, from 0 to 1; artillery: from 0.5 \
        at the rear";
    WING = "wing", -0.483, "suitability of the distance from the middle for the arm in deployment, from 0 to 1";
    STACKED = "stacked", -4.39, "in deployment, share of the front of the unit that others cover or that covers others";
    FREE = "free", 0.483, "1 if no terrain slows the unit at its place in deployment; 0.5 less for a limbered gun";
    SIZE = "size", -0.369, "deployment order: number of bases, plus 3 for infantry and less for faster arms";
    FIRST = "first", 0.496, "1 for playing or deploying first";
}
