//! How decisions are declared: those of a shot, a melee or a flight in `combat/flow.rs`, all others in
//! `turn/engine.rs`.

/// Declares decisions: for each step what proposes its actions, and what carries out each of them and, within a fight,
/// names the stage that follows. An action that may be legal without being proposed is followed by `if` and its check.
/// Generates the three functions, so that a step that proposes actions also carries them out. Steps that are not
/// declared are treated as the others.
macro_rules! decisions {
    (
        $game:ident, $state:ident, $sink:ident, $observer:ident;
        $propose:ident, $check:ident, $carry_out:ident {
            $( $step:pat => $list:expr; { $( $action:pat $(if $legal:expr)? => $effect:expr, )+ } )+
        }
        others { $others:expr; $other:ident => $check_of_other:expr; $effect_of_other:expr }
    ) => {
        impl Engagement {
            /// Passes the actions that are proposed at the step to a sink.
            #[allow(unused_variables, reason = "proposing does not need all data of a step")]
            pub(in crate::en_avant) fn $propose(&self, $state: &State, $sink: &mut impl Sink) {
                let $game = self;
                match $state.step {
                    $( $step => $list, )+
                    _ => $others,
                }
            }

            /// Whether an action is legal: by its check, or because it is proposed.
            #[allow(unreachable_patterns, unused_variables, reason = "only some actions have a check")]
            pub(in crate::en_avant) fn $check(&self, $state: &State, $other: Action) -> Result<(), IllegalAction> {
                let $game = self;
                match $state.step {
                    $( $step => match $other {
                        $( $action => checked!($game, $state, $other $(, $legal)?), )+
                        _ => $game.check_listed($state, &$other),
                    } )+
                    _ => $check_of_other,
                }
            }

            /// Carries out an action; returns the stage that follows within a fight.
            #[allow(unreachable_patterns, unused_variables, reason = "some need all actions, or no data, of a step")]
            pub(in crate::en_avant) fn $carry_out(
                &self,
                $state: &mut State,
                $other: Action,
                $observer: &mut dyn Observer,
            ) -> Option<Stage> {
                let $game = self;
                match $state.step {
                    $( $step => match $other {
                        $( $action => $effect.into_next(), )+
                        action => action.not_offered(),
                    } )+
                    _ => $effect_of_other,
                }
            }
        }
    };
}
pub(in crate::en_avant) use decisions;

/// The check of an action: its own, or whether it is proposed.
macro_rules! checked {
    ($game:ident, $state:ident, $action:ident) => {
        $game.check_listed($state, &$action)
    };
    ($game:ident, $state:ident, $action:ident, $legal:expr) => {
        Ok($legal?)
    };
}
pub(in crate::en_avant) use checked;
