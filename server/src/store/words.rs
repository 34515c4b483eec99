//! The words that the database stores for states and roles. Each is defined only here; the schema lists the same
//! words, which `tests/it/schema.rs` checks.

use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::serialize::{self, Output, ToSql};
use diesel::sql_types::Text;
use dojo_judge::record::manifest;

/// Declares enums of words that the database stores as text.
macro_rules! stored {
    ($($(#[$doc:meta])* $name:ident($what:literal) { $($variants:tt)* })*) => {
        dojo_judge::words! {$(
            $(#[$doc])*
            #[derive(AsExpression, FromSqlRow)]
            #[diesel(sql_type = Text)]
            $name($what) { $($variants)* }
        )*}
        $(
        impl<DB: Backend> ToSql<Text, DB> for $name
        where
            str: ToSql<Text, DB>,
        {
            fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, DB>) -> serialize::Result {
                self.as_str().to_sql(out)
            }
        }

        impl<DB: Backend> FromSql<Text, DB> for $name
        where
            String: FromSql<Text, DB>,
        {
            fn from_sql(bytes: DB::RawValue<'_>) -> deserialize::Result<Self> {
                Ok(String::from_sql(bytes)?.parse()?)
            }
        }
        )*
    };
}

stored! {
    /// What a person may do (`docs/SPEC.md`, People).
    Role("role") {
        /// Submits.
        Contestant = "contestant",
        /// Writes problems.
        Setter = "setter",
        /// Runs seasons.
        Organizer = "organizer",
        /// Runs the platform.
        Admin = "admin",
    }

    /// What a token is for, as far as its owner may do it; each includes those before it.
    Scope("scope of a token") {
        /// Reads.
        Read = "read",
        /// Submits and asks questions.
        Submit = "submit",
        /// Keeps problems.
        Set = "set",
        /// Runs seasons.
        Organize = "organize",
    }

    /// State of a season (`docs/SPEC.md`, Season).
    SeasonState("state of a season") {
        /// Being prepared; seen by staff only.
        Draft = "draft",
        /// Announced; parameters are fixed.
        Scheduled = "scheduled",
        /// Accepts submissions.
        Open = "open",
        /// Accepts no more; scores become final.
        Frozen = "frozen",
        /// Setters' programs and hidden terms are public.
        Revealed = "revealed",
        /// Read-only.
        Final = "final",
        /// Called off.
        Cancelled = "cancelled",
    }

    /// State of a problem (`docs/SPEC.md`, Problem).
    ProblemState("state of a problem") {
        /// Being written.
        Draft = "draft",
        /// Its setter's program passed validation.
        Validated = "validated",
        /// Fixed.
        Committed = "committed",
        /// Out of the contest, 0 for everyone.
        Withdrawn = "withdrawn",
    }

    /// Where a package stands that a setter keeps on the server.
    DraftState("state of a package") {
        /// It is not valid yet.
        Draft = "draft",
        /// It is valid, for what it was held against.
        Validated = "validated",
        /// It has become a problem of a season.
        Committed = "committed",
    }

    /// When a problem that a setter hands in is committed.
    HandingIn("when handed in problems are committed") {
        /// At once.
        AtOnce = "at-once",
        /// When an organizer agrees.
        Agreed = "agreed",
    }

    /// Until when boards keep still, from the blackout or Freeze on.
    Boards("boards") {
        /// Until the bonuses are there.
        UntilScored = "until-scored",
        /// Until Reveal.
        UntilReveal = "until-reveal",
    }

    /// How hard the setter says a problem is.
    Difficulty("difficulty") {
        /// For a first try.
        Easy = "easy",
        /// Takes an idea.
        Medium = "medium",
        /// Takes several.
        Hard = "hard",
    }

    /// Where a submission stands.
    SubmissionState("state of a submission") {
        /// Waits for a judge.
        Queued = "queued",
        /// A judge has it.
        Running = "running",
        /// Has a judgement.
        Judged = "judged",
        /// The judge failed; it does not count as an attempt.
        Internal = "internal",
    }

    /// Where the judging of a submission stands, for the first time or again.
    JobState("state of a job") {
        /// Waits for a worker.
        Queued = "queued",
        /// A worker has it, until its lease runs out.
        Leased = "leased",
        /// Judged again; what is judged for the first time has no job any more.
        Done = "done",
        /// Could not be judged again.
        Failed = "failed",
    }

    /// Whether a submission takes part in the contest.
    SubmissionKind("kind of submission") {
        /// It does.
        Ranked = "ranked",
        /// Its author may see hidden terms, so it is judged and never ranked.
        Unranked = "unranked",
        /// It came after Reveal: judged, never ranked, and no part of the season's record.
        Practice = "practice",
    }

    /// What took a submission out of the contest.
    RulingKind("kind of ruling") {
        /// The organizer did.
        Disqualified = "disqualified",
        /// Its author did.
        Withdrawn = "withdrawn",
    }

    /// What a link with which people come in is for.
    LinkKind("kind of link") {
        /// Making the first organizer's account.
        Setup = "setup",
        /// Making an account by invitation.
        Invite = "invite",
        /// Choosing a password for an account that there is.
        Enter = "enter",
        /// The same, for whoever lost the password and gets it by mail.
        Reset = "reset",
        /// Showing that a mail address is one's own.
        Verify = "verify",
    }

    /// What a mail is for.
    MailKind("kind of mail") {
        /// A link for whoever lost a password.
        Reset = "reset",
        /// A link with which the address is verified.
        Verify = "verify",
        /// The answer to one's own question.
        Answer = "answer",
        /// An announcement.
        Announcement = "announcement",
    }

    /// What was done on the site: to accounts and links, to drafts, and by organizers to seasons.
    Deed("deed") {
        /// An account was made.
        Registered = "registered",
        /// An account was made from a list.
        Listed = "listed",
        /// A link to set up the site was made.
        SetupLinkMade = "setup-link-made",
        /// An invitation was made.
        InvitationMade = "invitation-made",
        /// An invitation was ended.
        InvitationEnded = "invitation-ended",
        /// A link for an account was made.
        EnterLinkMade = "enter-link-made",
        /// A password was chosen by a link.
        EnterLinkUsed = "enter-link-used",
        /// A link for whoever lost a password was mailed.
        ResetLinkMade = "reset-link-made",
        /// A mail address was set.
        MailSet = "mail-set",
        /// A link to verify a mail address was mailed.
        VerifyLinkMade = "verify-link-made",
        /// A mail address was verified.
        MailVerified = "mail-verified",
        /// A mail address was removed.
        MailRemoved = "mail-removed",
        /// Signing in takes a code as well.
        SecondFactorOn = "second-factor-on",
        /// Signing in takes the password alone.
        SecondFactorOff = "second-factor-off",
        /// New recovery codes took the place of the old ones.
        RecoveryCodesMade = "recovery-codes-made",
        /// Somebody signed in by a recovery code.
        RecoveryCodeUsed = "recovery-code-used",
        /// An account was made for a person of a provider.
        ProviderRegistered = "provider-registered",
        /// A person of a provider was connected with an account.
        ProviderConnected = "provider-connected",
        /// Signing in through a provider was taken off.
        ProviderDisconnected = "provider-disconnected",
        /// Somebody may do more or less than before.
        RoleChanged = "role-changed",
        /// The label of a person was changed.
        LabelChanged = "label-changed",
        /// An account was switched off.
        Disabled = "disabled",
        /// An account was switched on again.
        Enabled = "enabled",
        /// An account was deleted.
        Deleted = "deleted",
        /// A package was kept as a draft.
        DraftKept = "draft-kept",
        /// Another package took the place of a draft's.
        DraftReplaced = "draft-replaced",
        /// A draft was deleted.
        DraftDeleted = "draft-deleted",
        /// A draft became a problem of a season.
        HandedIn = "handed-in",
        /// A draft waits until an organizer agrees to it.
        HandInOffered = "hand-in-offered",
        /// A setter took a draft back that waited.
        HandInTakenBack = "hand-in-taken-back",
        /// An organizer agreed to a draft, which became a problem.
        HandInAgreed = "hand-in-agreed",
        /// An organizer sent a draft back with a note.
        HandInSentBack = "hand-in-sent-back",
        /// A season was made.
        SeasonMade = "season-made",
        /// A season was set up otherwise, or got other problems from its folder.
        SeasonChanged = "season-changed",
        /// The draft of a season was deleted.
        SeasonDeleted = "season-deleted",
        /// Problems of a season were committed.
        ProblemsCommitted = "problems-committed",
        /// A season takes problems of setters, or no longer.
        ProblemsTaken = "problems-taken",
        /// Problems of a draft were put in order or taken out.
        ProblemsArranged = "problems-arranged",
        /// A season went to its next state, or was called off.
        SeasonMoved = "season-moved",
        /// The bonuses of a season were computed.
        SeasonScored = "season-scored",
        /// The show of a season was started, stopped or continued.
        ShowDirected = "show-directed",
        /// Dates were moved that were announced.
        DatesMoved = "dates-moved",
        /// A problem was withdrawn.
        ProblemWithdrawn = "problem-withdrawn",
        /// The statement of a problem was corrected.
        ProblemCorrected = "problem-corrected",
        /// A problem was hidden.
        ProblemHeld = "problem-held",
        /// A hidden problem was shown again.
        ProblemReleased = "problem-released",
        /// A problem was replaced.
        ProblemReplaced = "problem-replaced",
        /// A submission or a person was put out of a season.
        PutOut = "put-out",
        /// A submission or a person was taken back into a season.
        TakenBack = "taken-back",
        /// Submissions were judged again.
        JudgedAgain = "judged-again",
        /// A rejudging was applied or thrown away.
        RejudgingDecided = "rejudging-decided",
        /// Somebody saw to an incident.
        IncidentSeen = "incident-seen",
        /// Something was told everybody or one person.
        Announced = "announced",
        /// A question was answered.
        QuestionAnswered = "question-answered",
    }

    /// Where a rejudging stands.
    RejudgeState("state of a rejudging") {
        /// Its submissions are being judged.
        Running = "running",
        /// All are judged; it waits for a decision.
        Ready = "ready",
        /// Its judgements count.
        Applied = "applied",
        /// Its judgements were thrown away.
        Discarded = "discarded",
    }
}

impl From<Boards> for manifest::Boards {
    fn from(boards: Boards) -> Self {
        match boards {
            Boards::UntilScored => Self::UntilScored,
            Boards::UntilReveal => Self::UntilReveal,
        }
    }
}

impl Role {
    /// They may hand in problems.
    pub fn sets_problems(self) -> bool {
        matches!(self, Self::Setter | Self::Organizer | Self::Admin)
    }

    /// Organizers and admins see what others see after Reveal, so they do not rank.
    pub fn sees_hidden_terms(self) -> bool {
        matches!(self, Self::Organizer | Self::Admin)
    }
}

#[cfg(test)]
mod tests {
    use std::fmt;
    use std::str::FromStr;

    use super::*;

    fn round_trip<T: Copy + PartialEq + fmt::Debug + fmt::Display + FromStr>(all: &[T])
    where
        T::Err: fmt::Debug,
    {
        for word in all {
            assert_eq!(word.to_string().parse::<T>().unwrap(), *word);
        }
    }

    #[test]
    fn every_word_reads_back() {
        round_trip(Role::ALL);
        round_trip(SeasonState::ALL);
        round_trip(ProblemState::ALL);
        round_trip(DraftState::ALL);
        round_trip(HandingIn::ALL);
        round_trip(Boards::ALL);
        round_trip(Difficulty::ALL);
        round_trip(SubmissionState::ALL);
        round_trip(JobState::ALL);
        round_trip(SubmissionKind::ALL);
        round_trip(RulingKind::ALL);
        round_trip(RejudgeState::ALL);
        assert_eq!(
            "root".parse::<Role>().unwrap_err().to_string(),
            "unknown role \"root\"; known: contestant, setter, organizer, admin"
        );
    }
}
