//! Ending the battle by agreement (E12.10): the offer, its answers, and which bots make and accept offers.

use crate::scene::{Scene, foot};
use reglette::bots::{Agreement, BotConfig, BotFile, When};
use reglette::data::{Kind, Library, Source};
use reglette::en_avant::state::{Step, UnitId};
use reglette::en_avant::{Action, EnAvant, Engagement, State};
use reglette::game::rng::Key;
use reglette::game::{Ending, Game, Moment, Side, Stopping};

fn scene() -> (Engagement, State, Vec<UnitId>) {
    Scene::new()
        .stand(Side::Red, foot(), (-1_000, -3_000), 0, 2, 2)
        .stand(Side::Red, foot(), (1_000, -3_000), 0, 2, 2)
        .stand(Side::Blue, foot(), (-1_000, 3_000), 180, 2, 2)
        .stand(Side::Blue, foot(), (1_000, 3_000), 180, 2, 2)
        .build()
}

fn listed(game: &Engagement, state: &State) -> Vec<Action> {
    let mut actions = Vec::new();
    game.legal_actions(state, &mut actions);
    actions
}

/// E12.10, EI-109: the active side offers between two activations, once per impulse; an offer is legal but never
/// proposed.
#[test]
fn the_active_side_may_offer_to_stop_once_in_an_impulse() {
    let (game, mut state, ids) = scene();
    assert_eq!(game.stopping(&state), Stopping::MayOffer(Action::OfferToStop));
    assert!(!listed(&game, &state).contains(&Action::OfferToStop));
    game.apply(&mut state, Action::Activate(ids[0]));
    assert_eq!(game.stopping(&state), Stopping::No, "not in the middle of an activation");
    assert!(game.check(&state, &Action::OfferToStop).is_err());
    game.apply(&mut state, Action::Halt);
    assert_eq!(game.check(&state, &Action::OfferToStop), Ok(()), "between two activations");
    game.apply(&mut state, Action::OfferToStop);
    assert_eq!((state.step, game.moment(&state)), (Step::StopAnswer, Moment::Decide(Side::Blue)));
    assert_eq!(listed(&game, &state), [Action::Pass, Action::Agree]);
    let answers = Stopping::Asked { refuse: Action::Pass, agree: Action::Agree };
    assert_eq!(game.stopping(&state), answers);
    let asked = state;
    // Blue declines: everything is unchanged, but red does not offer again in this impulse.
    game.apply(&mut state, Action::Pass);
    assert_eq!((state.step, state.active, state.activated, state.outcome), (Step::Impulse, Side::Red, 1, None));
    assert_eq!(game.stopping(&state), Stopping::No);
    let fault = game.check(&state, &Action::OfferToStop).expect_err("once in an impulse");
    assert!(fault.0.contains("E12.10"), "{fault}");
    game.apply(&mut state, Action::Done);
    assert_eq!(
        (state.active, game.stopping(&state)),
        (Side::Blue, Stopping::MayOffer(Action::OfferToStop)),
        "the next impulse"
    );
    // Blue agrees: the game is over.
    let mut over = asked;
    game.apply(&mut over, Action::Agree);
    let Moment::Over(outcome) = game.moment(&over) else { panic!("the battle goes on") };
    assert_eq!((outcome.ending, outcome.winner), (Ending::Agreed, None));
    assert_eq!(game.stopping(&over), Stopping::No);
}

/// E12.10, E12.11: the tie-breaks determine the winner, whichever side offered.
#[test]
fn an_agreed_battle_is_judged_by_the_tie_breaks() {
    for (combativity, winner) in [([4, 3], Some(Side::Red)), ([3, 4], Some(Side::Blue)), ([4, 4], None)] {
        let (game, mut state, _) = scene();
        (state.sides[0].combativity, state.sides[1].combativity) = (combativity[0], combativity[1]);
        assert_eq!(game.ahead_now(&state), winner);
        game.apply(&mut state, Action::OfferToStop);
        game.apply(&mut state, Action::Agree);
        assert_eq!(state.outcome.map(|it| (it.winner, it.ending)), Some((winner, Ending::Agreed)));
        assert_eq!(state.step, Step::Over);
    }
    let (game, mut state, _) = scene();
    state.sides[1].bases_lost = 1;
    game.apply(&mut state, Action::OfferToStop);
    game.apply(&mut state, Action::Agree);
    assert_eq!(state.outcome.and_then(|it| it.winner), Some(Side::Red));
}

/// E12.10: offers and answers are written and read like any other action, and the position with an open offer too.
#[test]
fn an_offer_can_be_written_and_read() {
    use reglette::game::Show;
    let (game, mut state, _) = scene();
    for action in [Action::OfferToStop, Action::Agree] {
        let data = game.action_to_data(&state, &action);
        assert_eq!(game.action_from_data(&state, &data).map_err(|it| it.to_string()), Ok(action));
        game.apply(&mut state, action);
        let data = game.position_to_data(&state);
        assert_eq!(game.position_from_data(&data).map_err(|it| it.to_string()), Ok(state));
    }
}

fn config(text: &str) -> Result<BotConfig, String> {
    let source = Source::new(&Library::built_in(), Kind::Bot, "bots/mine.toml", text);
    BotFile::read(&source).and_then(|file| file.config::<EnAvant>()).map_err(|error| error.to_string())
}

/// Plays a game of two bots; returns its outcome and the number of offers.
fn play(bots: [&BotConfig; 2], seed: u64, most: usize) -> (Option<Ending>, usize) {
    let (game, mut state, _) = scene();
    let mut seats = bots.map(|config| config.build::<Engagement>());
    let mut stream = Key::new(seed).stream();
    let mut offers = 0;
    for _ in 0..most {
        match game.moment(&state) {
            Moment::Over(outcome) => return (Some(outcome.ending), offers),
            Moment::Decide(side) => {
                let action = seats[side.index()].choose(&game, &state, side, &mut stream).expect("a bot of ours");
                offers += usize::from(action == Action::OfferToStop);
                assert_eq!(game.check(&state, &action), Ok(()));
                game.apply(&mut state, action);
            }
            Moment::Roll(_) => {
                let roll = game.sample(&state, &mut stream);
                game.apply_roll(&mut state, roll);
            }
        }
    }
    (None, offers)
}

/// E12.10: bots offer and accept according to their files; refused offers do not prevent a game from ending.
#[test]
fn a_bot_offers_and_accepts_as_its_file_says() {
    let bot = |offers: &str, accepts: &str| {
        config(&format!("kind = \"random\"\nagreement = {{ offers = \"{offers}\", accepts = \"{accepts}\" }}"))
            .expect("a sound bot")
    };
    assert_eq!(bot("never", "never"), BotConfig::Random, "that is what every bot does");
    let wanted = Agreement { offers: When::Always, accepts: When::UnlessBehind };
    assert_eq!(bot("always", "unless_behind"), BotConfig::Agreeing(Box::new(BotConfig::Random), wanted));
    let (always, behind, never) = (bot("always", "always"), bot("unless_behind", "unless_behind"), BotConfig::Random);
    assert_eq!(play([&always, &always], 1, 100), (Some(Ending::Agreed), 1));
    assert_eq!(play([&behind, &behind], 1, 100), (Some(Ending::Agreed), 1), "nobody is behind at the start");
    let (ending, offers) = play([&always, &never], 1, 100_000);
    assert!(ending.is_some_and(|it| it != Ending::Agreed) && offers > 1, "{ending:?} after {offers} offers");
    assert!(play([&never, &always], 2, 100_000).0.is_some_and(|it| it != Ending::Agreed));
    let fault = config("kind = \"random\"\nagreement = { offer = \"always\" }").expect_err("no such key");
    assert!(fault.contains("offers"), "{fault}");
}

/// E12.10: a bot so configured neither offers nor accepts when behind; it does when ahead or level.
#[test]
fn a_bot_that_is_behind_does_not_agree() {
    let behind = config("kind = \"random\"\nagreement = { offers = \"unless_behind\", accepts = \"unless_behind\" }")
        .expect("a bot");
    let (game, mut state, _) = scene();
    let ask = |state: &State, side| {
        behind.build::<Engagement>().choose(&game, state, side, &mut Key::new(1).stream()).expect("an answer")
    };
    state.sides[0].combativity = 5;
    assert_eq!(ask(&state, Side::Red), Action::OfferToStop);
    let mut asked = state;
    game.apply(&mut asked, Action::OfferToStop);
    assert_eq!(ask(&asked, Side::Blue), Action::Pass, "blue would lose");
    state.sides[0].combativity = 3;
    assert_ne!(ask(&state, Side::Red), Action::OfferToStop, "red would lose");
    let mut asked = state;
    game.apply(&mut asked, Action::OfferToStop);
    assert_eq!(ask(&asked, Side::Blue), Action::Agree);
}

/// E12.10: no shipped bot offers or accepts, and no random game contains an offer.
#[test]
fn no_shipped_bot_offers_or_accepts() {
    let library = Library::built_in();
    let mut bots = 0;
    for entry in library.list(Kind::Bot) {
        let source = library.find(Kind::Bot, &entry.name).unwrap_or_else(|error| panic!("{error}"));
        let file = BotFile::read(&source).unwrap_or_else(|error| panic!("{error}"));
        if let Ok(config) = file.config::<EnAvant>() {
            assert!(!matches!(config, BotConfig::Agreeing(..)), "{} ends games by agreement", entry.name);
            bots += 1;
        }
    }
    assert!(bots >= 8, "{bots} bots play En Avant");
    let greedy = BotFile::read(&library.find(Kind::Bot, "greedy").expect("the shipped bot")).expect("a sound bot");
    let greedy = greedy.config::<EnAvant>().expect("it plays En Avant");
    for seed in 0..10 {
        let bots = if seed < 8 { [&BotConfig::Random; 2] } else { [&greedy, &BotConfig::Random] };
        let (ending, offers) = play(bots, seed, 100_000);
        assert!(
            ending.is_some_and(|it| it != Ending::Agreed) && offers == 0,
            "game {seed}: {ending:?} with {offers} offers"
        );
    }
    // Even if one side offers, the other does not agree.
    let (game, mut state, _) = scene();
    game.apply(&mut state, Action::OfferToStop);
    for config in [&BotConfig::Random, &greedy] {
        for seed in 0..20 {
            let answer = config
                .build::<Engagement>()
                .choose(&game, &state, Side::Blue, &mut Key::new(seed).stream())
                .expect("an answer");
            assert_eq!(answer, Action::Pass);
        }
    }
}
