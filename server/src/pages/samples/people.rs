//! Accounts.

use super::super::account::{
    AccountPage, CodePage, FactorState, LoginPage, NewToken, RegisterPage, ScopeView,
    SecondFactorPage, SessionRow, TokenRow,
};
use super::super::form::FieldErrors;
use super::super::mail::{
    AddressView, MailPage, OwnMail, RefusedView, UnsubscribePage, VerifyPage,
};
use super::super::providers::{
    ConnectedRow, LeavePage, NewFromProviderPage, ProviderFailedPage, ProviderView, WaysIn,
};
use super::super::shell::{Flash, FlashKind, Shell};
use super::{HOSTILE, hours_ago, render, signed_in, submission_rows, visitor};
use crate::html::TrustedHtml;

#[test]
fn register_refused() {
    let mut errors = FieldErrors::one("name", "Somebody has that name already.");
    errors.add("password", "Ten characters or more, please.");
    insta::assert_snapshot!(render(&RegisterPage {
        shell: visitor("/register"),
        name: HOSTILE.into(),
        display_name: String::new(),
        errors,
        next: "/seasons/demo".into(),
        password_min: 10,
        providers: vec![provider("school", false)],
    }));
}

#[test]
fn login() {
    insta::assert_snapshot!(render(&LoginPage {
        shell: visitor("/login"),
        name: String::new(),
        errors: FieldErrors::one("", "Name and password do not fit together."),
        next: String::new(),
        hint: Some("This is a demo.".into()),
        providers: vec![provider("school", false), provider("club", true)],
    }));
}

fn provider(name: &str, is_down: bool) -> ProviderView {
    ProviderView {
        name: name.into(),
        word: HOSTILE.into(),
        is_down,
    }
}

#[test]
fn providers() {
    insta::assert_snapshot!(render(&NewFromProviderPage {
        shell: visitor("/login/with/school/new"),
        provider: provider("school", false),
        name: "fox-17".into(),
        display_name: HOSTILE.into(),
        errors: FieldErrors::one("name", "Somebody has that name already."),
    }));
    insta::assert_snapshot!(render(&ProviderFailedPage {
        shell: visitor("/login/with/school/back"),
        title: HOSTILE.into(),
        message: HOSTILE.into(),
        organizers: vec![HOSTILE.into()],
        again: "/login".into(),
    }));
    insta::assert_snapshot!(render(&LeavePage {
        shell: signed_in("/account"),
        word: HOSTILE.into(),
        address: "https://login.school.example/?a=\"&b=<".into(),
    }));
}

#[test]
fn login_code() {
    insta::assert_snapshot!(render(&CodePage {
        shell: visitor("/login/code"),
        display_name: HOSTILE.into(),
        errors: FieldErrors::one("code", "This code is wrong."),
        next: "/seasons/demo".into(),
    }));
}

#[test]
fn second_factor() {
    let page = |state| {
        render(&SecondFactorPage {
            shell: signed_in("/account/second-factor"),
            is_needed: true,
            next: "/seasons/demo".into(),
            state,
            errors: FieldErrors::new(),
        })
    };
    insta::assert_snapshot!("second_factor_off", page(FactorState::Off));
    insta::assert_snapshot!(
        "second_factor_begun",
        page(FactorState::Begun {
            qr: TrustedHtml::default(),
            address: "otpauth://totp/Sequence%20Dojo:mallory".into(),
            typed: "GEZD GNBV".into(),
        })
    );
    insta::assert_snapshot!(
        "second_factor_made",
        page(FactorState::Made {
            codes: vec!["0123-4567-89ab-cdef".into()],
            is_new: true,
        })
    );
    insta::assert_snapshot!(
        "second_factor_on",
        page(FactorState::On {
            since: hours_ago(90),
            codes_left: 1,
        })
    );
}

#[test]
fn account() {
    let token = |id, label: &str, revoked_at| TokenRow {
        id,
        label: label.into(),
        created_at: hours_ago(40),
        last_used_at: None,
        revoked_at,
        scope: "submit",
        expires_at: None,
        works: revoked_at.is_none(),
    };
    let session = |code: &str, browser: &str| SessionRow {
        code: code.into(),
        browser: browser.into(),
        is_here: code == "here",
        created_at: hours_ago(30),
        last_seen_at: hours_ago(2),
    };
    insta::assert_snapshot!(render(&AccountPage {
        shell: Shell {
            flash: Some(Flash {
                kind: FlashKind::Done,
                text: "Saved.".into()
            }),
            ..signed_in("/account")
        },
        name: "mallory".into(),
        mail: OwnMail {
            sends_mail: true,
            refused: Some(HOSTILE.into()),
            present: Some(AddressView {
                address: "mallory@dojo.example".into(),
                is_verified: false,
                next: None,
                wants_answers: true,
                wants_announcements: false,
            }),
            typed: HOSTILE.into(),
        },
        display_name: HOSTILE.into(),
        is_private: true,
        role: "contestant".into(),
        created_at: hours_ago(400),
        second_factor_at: Some(hours_ago(90)),
        ways_in: WaysIn {
            has_password: true,
            connected: vec![ConnectedRow {
                id: 3,
                word: HOSTILE.into(),
                since: hours_ago(50),
            }],
            others: vec![provider("club", false)],
        },
        errors: FieldErrors::new(),
        password_min: 10,
        token_label: String::new(),
        new_token: Some(NewToken {
            label: HOSTILE.into(),
            secret: "dojo_0123456789abcdef".into()
        }),
        tokens: vec![token(2, HOSTILE, None), token(1, "old", Some(hours_ago(3)))],
        token_scopes: vec![
            ScopeView {
                word: "read",
                explained: "read",
                chosen: false,
            },
            ScopeView {
                word: "submit",
                explained: "read and submit",
                chosen: true,
            },
        ],
        token_last_day: String::new(),
        sessions: vec![session("here", "Firefox · Linux"), session("there", "")],
        submissions: submission_rows(),
        submissions_total: 105,
    }));
}

#[test]
fn mails() {
    insta::assert_snapshot!(render(&VerifyPage {
        shell: visitor("/link"),
        address: "/link/none".into(),
        name: "mallory".into(),
        mail: HOSTILE.into(),
    }));
    insta::assert_snapshot!(render(&UnsubscribePage {
        shell: visitor("/link"),
        address: "/link/none/no-answers".into(),
        is_announcements: false,
        done: false,
    }));
    let refused = |next_try_at| RefusedView {
        id: 7,
        kind: "verify",
        name: "mallory".into(),
        address: "mallory@dojo.example".into(),
        why: HOSTILE.into(),
        tries: 3,
        queued_at: hours_ago(5),
        next_try_at,
    };
    insta::assert_snapshot!(render(&MailPage {
        shell: signed_in("/people/mail"),
        sends_mail: true,
        waiting: 1,
        sent: 1200,
        total: 2,
        refused: vec![refused(None), refused(Some(hours_ago(1)))],
    }));
}
