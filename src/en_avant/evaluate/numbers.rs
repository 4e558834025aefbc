//! The named numbers by which an action is evaluated, with the weights of the shipped greedy bot. Values are in points
//! of an army list.

use crate::game::appraisal::appraisals;

appraisals! {
    VICTORY = "victory", 60.0, "1 if the action wins the game at once, -1 if it loses it";
    COMBATIVITY = "combativity", 5.0, "combativity won, and taken from the enemy";
    QUARTERS = "quarters", 3.0, "bases taken less those lost, in quarters of the army that loses them";
    POINTS_TAKEN = "points_taken", 1.0, "points of enemy bases destroyed at once";
    POINTS_LOST = "points_lost", -1.0, "points of own bases lost at once";
    HARM_DEALT = "harm_dealt", 1.0, "what the melee in which the unit stands is expected to cost the enemy, in points";
    HARM_TAKEN = "harm_taken", -0.65, "the same, suffered";
    FIRE = "fire", 1.0, "what a shot is expected to cost its target, in points";
    FIRE_READY = "fire_ready", 0.8, "the same, of the shot that the unit could make next from where it stands";
    UNDER_FIRE = "under_fire", -0.3, "the same, of the shots that enemies could make at it";
    ADVANCE = "advance", 1.5, "rulers won towards the place from which the unit fights best, bases counting";
    URGENCY = "press", 3.0, "the same for a side that is not ahead, the more the nearer the last turn";
    FACING = "facing", 0.4, "1 if the nearest enemy lies straight ahead, -1 if behind";
    FLANK_WON = "flank_won", 0.6, "enemies within a move of which the unit stands beside or behind";
    FLANK_EXPOSED = "flank_exposed", -0.6, "enemies within a move that stand beside or behind the unit";
    EXPOSED = "exposed", 0.0, "enemies that could attack the unit next with more dice than it would have";
    THREAT = "threat", -0.5, "what the worst attack that an enemy could make next would cost the unit, less what it \
        would cost the attacker, in points; half in the next turn";
    MENACE = "menace", 0.3, "the same, of the best attack that the unit could make next";
    MASKING = "masking", 0.0, "files of friends in whose field of fire the unit stands";
    LINE = "line", 0.3, "friends that stand close on a flank";
    ALONE = "alone", 0.0, "rulers to the nearest friend, above a half, at most 2";
    OUTNUMBERED = "outnumbered", 0.0, "points of enemies within a ruler and a half of the unit, less those of it and \
        its friends there, in tens; 0 if there are fewer";
    GUARD = "guard", 0.0, "how near the unit is to its camp, from 0 to 1, while an enemy is within two moves of the \
        camp; for the nearest unit only";
    COVER = "cover", 0.3, "1 in light shelter, 2 in strong shelter";
    OBJECTIVE = "objective", 3.0, "1 for standing in an objective that the enemy holds or nobody has taken, less far \
        off; for the nearest unit of its side";
    WIDTH = "width", 0.8, "files in which the unit fights or shoots, as a share of its bases";
    DISORDER = "disorder", -0.7, "bases of units that fall into disorder, less those that are put in order, by what is \
        likely";
    RECOILS = "recoils", -0.6, "recoils that the unit takes";
    EFFORT = "effort", -0.02, "1 for a move, so that none is made for nothing";
    SIXES = "sixes", 2.0, "mean impacts gained by rolling a six again";
    PRESSING = "pressing", 1.0, "how pressing the case of the unit is: disorder first, then those near the enemy";
    URGENT = "urgent", 0.3, "what the unit could do or suffer next if it is activated: its best attack or shot, and \
        the worst attack on it, in points";
    GENERAL = "general", 0.5, "1 if the general touches a unit that fights or is in disorder";
    GENERAL_RISK = "general_risk", -4.0, "1 if the general stands alone within a move of the enemy";
    FRONT = "front", 3.0, "how far ahead in the band a unit is set up, from 0 to 1, guns and their like behind";
    WING = "wing", 0.5, "how well the distance from the middle suits the arm in deployment, from 0 to 1";
    STACKED = "stacked", -2.0, "in deployment, share of the front that other units cover or that covers other units";
    FREE = "free", 0.3, "how good the ground is in deployment: 1 if nothing slows, less with terrain";
    SIZE = "size", 0.2, "how early a unit is set up: large and slow ones first";
    FIRST = "first", 0.5, "1 for playing or setting up first";
}
