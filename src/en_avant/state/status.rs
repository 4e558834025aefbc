//! The status of a unit: facts that hold or not.

bitflags::bitflags! {
    /// The facts about a unit. Their names in lower case are the words in files and records.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Status: u16 {
        /// It has not been set up yet.
        const RESERVE = 1;
        /// It has been activated in this turn (E5.9).
        const ACTIVATED = 1 << 1;
        /// It is disordered (E10.7).
        const DISORDERED = 1 << 2;
        /// It is routing (E10.21).
        const ROUTING = 1 << 3;
        /// It is engaged: it touches an enemy unit, and a front takes part (EI-72). Kept up to date after every
        /// displacement.
        const ENGAGED = 1 << 4;
        /// It moved to attack in this impulse; cleared after the first round (E11.15, E11.34).
        const CHARGED = 1 << 5;
        /// It attacked a unit with which it is engaged; kept as long as it is engaged (EI-84).
        const ATTACKER = 1 << 6;
        /// It was attacked; kept as long as it is engaged (EI-82).
        const DEFENDER = 1 << 7;
        /// An enemy has newly come into contact with it, or it with an enemy, in this impulse (EI-37).
        const FRESH = 1 << 8;
        /// It has fought in this turn (EI-37).
        const FOUGHT = 1 << 9;
        /// It has taken its test in the current contagion (EI-71).
        const TESTED = 1 << 10;
        /// It routs and has not made its flight yet.
        const TO_FLEE = 1 << 11;
        /// Horse artillery is limbered (EI-104).
        const LIMBERED = 1 << 12;
        /// Cavalry has dismounted (EI-105).
        const DISMOUNTED = 1 << 13;
        /// An elephant is uncontrollable: its heading is that of its course (EI-107).
        const RAMPANT = 1 << 14;
    }
}

impl Status {
    /// The facts that last one turn.
    pub const OF_A_TURN: Status = Status::ACTIVATED.union(Status::FOUGHT);
}
