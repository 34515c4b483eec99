//! The tables as diesel sees them; `tests/it/schema.rs` holds them against both databases.

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
        n_check -> Integer,
        n_stage -> Integer,
        n_public -> Integer,
        fuel_limit -> BigInt,
        memory_limit_bytes -> BigInt,
        output_limit_bytes -> Integer,
        max_term_digits -> Integer,
        attempts_max -> Integer,
        attempt_interval_seconds -> Integer,
        runtime_digest -> Text,
        opens_at -> Nullable<Timestamp>,
        freeze_at -> Nullable<Timestamp>,
        freeze_started_at -> Nullable<Timestamp>,
        created_at -> Timestamp,
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
        index_origin -> BigInt,
        tags -> Text,
        licence -> Text,
        known_as -> Nullable<Text>,
        difficulty -> Nullable<Text>,
        setter_id -> Nullable<BigInt>,
        setter_source -> Text,
        n_check -> Integer,
        n_stage -> Integer,
        n_public -> Integer,
        terms -> Text,
        terms_hash -> Text,
        state -> Text,
        created_at -> Timestamp,
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
        l_chars -> Integer,
        stage_pass -> Bool,
        reward_correct -> Bool,
        terms_matched -> Integer,
        fuel -> BigInt,
        peak_memory_bytes -> BigInt,
        brevity_bonus -> Integer,
        score -> Integer,
        wall_us -> BigInt,
        worker -> Text,
        judged_at -> Timestamp,
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
    }
}

diesel::table! {
    standings (problem_id, user_id) {
        problem_id -> BigInt,
        user_id -> BigInt,
        submission_id -> BigInt,
        score -> Integer,
        l_chars -> Integer,
        submitted_at -> Timestamp,
        solver_hash -> Text,
        reward_correct -> Bool,
    }
}

diesel::joinable!(sessions -> users (user_id));
diesel::joinable!(api_tokens -> users (user_id));
diesel::joinable!(problems -> seasons (season_id));
diesel::joinable!(submissions -> problems (problem_id));
diesel::joinable!(submissions -> users (user_id));
diesel::joinable!(jobs -> submissions (submission_id));
diesel::joinable!(standings -> problems (problem_id));
diesel::joinable!(standings -> users (user_id));

diesel::allow_tables_to_appear_in_same_query!(
    users,
    sessions,
    api_tokens,
    seasons,
    problems,
    submissions,
    judgements,
    jobs,
    standings,
);
