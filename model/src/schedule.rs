//! Decides which question is asked next, and when: limits the concurrent requests to each endpoint, pauses if a
//! server has too many, and stays within the budget.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::retry::REFUSED_IN_A_ROW;
use crate::spending::{Budget, Spent};

/// After this many successes, one more concurrent request is allowed.
const SUCCESSES_A_STEP: u32 = 10;

/// A wanted answer.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    /// Its key.
    pub(crate) key: String,
    /// The position of the question.
    pub(crate) question: usize,
    /// Position of the model.
    pub(crate) model: usize,
    /// Position of the model's endpoint.
    pub(crate) endpoint: usize,
    /// The number of the sample, from 1.
    pub(crate) sample: u32,
    /// The most that a request can use.
    pub(crate) worst: Spent,
    /// How many requests were made.
    pub(crate) attempts: u32,
    /// When the first of them began.
    pub(crate) begun: Option<Begun>,
}

/// When the first request of a task began.
#[derive(Clone, Debug)]
pub(crate) struct Begun {
    pub(crate) instant: Instant,
    pub(crate) at: String,
}

/// How the result of a request affects the next ones.
#[derive(Clone, Debug)]
pub(crate) enum Ending {
    /// There is an answer.
    Answered,
    /// It is retried after a pause.
    Again(Duration),
    /// The server has too many requests. It is retried, and everything else waits as long.
    Held(Duration),
    /// It was retried often enough and failed for this reason. `held` is set if the server had too many requests at
    /// the end.
    GivenUp { held: Option<Duration>, why: String },
    /// The server refuses it for this reason.
    Refused(String),
    /// The server refuses everything from this model for this reason.
    Misdirected(String),
}

/// A permit for a request.
pub(crate) struct Turn {
    pub(crate) task: Task,
    begun: Instant,
}

/// Why no new requests begin, other than that everything is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ended {
    pub(crate) by_hand: bool,
    pub(crate) by_budget: bool,
}

pub(crate) struct Schedule {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    endpoints: Vec<Gate>,
    models: Vec<ModelState>,
    budget: Option<Budget>,
    spent: Spent,
    /// The worst case of the requests that are running.
    reserved: Spent,
    ended: Ended,
}

struct Gate {
    waiting: VecDeque<Task>,
    /// What is retried, with the time.
    later: Vec<(Instant, Task)>,
    most: u16,
    at_once: u16,
    under_way: u16,
    successes: u32,
    held_until: Option<Instant>,
    halved: Option<Instant>,
}

#[derive(Clone, Default)]
struct ModelState {
    /// In this run of the program.
    has_answered: bool,
    /// Before, so that neither its name nor its parameters are wrong.
    answered_before: bool,
    refused: u32,
    is_stopped: bool,
}

impl Schedule {
    /// A schedule for endpoints with their `at_once` limits, and models, each with whether it has answered before.
    pub(crate) fn new(
        at_once: &[u16],
        answered_before: &[bool],
        budget: Option<Budget>,
        spent: Spent,
        tasks: Vec<Task>,
    ) -> Self {
        let mut endpoints: Vec<Gate> = at_once.iter().map(|&most| Gate::new(most)).collect();
        for task in tasks {
            endpoints[task.endpoint].waiting.push_back(task);
        }
        let models = answered_before.iter().map(|&answered_before| ModelState {
            answered_before,
            ..ModelState::default()
        });
        Self {
            state: Mutex::new(State {
                endpoints,
                models: models.collect(),
                budget,
                spent,
                reserved: Spent::default(),
                ended: Ended::default(),
            }),
            changed: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a request to this endpoint may begin; `None` once everything is done or no new requests begin.
    pub(crate) fn take(&self, endpoint: usize) -> Option<Turn> {
        let mut state = self.state();
        loop {
            let now = Instant::now();
            let wait = match state.next(endpoint, now) {
                Next::Take(task) => return Some(Turn { task, begun: now }),
                Next::Nothing => {
                    self.changed.notify_all();
                    return None;
                }
                Next::Wait(wait) => wait,
            };
            // Any change wakes it earlier.
            let woken = self
                .changed
                .wait_timeout(state, wait.unwrap_or(Duration::MAX));
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Returns a permit, with the usage of the request. If this stops the model, returns the reason.
    pub(crate) fn finish(&self, turn: Turn, spent: Spent, ending: Ending) -> Option<String> {
        let stopped = self.state().finish(turn, spent, ending);
        self.changed.notify_all();
        stopped
    }

    /// No new requests begin after this.
    pub(crate) fn stop(&self) {
        self.state().ended.by_hand = true;
        self.changed.notify_all();
    }

    pub(crate) fn ended(&self) -> Ended {
        self.state().ended
    }
}

enum Next {
    Take(Task),
    Wait(Option<Duration>),
    Nothing,
}

impl State {
    fn next(&mut self, endpoint: usize, now: Instant) -> Next {
        if self.ended != Ended::default() {
            return Next::Nothing;
        }
        let gate = &mut self.endpoints[endpoint];
        let at = |gate: &Gate| gate.later.iter().map(|(at, _)| *at).min();
        let due = at(gate).is_some_and(|at| at <= now);
        if !due && gate.waiting.is_empty() {
            return match at(gate) {
                Some(at) => Next::Wait(Some(at - now)),
                // Running requests may have to be retried.
                None if gate.under_way > 0 => Next::Wait(None),
                None => Next::Nothing,
            };
        }
        if let Some(until) = gate.held_until.filter(|until| *until > now) {
            return Next::Wait(Some(until - now));
        }
        if gate.under_way >= gate.at_once {
            return Next::Wait(None);
        }
        let later = gate.later.iter().enumerate();
        let later = later.filter(|(_, (at, _))| *at <= now);
        let later = later.min_by_key(|(_, (at, _))| *at).map(|(at, _)| at);
        if later.is_none() {
            // What waits keeps its place until its model has answered once: a server that is not there is not asked
            // everything.
            let kept = gate.later.iter();
            let kept = kept.filter(|(_, task)| !self.models[task.model].has_answered);
            if usize::from(gate.under_way) + kept.count() >= usize::from(gate.at_once) {
                return Next::Wait(at(gate).map(|at| at - now));
            }
        }
        let worst = match later {
            Some(at) => gate.later[at].1.worst,
            None => gate.waiting[0].worst,
        };
        if let Some(budget) = self.budget {
            let mut most = self.spent;
            most += self.reserved;
            most += worst;
            if !budget.covers(most) {
                if self.endpoints.iter().any(|gate| gate.under_way > 0) {
                    // A running request may use less than its worst case.
                    return Next::Wait(None);
                }
                self.ended.by_budget = true;
                return Next::Nothing;
            }
        }
        let gate = &mut self.endpoints[endpoint];
        let task = match later {
            Some(at) => gate.later.swap_remove(at).1,
            None => gate.waiting.pop_front().expect("it is not empty"),
        };
        gate.under_way += 1;
        self.reserved += worst;
        Next::Take(task)
    }

    fn finish(&mut self, turn: Turn, spent: Spent, ending: Ending) -> Option<String> {
        let Turn { mut task, begun } = turn;
        let now = Instant::now();
        self.reserved = self.reserved.less(task.worst);
        self.spent += spent;
        let gate = &mut self.endpoints[task.endpoint];
        let model = &mut self.models[task.model];
        gate.under_way -= 1;
        match ending {
            Ending::Answered => {
                model.has_answered = true;
                model.refused = 0;
                gate.succeed();
            }
            Ending::Again(wait) => {
                task.attempts += 1;
                gate.again(now + wait, task, model);
            }
            Ending::Held(wait) => {
                task.attempts += 1;
                gate.hold(now, wait, begun);
                gate.again(now + wait, task, model);
            }
            Ending::GivenUp { held, why } => {
                if let Some(wait) = held {
                    gate.hold(now, wait, begun);
                }
                return self.refuse(task.model, why);
            }
            // The server only refuses this question.
            Ending::Refused(_) if model.answered_before => {}
            Ending::Refused(words) => return self.refuse(task.model, words),
            Ending::Misdirected(words) => return self.stop_model(task.model, words),
        }
        None
    }

    /// After this many refusals in a row before the first success, a model is stopped: all other requests would fail
    /// too.
    fn refuse(&mut self, model: usize, words: String) -> Option<String> {
        let state = &mut self.models[model];
        state.refused += 1;
        let is_hopeless = !state.has_answered && state.refused >= REFUSED_IN_A_ROW;
        is_hopeless.then(|| self.stop_model(model, words))?
    }

    /// Stops a model; returns the reason the first time.
    fn stop_model(&mut self, model: usize, words: String) -> Option<String> {
        if self.models[model].is_stopped {
            return None;
        }
        self.models[model].is_stopped = true;
        for gate in &mut self.endpoints {
            gate.waiting.retain(|task| task.model != model);
            gate.later.retain(|(_, task)| task.model != model);
        }
        Some(words)
    }
}

impl Gate {
    fn new(most: u16) -> Self {
        Self {
            waiting: VecDeque::new(),
            later: Vec::new(),
            most,
            at_once: most,
            under_way: 0,
            successes: 0,
            held_until: None,
            halved: None,
        }
    }

    fn succeed(&mut self) {
        self.successes += 1;
        if self.successes >= SUCCESSES_A_STEP {
            self.successes = 0;
            self.at_once = (self.at_once + 1).min(self.most);
        }
    }

    fn again(&mut self, at: Instant, task: Task, model: &ModelState) {
        if !model.is_stopped {
            self.later.push((at, task));
        }
    }

    /// Pauses all requests for a while and halves the number of concurrent requests. Requests that were already
    /// running at the last pause do not count again.
    fn hold(&mut self, now: Instant, wait: Duration, begun: Instant) {
        let until = now + wait;
        self.held_until = Some(self.held_until.map_or(until, |held| held.max(until)));
        if self.halved.is_none_or(|halved| begun >= halved) {
            self.at_once = (self.at_once / 2).max(1);
            self.successes = 0;
            self.halved = Some(now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(number: usize, worst: u64) -> Task {
        Task {
            key: number.to_string(),
            question: number,
            model: 0,
            endpoint: 0,
            sample: 1,
            worst: Spent {
                tokens: worst,
                money: 0.0,
            },
            attempts: 0,
            begun: None,
        }
    }

    fn schedule(at_once: u16, tasks: usize, budget: Option<Budget>) -> Schedule {
        let tasks = (0..tasks).map(|number| task(number, 10)).collect();
        Schedule::new(&[at_once], &[false], budget, Spent::default(), tasks)
    }

    fn tokens(tokens: u64) -> Spent {
        Spent { tokens, money: 0.0 }
    }

    fn at_once(schedule: &Schedule) -> u16 {
        schedule.state().endpoints[0].at_once
    }

    #[test]
    fn too_many_halves_once_and_ten_successes_add_one() {
        let schedule = schedule(8, 40, None);
        let turns: Vec<Turn> = (0..8).map(|_| schedule.take(0).unwrap()).collect();
        for turn in turns {
            schedule.finish(turn, tokens(0), Ending::Held(Duration::ZERO));
        }
        assert_eq!(at_once(&schedule), 4);
        for _ in 0..20 {
            let turn = schedule.take(0).unwrap();
            schedule.finish(turn, tokens(0), Ending::Answered);
        }
        assert_eq!(at_once(&schedule), 6);
        let turn = schedule.take(0).unwrap();
        schedule.finish(
            turn,
            tokens(0),
            Ending::GivenUp {
                held: Some(Duration::ZERO),
                why: String::new(),
            },
        );
        assert_eq!(at_once(&schedule), 3);
    }

    #[test]
    fn an_endpoint_that_is_held_lets_nothing_begin() {
        let schedule = schedule(2, 4, None);
        let turn = schedule.take(0).unwrap();
        schedule.finish(turn, tokens(0), Ending::Held(Duration::from_hours(1)));
        let next = schedule.state().next(0, Instant::now());
        assert!(matches!(next, Next::Wait(Some(wait)) if wait > Duration::from_mins(59)));
        let later = Instant::now() + Duration::from_hours(1);
        assert!(matches!(schedule.state().next(0, later), Next::Take(task) if task.attempts == 1));
    }

    #[test]
    fn what_waits_keeps_its_place_until_its_model_has_answered() {
        let schedule = schedule(2, 9, None);
        let again = |schedule: &Schedule, ending| {
            let turn = schedule.take(0).unwrap();
            schedule.finish(turn, tokens(0), ending);
        };
        let begins = |schedule: &Schedule| {
            let next = schedule.state().next(0, Instant::now());
            matches!(next, Next::Take(_))
        };
        again(&schedule, Ending::Again(Duration::from_hours(1)));
        again(&schedule, Ending::Answered);
        again(&schedule, Ending::Again(Duration::from_hours(1)));
        assert!(begins(&schedule));
        let other = self::schedule(2, 9, None);
        again(&other, Ending::Again(Duration::from_hours(1)));
        again(&other, Ending::Again(Duration::from_hours(1)));
        assert!(!begins(&other));
    }

    #[test]
    fn a_budget_keeps_room_for_the_worst() {
        let schedule = schedule(8, 9, Some(Budget::Tokens(35)));
        let mut turns: Vec<Turn> = (0..3).map(|_| schedule.take(0).unwrap()).collect();
        let waits = |schedule: &Schedule| {
            matches!(schedule.state().next(0, Instant::now()), Next::Wait(None))
        };
        assert!(waits(&schedule));
        // Two of them use 3 of 10, so there is room for one more.
        for _ in 0..2 {
            schedule.finish(turns.pop().unwrap(), tokens(3), Ending::Answered);
        }
        turns.push(schedule.take(0).unwrap());
        assert!(waits(&schedule));
        for turn in turns {
            schedule.finish(turn, tokens(10), Ending::Answered);
        }
        assert!(schedule.take(0).is_none());
        assert!(schedule.ended().by_budget);
        assert_eq!(schedule.state().spent, tokens(26));
    }

    #[test]
    fn three_refused_in_a_row_stop_a_model_before_its_first_success() {
        let refuse = |schedule: &Schedule| {
            let turn = schedule.take(0).unwrap();
            schedule.finish(turn, tokens(0), Ending::Refused("no `top_k`".into()))
        };
        let one = schedule(1, 9, None);
        assert_eq!([refuse(&one), refuse(&one)], [None, None]);
        assert_eq!(refuse(&one).as_deref(), Some("no `top_k`"));
        assert!(one.take(0).is_none());
        let other = schedule(1, 9, None);
        refuse(&other);
        let turn = other.take(0).unwrap();
        other.finish(turn, tokens(0), Ending::Answered);
        assert_eq!(
            [refuse(&other), refuse(&other), refuse(&other)],
            [None, None, None]
        );
    }
}
