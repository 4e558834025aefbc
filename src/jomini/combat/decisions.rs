//! How decisions are declared: those of a strike in `combat/flow.rs`, all others in `turn/engine.rs`.

/// Declares decisions: for each step what lists its actions, and what carries out each of them and, within a strike,
/// names the stage that follows. Generates the two functions, so that a step that lists actions also carries them out.
/// Steps that are not declared are treated as the others.
macro_rules! decisions {
    (
        $owner:ident: $field:ident, $state:ident, $sink:ident;
        $list_all:ident, $execute:ident { $( $step:pat => $list:expr; { $( $action:pat => $effect:expr, )+ } )+ }
        others { $others:expr; $other:ident => $effect_of_other:expr }
    ) => {
        impl $owner {
            /// Passes the actions of the step to a sink.
            #[allow(unused_variables, reason = "listing does not need all data of a step")]
            pub(in crate::jomini) fn $list_all(&$field, $state: &State, $sink: &mut impl Sink<Action>) {
                match $state.step {
                    $( $step => $list, )+
                    _ => $others,
                }
            }

            /// The effect of an action; within a strike, the stage that follows.
            #[allow(unreachable_patterns, unused_variables, reason = "some need all actions, or no data, of a step")]
            pub(in crate::jomini) fn $execute(&$field, $state: &mut State, $other: Action) -> Option<Stage> {
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
pub(in crate::jomini) use decisions;
