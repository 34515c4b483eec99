//! Asks the questions whose answers a run's folder does not have yet; each request has its own thread.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use chrono::{SecondsFormat, Utc};
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use crate::client::{Answered, Client};
use crate::folder::{
    ANSWERS, ATTEMPTS, Answer, Attempt, Folder, FolderError, Known, Lines, Status,
};
use crate::prompt::{Filled, Prompt};
use crate::question::{Question, RowError};
use crate::retry::{Failure, FailureKind, LONGEST, MOST_ATTEMPTS, own_wait};
use crate::run::Run;
use crate::schedule::{Begun, Ending, Schedule, Task, Turn};
use crate::settings::{Endpoint, Model, Settings, SettingsError};
use crate::spending::{Budget, Spent, cost, estimated_tokens, tokens, usual_tokens, worst};

/// Why a run cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The settings cannot be used.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A problem cannot be asked.
    #[error(transparent)]
    Row(#[from] RowError),
}

/// Everything that a run asks.
pub struct Job<'a> {
    run: &'a Run,
    prompt: &'a Prompt,
    questions: &'a [Question],
    settings: Settings,
    models: Vec<(String, Model)>,
    endpoints: Vec<String>,
}

/// An answer that is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Its key.
    pub key: String,
    /// The problem.
    pub id: String,
}

/// The progress of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// The progress of each model, in the order of its name.
    pub models: Vec<ModelProgress>,
    /// The total spending since the beginning of the run.
    pub spent: Spent,
    /// How many answers have unknown usage or cost; `spent` contains their worst case.
    pub unknown: usize,
}

/// The progress of a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelProgress {
    /// Its name.
    pub model: String,
    /// How many answers are wanted.
    pub all: usize,
    /// How many answers exist.
    pub answered: usize,
    /// How many failed.
    pub failed: usize,
}

/// Receives the events of a run.
pub trait Watch: Sync {
    /// The progress has changed.
    fn progress(&self, progress: &Progress);
    /// A model is not asked any more; `words` are the server's.
    fn stopped(&self, model: &str, words: &str);
}

/// How a run ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// How far it is.
    pub progress: Progress,
    /// Whether somebody stopped it.
    pub interrupted: bool,
    /// Whether the next request did not fit into the budget.
    pub out_of_budget: bool,
}

impl Outcome {
    /// Whether every wanted answer exists.
    pub fn is_complete(&self) -> bool {
        let models = &self.progress.models;
        models.iter().all(|model| model.answered == model.all)
    }
}

/// An estimate of what a run would take.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// Requests.
    pub requests: usize,
    /// Tokens to be sent, estimated from the length.
    pub sent_tokens: u64,
    /// The most that can be used, without the answers of models that have no limit.
    pub most: Spent,
    /// Models whose answers have no limit.
    pub unlimited: Vec<String>,
    /// Models without a price.
    pub unpriced: Vec<String>,
}

/// Stops a run from outside: no new requests begin.
#[derive(Default)]
pub struct Stop(Mutex<(bool, Option<Arc<Schedule>>)>);

impl Stop {
    /// Ends the run.
    pub fn stop(&self) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.0 = true;
        if let Some(schedule) = &state.1 {
            schedule.stop();
        }
    }

    fn attach(&self, schedule: &Arc<Schedule>) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.0 {
            schedule.stop();
        }
        state.1 = Some(Arc::clone(schedule));
    }
}

impl<'a> Job<'a> {
    /// The job of a run. `settings` say how servers are reached.
    pub fn new(
        run: &'a Run,
        settings: Settings,
        prompt: &'a Prompt,
        questions: &'a [Question],
    ) -> Self {
        let models = settings.models.clone().into_iter().collect();
        let endpoints = settings.endpoints.keys().cloned().collect();
        Self {
            run,
            prompt,
            questions,
            settings,
            models,
            endpoints,
        }
    }

    /// All wanted answers.
    ///
    /// # Errors
    /// When a problem cannot be asked.
    pub fn wanted(&self) -> Result<Vec<Wanted>, RowError> {
        let tasks = self.tasks()?.into_iter();
        let wanted = tasks.map(|task| Wanted {
            id: self.questions[task.question].id.clone(),
            key: task.key,
        });
        Ok(wanted.collect())
    }

    /// The messages that are sent for a question.
    ///
    /// # Errors
    /// When the question cannot be asked.
    pub fn filled(&self, question: &Question) -> Result<Filled, RowError> {
        Ok(self.sent(question)?.filled)
    }

    /// All wanted answers: the first sample of everything comes before the second of anything.
    fn tasks(&self) -> Result<Vec<Task>, RowError> {
        let mut asked = Vec::with_capacity(self.questions.len());
        for question in self.questions {
            let sent = self.sent(question)?;
            let filled = format!("{:?} {}", sent.filled.system, sent.filled.user);
            let mut hash = Sha256::new();
            for part in [
                sent.filled.system.as_deref().unwrap_or_default(),
                &sent.filled.user,
            ]
            .into_iter()
            .chain(sent.images.iter().map(String::as_str))
            {
                hash_part(&mut hash, part);
            }
            asked.push((hex::encode(hash.finalize()), filled));
        }
        let models = self.models.iter();
        let parameters: Vec<String> = models.map(|(_, model)| parameters(model)).collect();
        let mut tasks = Vec::new();
        for sample in 1..=self.run.samples {
            for (question, (hash, text)) in asked.iter().enumerate() {
                for (at, (name, model)) in self.models.iter().enumerate() {
                    let id = &self.questions[question].id;
                    let endpoint = self.endpoints.binary_search(&model.endpoint);
                    tasks.push(Task {
                        key: self.key(id, hash, (name, model, &parameters[at]), sample),
                        question,
                        model: at,
                        endpoint: endpoint.expect("settings were checked"),
                        sample,
                        worst: worst(text, model.most_tokens(), model.price),
                        attempts: 0,
                        begun: None,
                    });
                }
            }
        }
        Ok(tasks)
    }

    /// The key of an answer: a hash of everything that decides what is asked, and of nothing else in the data set.
    fn key(
        &self,
        id: &str,
        sent: &str,
        (name, model, parameters): (&str, &Model, &str),
        sample: u32,
    ) -> String {
        let mut hash = Sha256::new();
        for part in [
            "dojo/model/answer/1",
            id,
            sent,
            &self.prompt.name.sha256,
            name,
            &model.name,
            &model.stream.to_string(),
            parameters,
            &sample.to_string(),
        ] {
            hash_part(&mut hash, part);
        }
        hex::encode(hash.finalize())
    }

    fn sent(&self, question: &Question) -> Result<Sent, RowError> {
        let images = match &self.run.images {
            Some(folder) => question.images(folder)?,
            None => Vec::new(),
        };
        Ok(Sent {
            filled: self.prompt.fill(question)?,
            images,
        })
    }

    /// An estimate for asking everything that is missing.
    ///
    /// # Errors
    /// When a problem cannot be asked.
    pub fn plan(&self, known: &Known) -> Result<Plan, AskError> {
        let mut plan = Plan::default();
        for task in self.tasks()? {
            if is_there(known, &task.key) {
                continue;
            }
            plan.requests += 1;
            plan.most += task.worst;
            let (_, model) = &self.models[task.model];
            let received = model.most_tokens().unwrap_or(0);
            plan.sent_tokens += usual_tokens(task.worst.tokens - received);
        }
        let names = |lacks: fn(&Model) -> bool| {
            let lacking = self.models.iter().filter(move |(_, model)| lacks(model));
            lacking.map(|(name, _)| name.clone()).collect()
        };
        plan.unlimited = names(|model| model.most_tokens().is_none());
        plan.unpriced = names(|model| model.price.is_none());
        Ok(plan)
    }

    /// Checks everything that can be known before the first request: problems, keys, certificates, and that the budget
    /// can be kept.
    ///
    /// # Errors
    /// When one of them makes asking impossible.
    pub fn check(&self, budget: Option<Budget>) -> Result<(), AskError> {
        self.tasks()?;
        self.check_budget(budget)?;
        self.clients()?;
        Ok(())
    }

    fn clients(&self) -> Result<Vec<Client>, SettingsError> {
        let endpoints = self.settings.endpoints.values();
        let client = |endpoint: &Endpoint| Client::new(endpoint, endpoint.key()?);
        endpoints.map(client).collect()
    }

    fn check_budget(&self, budget: Option<Budget>) -> Result<(), SettingsError> {
        let Some(budget) = budget else {
            return Ok(());
        };
        for (name, model) in &self.models {
            let lacks = if model.most_tokens().is_none() {
                "`max_completion_tokens` or `max_tokens` among its parameters"
            } else if model.price.is_none() && matches!(budget, Budget::Money(_)) {
                "a `price`"
            } else {
                continue;
            };
            return Err(SettingsError::Senseless(format!(
                "model `{name}` needs {lacks}, so that the budget can be kept"
            )));
        }
        Ok(())
    }

    /// Endpoints whose key is too short to be struck out wherever a server repeats it.
    ///
    /// # Errors
    /// When a key is missing.
    pub fn short_keys(&self) -> Result<Vec<&str>, SettingsError> {
        let mut short = Vec::new();
        for (name, endpoint) in &self.settings.endpoints {
            if endpoint.key()?.is_some_and(|key| key.is_short()) {
                short.push(name.as_str());
            }
        }
        Ok(short)
    }

    /// Asks what the folder does not have, and again what failed.
    ///
    /// # Errors
    /// When a file cannot be written, a key is missing, or a problem cannot be asked.
    pub fn ask(
        &self,
        folder: &Folder,
        budget: Option<Budget>,
        watch: &dyn Watch,
        stop: &Stop,
    ) -> Result<Outcome, AskError> {
        self.check_budget(budget)?;
        let clients = self.clients()?;
        let known = folder.known()?;
        let mut progress = Progress {
            models: (self.models.iter())
                .map(|(name, _)| ModelProgress {
                    model: name.clone(),
                    ..ModelProgress::default()
                })
                .collect(),
            spent: known.spent,
            unknown: 0,
        };
        let mut wanted = self.tasks()?;
        wanted.retain(|task| {
            let model = &mut progress.models[task.model];
            model.all += 1;
            model.answered += usize::from(is_there(&known, &task.key));
            !is_there(&known, &task.key)
        });
        // Failed questions come last, so that a run that is killed again and again does not repeat them each time.
        wanted.sort_by_key(|task| known.statuses.contains_key(&task.key));
        let at_once: Vec<u16> = self
            .settings
            .endpoints
            .values()
            .map(|one| one.at_once)
            .collect();
        let mut threads = vec![0_usize; at_once.len()];
        for task in &wanted {
            let most = usize::from(at_once[task.endpoint]);
            threads[task.endpoint] = most.min(threads[task.endpoint] + 1);
        }
        let answered_before = progress.models.iter().map(|model| model.answered > 0);
        let schedule = Arc::new(Schedule::new(
            &at_once,
            &answered_before.collect::<Vec<_>>(),
            budget,
            known.spent,
            wanted,
        ));
        stop.attach(&schedule);
        watch.progress(&progress);
        let asking = Asking {
            job: self,
            clients,
            schedule: &schedule,
            files: Mutex::new(Files {
                answers: folder.append(ANSWERS)?,
                attempts: folder.append(ATTEMPTS)?,
                progress,
                error: None,
            }),
            watch,
        };
        thread::scope(|scope| {
            for (endpoint, &count) in threads.iter().enumerate() {
                let asking = &asking;
                for _ in 0..count {
                    scope.spawn(move || asking.work(endpoint));
                }
            }
        });
        let files = asking.files.into_inner();
        let files = files.unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = files.error {
            return Err(error);
        }
        let ended = schedule.ended();
        Ok(Outcome {
            progress: files.progress,
            interrupted: ended.by_hand,
            out_of_budget: ended.by_budget,
        })
    }
}

/// The parameters of a model, by name.
fn parameters(model: &Model) -> String {
    let parameters: BTreeMap<&String, &Value> = model.parameters.iter().collect();
    serde_json::to_string(&parameters).expect("values of TOML are JSON")
}

fn is_there(known: &Known, key: &str) -> bool {
    let status = known.statuses.get(key);
    status.is_some_and(|status| *status != Status::Failed)
}

/// Each part is hashed with its length before it, so that different lists of parts never give the same input.
fn hash_part(hash: &mut Sha256, part: &str) {
    let length = u64::try_from(part.len()).expect("a length fits 64 bits");
    hash.update(length.to_be_bytes());
    hash.update(part);
}

/// The messages of a question.
struct Sent {
    filled: Filled,
    images: Vec<String>,
}

impl Sent {
    /// The body of a request.
    fn body(&self, model: &Model) -> String {
        let object = |pairs: Vec<(&str, Value)>| {
            let pairs = pairs
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value));
            Value::Object(pairs.collect())
        };
        let message =
            |role: &str, content: Value| object(vec![("role", role.into()), ("content", content)]);
        let mut messages = Vec::new();
        if let Some(system) = &self.filled.system {
            messages.push(message("system", system.as_str().into()));
        }
        let text = Value::from(self.filled.user.as_str());
        let content = if self.images.is_empty() {
            text
        } else {
            let images = self.images.iter().map(|url| {
                let address = object(vec![("url", url.as_str().into())]);
                object(vec![("type", "image_url".into()), ("image_url", address)])
            });
            let text = object(vec![("type", "text".into()), ("text", text)]);
            [text].into_iter().chain(images).collect()
        };
        messages.push(message("user", content));
        let mut body = Map::new();
        body.insert("model".into(), model.name.as_str().into());
        body.insert("messages".into(), messages.into());
        body.insert("stream".into(), model.stream.into());
        if model.stream && model.usage {
            let options = object(vec![("include_usage", true.into())]);
            body.insert("stream_options".into(), options);
        }
        body.extend(model.parameters.clone());
        Value::Object(body).to_string()
    }
}

/// The state that the threads of a run share.
struct Asking<'a> {
    job: &'a Job<'a>,
    clients: Vec<Client>,
    schedule: &'a Schedule,
    files: Mutex<Files>,
    watch: &'a dyn Watch,
}

struct Files {
    answers: Lines,
    attempts: Lines,
    progress: Progress,
    error: Option<AskError>,
}

impl Asking<'_> {
    fn work(&self, endpoint: usize) {
        while let Some(mut turn) = self.schedule.take(endpoint) {
            let begun = turn.task.begun.get_or_insert_with(|| Begun {
                instant: Instant::now(),
                at: now(),
            });
            let left = LONGEST.saturating_sub(begun.instant.elapsed());
            if let Err(error) = self.request(turn, left) {
                self.give_up(error);
            }
        }
    }

    /// Makes one request, and records its beginning, its result and its end.
    fn request(&self, turn: Turn, left: Duration) -> Result<(), AskError> {
        let task = &turn.task;
        let attempt = task.attempts + 1;
        let client = &self.clients[task.endpoint];
        let sent = self.job.sent(&self.job.questions[task.question])?;
        let (_, model) = &self.job.models[task.model];
        let body = sent.body(model);
        self.attempt(
            client,
            &Attempt::Begun {
                key: task.key.clone(),
                attempt,
                at: now(),
                worst: task.worst,
            },
        )?;
        let begun = Instant::now();
        let answered = client.ask(&body, left);
        let seconds = begun.elapsed().as_secs_f64();
        let mut ended = Ended::default();
        let answer = Answer {
            attempts: attempt,
            modality: if sent.images.is_empty() {
                "text"
            } else {
                "image"
            }
            .to_owned(),
            ..self.blank(task)
        };
        let (answer, ending) = match answered {
            Ok(answered) => {
                let answer = answered_with(answer, answered, seconds, model);
                ended.spent = spent(&answer, task, &body, model);
                (Some(answer), Ending::Answered)
            }
            Err(failure) => {
                let failure = Failure {
                    why: client.strike_out(&failure.why),
                    ..failure
                };
                if failure.kind == FailureKind::Broken {
                    ended.spent = task.worst;
                }
                ended.status = failure.status;
                ended.reason = Some(failure.why.clone());
                let ending = self.after(task, &failure);
                ended.wait = match &ending {
                    Ending::Again(wait) | Ending::Held(wait) => Some(*wait),
                    _ => None,
                };
                let failed = Answer {
                    status: Status::Failed,
                    error: Some(failure.why),
                    ..answer
                };
                (ended.wait.is_none().then_some(failed), ending)
            }
        };
        self.spend(ended.spent);
        if let Some(answer) = &answer {
            self.keep(client, answer, task.model)?;
        }
        self.attempt(
            client,
            &Attempt::Ended {
                key: task.key.clone(),
                attempt,
                at: now(),
                status: ended.status,
                reason: ended.reason,
                wait_seconds: ended.wait.map(|wait| wait.as_secs_f64()),
                spent: ended.spent,
            },
        )?;
        let at = task.model;
        if let Some(words) = self.schedule.finish(turn, ended.spent, ending) {
            self.watch.stopped(&self.job.models[at].0, &words);
        }
        Ok(())
    }

    /// The answer to a task before anything is known about it.
    fn blank(&self, task: &Task) -> Answer {
        Answer {
            key: task.key.clone(),
            id: self.job.questions[task.question].id.clone(),
            model: self.job.models[task.model].0.clone(),
            sample: task.sample,
            status: Status::Ok,
            solution: None,
            reasoning: None,
            finish_reason: None,
            refusal: None,
            error: None,
            usage: None,
            cost: None,
            seconds: None,
            first_token_seconds: None,
            attempts: 0,
            served_model: None,
            started_at: (task.begun.as_ref()).map_or_else(now, |begun| begun.at.clone()),
            modality: String::new(),
        }
    }

    /// How a failure affects the next requests.
    fn after(&self, task: &Task, failure: &Failure) -> Ending {
        match failure.kind {
            FailureKind::Refused => return Ending::Refused(failure.why.clone()),
            FailureKind::Misdirected => return Ending::Misdirected(failure.why.clone()),
            FailureKind::Broken | FailureKind::Unreached | FailureKind::TooMany => {}
        }
        let attempts = task.attempts + 1;
        let (_, model) = &self.job.models[task.model];
        let first = self.job.settings.endpoint_of(model).first_wait();
        let wait = failure
            .wait
            .unwrap_or_else(|| own_wait(attempts, first, rand::random()));
        if wait >= LONGEST {
            // All others would wait as long: a day's quota is used up, or an account has no money.
            let hours = wait.as_secs() / LONGEST.as_secs();
            let words = format!("{}; it wants no request for {hours} h", failure.why);
            return Ending::Misdirected(words);
        }
        let gone = (task.begun.as_ref()).map_or(Duration::ZERO, |begun| begun.instant.elapsed());
        let is_over = attempts >= MOST_ATTEMPTS || gone + wait >= LONGEST;
        match (failure.kind, is_over) {
            (FailureKind::TooMany, false) => Ending::Held(wait),
            (_, false) => Ending::Again(wait),
            (kind, true) => Ending::GivenUp {
                held: (kind == FailureKind::TooMany).then_some(wait),
                why: failure.why.clone(),
            },
        }
    }

    fn attempt(&self, client: &Client, attempt: &Attempt) -> Result<(), FolderError> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files
            .attempts
            .append(attempt, |line| client.strike_out(line))
    }

    /// Counts what a request used, also when it is tried again.
    fn spend(&self, spent: Spent) {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.progress.spent += spent;
    }

    /// Records an answer and reports the progress.
    fn keep(&self, client: &Client, answer: &Answer, model: usize) -> Result<(), FolderError> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files
            .answers
            .append(answer, |line| client.strike_out(line))?;
        let progress = &mut files.progress;
        let of_model = &mut progress.models[model];
        if answer.status == Status::Failed {
            of_model.failed += 1;
        } else {
            of_model.answered += 1;
            progress.unknown += usize::from(answer.cost.is_none());
        }
        self.watch.progress(progress);
        Ok(())
    }

    /// Nothing can be recorded any more, so nothing more is asked.
    fn give_up(&self, error: AskError) {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.error.get_or_insert(error);
        self.schedule.stop();
    }
}

/// What is written down as a request ends.
#[derive(Default)]
struct Ended {
    status: Option<u16>,
    reason: Option<String>,
    wait: Option<Duration>,
    spent: Spent,
}

fn answered_with(answer: Answer, answered: Answered, seconds: f64, model: &Model) -> Answer {
    let Answered {
        mut reply,
        first_token,
    } = answered;
    let solution = reply.solution();
    let some = |text: String| (!text.is_empty()).then_some(text);
    Answer {
        status: reply.status(&solution),
        solution: some(solution),
        reasoning: some(reply.reasoning),
        finish_reason: reply.finish_reason,
        refusal: some(reply.refusal),
        cost: reply
            .usage
            .as_ref()
            .and_then(|usage| cost(usage, model.price)),
        usage: reply.usage,
        seconds: Some(seconds),
        first_token_seconds: first_token.map(|time| time.as_secs_f64()),
        served_model: reply.served_model,
        ..answer
    }
}

/// The usage of an answer. If the server does not report it, the worst case, or an estimate from the length of the
/// text.
fn spent(answer: &Answer, task: &Task, body: &str, model: &Model) -> Spent {
    let received = [&answer.solution, &answer.reasoning];
    let received = received.into_iter().flatten();
    let received: u64 = received.map(|text| estimated_tokens(text)).sum();
    let estimated = worst(body, model.most_tokens().or(Some(received)), model.price);
    Spent {
        tokens: (answer.usage.as_ref())
            .and_then(tokens)
            .unwrap_or_else(|| task.worst.tokens.max(estimated.tokens)),
        money: (answer.cost).unwrap_or_else(|| task.worst.money.max(estimated.money)),
    }
}

/// The current time, in UTC.
fn now() -> String {
    Utc::now().to_rfc3339_opts(SecondsFormat::Millis, true)
}
