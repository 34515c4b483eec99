//! The tables for diesel; `tests/it/schema.rs` compares them with both databases.

#![allow(
    missing_docs,
    reason = "the columns are explained where rows are defined"
)]

diesel::table! {
    users (id) {
        id -> BigInt,
        name -> Text,
        name_key -> Text,
        display_name -> Text,
        password_hash -> Text,
        role -> Text,
        created_at -> Timestamp,
        is_private -> Bool,
        label -> Text,
        disabled_at -> Nullable<Timestamp>,
        last_seen_at -> Nullable<Timestamp>,
        operator -> Nullable<Text>,
        announcements_read -> BigInt,
        deleted_at -> Nullable<Timestamp>,
        second_factor_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    sessions (token_hash) {
        token_hash -> Text,
        user_id -> BigInt,
        csrf_token -> Text,
        created_at -> Timestamp,
        expires_at -> Timestamp,
        last_seen_at -> Timestamp,
        browser -> Text,
    }
}

diesel::table! {
    api_tokens (id) {
        id -> BigInt,
        user_id -> BigInt,
        label -> Text,
        token_hash -> Text,
        created_at -> Timestamp,
        last_used_at -> Nullable<Timestamp>,
        revoked_at -> Nullable<Timestamp>,
        scope -> Text,
        expires_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    seasons (id) {
        id -> BigInt,
        slug -> Text,
        title -> Text,
        summary -> Text,
        state -> Text,
        scoring_version -> Text,
        attempts_max -> Integer,
        attempt_interval_seconds -> Integer,
        runtime_digest -> Text,
        opens_at -> Nullable<Timestamp>,
        freeze_at -> Nullable<Timestamp>,
        freeze_started_at -> Nullable<Timestamp>,
        created_at -> Timestamp,
        blackout_at -> Nullable<Timestamp>,
        scored_at -> Nullable<Timestamp>,
        revealed_at -> Nullable<Timestamp>,
        finalized_at -> Nullable<Timestamp>,
        cancelled_at -> Nullable<Timestamp>,
        contest -> Text,
        settings -> Text,
        takes_problems -> Bool,
        judged_by -> Nullable<Text>,
        boards -> Text,
        reveals_at -> Nullable<Timestamp>,
        handing_in -> Text,
        passed -> Text,
    }
}

diesel::table! {
    problems (id) {
        id -> BigInt,
        season_id -> BigInt,
        slug -> Text,
        position -> Integer,
        title -> Text,
        statement -> Text,
        index_origin -> Nullable<BigInt>,
        tags -> Text,
        licence -> Text,
        known_as -> Nullable<Text>,
        difficulty -> Nullable<Text>,
        setter_id -> Nullable<BigInt>,
        setter_source -> Text,
        n_check -> Nullable<Integer>,
        n_stage -> Nullable<Integer>,
        n_public -> Nullable<Integer>,
        terms -> Nullable<Text>,
        terms_hash -> Nullable<Text>,
        state -> Text,
        created_at -> Timestamp,
        version -> Integer,
        definition -> Nullable<Text>,
        salt -> Nullable<Text>,
        commitment -> Nullable<Text>,
        committed_at -> Nullable<Timestamp>,
        verified_at -> Nullable<Timestamp>,
        validation -> Nullable<Text>,
        withdrawn_at -> Nullable<Timestamp>,
        withdrawn_reason -> Nullable<Text>,
        limits -> Nullable<Text>,
        held_reason -> Nullable<Text>,
        editorial -> Nullable<Text>,
    }
}

diesel::table! {
    drafts (id) {
        id -> BigInt,
        setter_id -> BigInt,
        slug -> Nullable<Text>,
        title -> Nullable<Text>,
        state -> Text,
        held_against -> Text,
        package -> Binary,
        report -> Text,
        created_at -> Timestamp,
        updated_at -> Timestamp,
        problem_id -> Nullable<BigInt>,
    }
}

diesel::table! {
    submissions (id) {
        id -> BigInt,
        problem_id -> BigInt,
        user_id -> BigInt,
        created_at -> Timestamp,
        source -> Binary,
        method_tag -> Text,
        notes -> Text,
        state -> Text,
        judgement_id -> Nullable<BigInt>,
        kind -> Text,
        carried_from -> Nullable<BigInt>,
    }
}

diesel::table! {
    judgements (id) {
        id -> BigInt,
        submission_id -> BigInt,
        runtime_digest -> Text,
        scoring_version -> Text,
        verdict -> Text,
        report -> Text,
        solver_hash -> Nullable<Text>,
        l_chars -> Nullable<Integer>,
        stage_pass -> Bool,
        reward_correct -> Bool,
        score -> Integer,
        wall_us -> BigInt,
        worker -> Text,
        judged_at -> Timestamp,
        contradiction -> Nullable<Text>,
        rejudge_id -> Nullable<BigInt>,
        details -> Text,
    }
}

diesel::table! {
    jobs (submission_id) {
        submission_id -> BigInt,
        state -> Text,
        worker -> Nullable<Text>,
        leased_until -> Nullable<Timestamp>,
        tries -> Integer,
        claims -> Integer,
        created_at -> Timestamp,
        ready_at -> Nullable<Timestamp>,
        round -> Integer,
        claimed_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    standings (problem_id, user_id) {
        problem_id -> BigInt,
        user_id -> BigInt,
        submission_id -> BigInt,
        score -> Integer,
        l_chars -> Nullable<Integer>,
        submitted_at -> Timestamp,
        solver_hash -> Text,
        reward_correct -> Bool,
        diversity_bonus -> Nullable<Integer>,
    }
}

diesel::table! {
    season_records (season_id) {
        season_id -> BigInt,
        manifest -> Text,
        manifest_hash -> Text,
        merkle_root -> Nullable<Text>,
        results_hash -> Nullable<Text>,
        seed -> Nullable<Text>,
    }
}

diesel::table! {
    log (season_id, seq) {
        season_id -> BigInt,
        seq -> BigInt,
        at -> Timestamp,
        kind -> Text,
        body -> Text,
        prev_hash -> Text,
        hash -> Text,
    }
}

diesel::table! {
    receipts (submission_id) {
        submission_id -> BigInt,
        season_id -> BigInt,
        submitted -> Text,
        leaf -> Text,
        log_seq -> BigInt,
    }
}

diesel::table! {
    rulings (submission_id) {
        submission_id -> BigInt,
        kind -> Text,
        reason -> Text,
        decided_by -> Nullable<BigInt>,
        decided_at -> Timestamp,
    }
}

diesel::table! {
    rejudges (id) {
        id -> BigInt,
        season_id -> BigInt,
        state -> Text,
        reason -> Text,
        filter -> Text,
        created_by -> Nullable<BigInt>,
        created_at -> Timestamp,
        decided_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    rejudgements (rejudge_id, submission_id) {
        rejudge_id -> BigInt,
        submission_id -> BigInt,
        state -> Text,
        worker -> Nullable<Text>,
        leased_until -> Nullable<Timestamp>,
        tries -> Integer,
        old_judgement_id -> Nullable<BigInt>,
        judgement -> Nullable<Text>,
        ready_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    incidents (id) {
        id -> BigInt,
        season_id -> BigInt,
        submission_id -> Nullable<BigInt>,
        what -> Text,
        happened_at -> Timestamp,
        resolved_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    method_tags (problem_id, tag) {
        problem_id -> BigInt,
        tag -> Text,
        first_submission_id -> BigInt,
        first_bonus -> Integer,
        shared_bonus -> Integer,
        users -> Integer,
    }
}

diesel::table! {
    season_totals (season_id, user_id) {
        season_id -> BigInt,
        user_id -> BigInt,
        total -> Integer,
        reward_count -> Integer,
        stage_count -> Integer,
        median_l_chars_twice -> Nullable<Integer>,
    }
}

diesel::table! {
    barred (season_id, user_id) {
        season_id -> BigInt,
        user_id -> BigInt,
        reason -> Text,
        decided_by -> Nullable<BigInt>,
        decided_at -> Timestamp,
    }
}

diesel::table! {
    sent (user_id, key_hash) {
        user_id -> BigInt,
        key_hash -> Text,
        submission_id -> BigInt,
    }
}

diesel::table! {
    counters (name) {
        name -> Text,
        value -> BigInt,
    }
}

diesel::table! {
    draft_versions (draft_id, number) {
        draft_id -> BigInt,
        number -> Integer,
        sent_at -> Timestamp,
        package -> Binary,
    }
}

diesel::table! {
    hand_ins (draft_id) {
        draft_id -> BigInt,
        season_id -> BigInt,
        handed_in_at -> Timestamp,
        sent_back_at -> Nullable<Timestamp>,
        note -> Nullable<Text>,
    }
}

diesel::table! {
    shows (season_id) {
        season_id -> BigInt,
        position_ms -> BigInt,
        since -> Nullable<Timestamp>,
        length_ms -> BigInt,
        passes -> Text,
    }
}

diesel::table! {
    links (id) {
        id -> BigInt,
        kind -> Text,
        secret_hash -> Text,
        user_id -> Nullable<BigInt>,
        role -> Text,
        label -> Text,
        uses -> Integer,
        uses_left -> Integer,
        expires_at -> Timestamp,
        made_by -> Text,
        created_at -> Timestamp,
    }
}

diesel::table! {
    audit (id) {
        id -> BigInt,
        at -> Timestamp,
        by_name -> Text,
        address -> Nullable<Text>,
        deed -> Text,
        subject -> Text,
        details -> Text,
    }
}

diesel::table! {
    practice_bests (problem_id, user_id) {
        problem_id -> BigInt,
        user_id -> BigInt,
        submission_id -> BigInt,
        score -> Integer,
        l_chars -> Nullable<Integer>,
        submitted_at -> Timestamp,
        reward_correct -> Bool,
    }
}

diesel::table! {
    outscored_solutions (problem_id, user_id) {
        problem_id -> BigInt,
        user_id -> BigInt,
        submission_id -> BigInt,
        score -> Integer,
        l_chars -> Integer,
        submitted_at -> Timestamp,
    }
}

diesel::table! {
    improvements (submission_id) {
        submission_id -> BigInt,
        problem_id -> BigInt,
        user_id -> BigInt,
        l_chars -> Integer,
        holder_id -> BigInt,
        holder_l_chars -> Integer,
        improved_at -> Timestamp,
    }
}

diesel::table! {
    daily_solves (day, solver) {
        day -> Text,
        solver -> Text,
        user_id -> Nullable<BigInt>,
        l_chars -> Integer,
        solved_at -> Timestamp,
    }
}

diesel::table! {
    questions (id) {
        id -> BigInt,
        season_id -> BigInt,
        problem -> Nullable<Text>,
        asker_id -> BigInt,
        text -> Text,
        asked_at -> Timestamp,
        draft -> Text,
        drafted_by -> Nullable<Text>,
        answering_by -> Nullable<Text>,
        answering_at -> Nullable<Timestamp>,
        answered_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    announcements (id) {
        id -> BigInt,
        season_id -> Nullable<BigInt>,
        problem -> Nullable<Text>,
        to_id -> Nullable<BigInt>,
        question_id -> Nullable<BigInt>,
        text -> Text,
        made_by -> Text,
        made_at -> Timestamp,
        tells_holding -> Bool,
    }
}

diesel::table! {
    corrections (id) {
        id -> BigInt,
        problem_id -> BigInt,
        text -> Text,
        made_at -> Timestamp,
    }
}

diesel::table! {
    transcripts (submission_id) {
        submission_id -> BigInt,
        transcript -> Text,
        published_at -> Timestamp,
    }
}

diesel::table! {
    mail_addresses (user_id) {
        user_id -> BigInt,
        address -> Text,
        verified_at -> Nullable<Timestamp>,
        wants_answers -> Bool,
        wants_announcements -> Bool,
        unsubscribe_code -> Text,
        next_address -> Nullable<Text>,
    }
}

diesel::table! {
    second_factors (user_id) {
        user_id -> BigInt,
        sealed_secret -> Binary,
        made_at -> Timestamp,
        last_step -> BigInt,
    }
}

diesel::table! {
    mails (id) {
        id -> BigInt,
        kind -> Text,
        typed_name -> Nullable<Text>,
        asked_from -> Nullable<Text>,
        user_id -> Nullable<BigInt>,
        announcement_id -> Nullable<BigInt>,
        queued_at -> Timestamp,
        next_try_at -> Nullable<Timestamp>,
        tries -> Integer,
        sent_at -> Nullable<Timestamp>,
        refusal -> Nullable<Text>,
    }
}

diesel::table! {
    recovery_codes (code_hash) {
        code_hash -> Text,
        user_id -> BigInt,
    }
}

diesel::table! {
    sign_ins (token_hash) {
        token_hash -> Text,
        user_id -> BigInt,
        expires_at -> Timestamp,
    }
}

diesel::table! {
    identities (id) {
        id -> BigInt,
        user_id -> BigInt,
        issuer -> Text,
        subject -> Text,
        created_at -> Timestamp,
    }
}

diesel::table! {
    provider_passes (token_hash) {
        token_hash -> Text,
        user_id -> Nullable<BigInt>,
        issuer -> Text,
        subject -> Nullable<Text>,
        expires_at -> Timestamp,
    }
}

diesel::joinable!(sessions -> users (user_id));
diesel::joinable!(identities -> users (user_id));
diesel::joinable!(sign_ins -> users (user_id));
diesel::joinable!(api_tokens -> users (user_id));
diesel::joinable!(problems -> seasons (season_id));
diesel::joinable!(drafts -> users (setter_id));
diesel::joinable!(hand_ins -> seasons (season_id));
diesel::joinable!(hand_ins -> drafts (draft_id));
diesel::joinable!(submissions -> problems (problem_id));
diesel::joinable!(submissions -> users (user_id));
diesel::joinable!(jobs -> submissions (submission_id));
diesel::joinable!(standings -> problems (problem_id));
diesel::joinable!(standings -> users (user_id));
diesel::joinable!(receipts -> submissions (submission_id));
diesel::joinable!(rulings -> submissions (submission_id));
diesel::joinable!(rejudgements -> rejudges (rejudge_id));
diesel::joinable!(rejudgements -> submissions (submission_id));
diesel::joinable!(season_totals -> users (user_id));
diesel::joinable!(barred -> seasons (season_id));
diesel::joinable!(method_tags -> problems (problem_id));
diesel::joinable!(shows -> seasons (season_id));
diesel::joinable!(practice_bests -> problems (problem_id));
diesel::joinable!(practice_bests -> users (user_id));
diesel::joinable!(outscored_solutions -> problems (problem_id));
diesel::joinable!(outscored_solutions -> users (user_id));
diesel::joinable!(improvements -> problems (problem_id));
diesel::joinable!(improvements -> users (user_id));
diesel::joinable!(questions -> users (asker_id));
diesel::joinable!(announcements -> seasons (season_id));
diesel::joinable!(announcements -> questions (question_id));
diesel::joinable!(mail_addresses -> users (user_id));
diesel::joinable!(mails -> users (user_id));

diesel::allow_tables_to_appear_in_same_query!(
    users,
    sessions,
    identities,
    sign_ins,
    api_tokens,
    seasons,
    problems,
    drafts,
    draft_versions,
    hand_ins,
    submissions,
    judgements,
    jobs,
    standings,
    season_records,
    log,
    receipts,
    rulings,
    rejudges,
    rejudgements,
    incidents,
    method_tags,
    season_totals,
    barred,
    sent,
    counters,
    shows,
    links,
    audit,
    practice_bests,
    outscored_solutions,
    improvements,
    daily_solves,
    questions,
    announcements,
    corrections,
    transcripts,
    mail_addresses,
    mails,
);
