//! The second factor as people use it, with scripts and without: a pupil who loses the phone, and an organizer who needs
//! one.

use std::time::{SystemTime, UNIX_EPOCH};

use thirtyfour::Cookie;
use totp_rs::{Builder, Secret};

use crate::chrome::in_browser_on;
use crate::looks::look_at;
use crate::page::{PASSWORD, Page};
use crate::site::Site;

/// The code of an app in which somebody typed that secret, so many steps from now. Each is taken once.
/// One in the future may be up to 30 seconds old by the time that it is taken, one of the past would be refused.
fn code(typed: &str, step: i64) -> String {
    let secret = Secret::try_from_base32(typed.replace(' ', "")).unwrap();
    let app = Builder::new().with_secret(secret).build().unwrap();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let at = now.as_secs().checked_add_signed(30 * step).unwrap();
    app.generate(at).to_string()
}

/// Clicks what leads to another page, and waits for something that is there alone.
async fn go(page: &Page, css: &str, then: &str) {
    page.click(css).await;
    page.find(then).await;
}

/// Whether the browser runs scripts. Without them no picture of a page can be taken.
#[derive(Clone, Copy, PartialEq)]
enum Scripts {
    On,
    Off,
}

impl Scripts {
    async fn look_at(self, page: &Page, name: &str) {
        if self == Self::On {
            look_at(page, &format!("second-factor-{name}")).await;
        }
    }
}

/// Sets a factor up on its page; gives the secret and the recovery codes.
async fn set_up(page: &Page, scripts: Scripts) -> (String, Vec<String>) {
    page.type_into("#password", PASSWORD).await;
    go(page, "main form .button", "#secret").await;
    scripts.look_at(page, "begun").await;
    let secret = page.text("#secret").await;
    page.type_into("#code", "000000").await;
    go(page, "main form .button", "#code-error").await;
    assert_eq!(page.text("#secret").await, secret);
    page.type_into("#code", &code(&secret, 0)).await;
    go(page, "main form .button", "#codes").await;
    scripts.look_at(page, "codes").await;
    let codes = page.text("#codes").await;
    let codes: Vec<String> = codes.lines().map(|line| line.trim().to_owned()).collect();
    assert_eq!(codes.len(), 10);
    (secret, codes)
}

/// Makes the account of the first organizer; the cookies of that browser stay there.
async fn first_organizer(page: &Page) -> Vec<Cookie> {
    page.open(&page.site().opening).await;
    let name = page.find("#name").await;
    name.clear().await.unwrap();
    page.type_into("#name", "olga").await;
    page.type_into("#password", PASSWORD).await;
    go(page, "main form .button", ".me, #password").await;
    page.driver.get_all_cookies().await.unwrap()
}

async fn a_pupil_loses_the_phone(page: &Page, scripts: Scripts) {
    first_organizer(page).await;
    let olga = page.change_seats(Vec::new()).await;
    let ada = page.register("/account").await;
    go(page, "a[href='/account/second-factor']", "#password").await;
    let (secret, codes) = set_up(page, scripts).await;
    go(
        page,
        "main .actions a.button",
        "a[href='/account/second-factor']",
    )
    .await;

    // In another browser: the password, then the code; she comes where she wanted to go.
    page.change_seats(Vec::new()).await;
    page.sign_in(&ada, "/seasons").await;
    page.find("#code").await;
    scripts.look_at(page, "code").await;
    page.type_into("#code", "000 000").await;
    go(page, "main form .button", "#code-error").await;
    page.type_into("#code", &code(&secret, 1)).await;
    go(page, "main form .button", ".me").await;
    assert_eq!(page.path().await, "/seasons");

    // The phone is lost: a recovery code, which works once.
    page.change_seats(Vec::new()).await;
    page.sign_in(&ada, "/seasons").await;
    page.type_into("#code", &codes[0]).await;
    go(page, "main form .button", ".me").await;
    page.change_seats(Vec::new()).await;
    page.sign_in(&ada, "/seasons").await;
    page.type_into("#code", &codes[0]).await;
    go(page, "main form .button", "#code-error").await;

    // The codes, too: an organizer takes the factor off.
    let pupil = page.change_seats(olga).await;
    page.open(&format!("/people/@{ada}")).await;
    scripts.look_at(page, "member").await;
    go(page, "form[action$='/second-factor-off'] .button", ".flash").await;
    page.change_seats(pupil).await;
    page.sign_in(&ada, "/account").await;
    page.find(".me").await;
    assert_eq!(page.path().await, "/account");
}

async fn an_organizer_needs_one(page: &Page, scripts: Scripts) {
    first_organizer(page).await;
    page.open("/people").await;
    page.find("#password").await;
    assert_eq!(page.path().await, "/account/second-factor");
    scripts.look_at(page, "needed").await;
    let (secret, _) = set_up(page, scripts).await;
    go(page, "main .actions a.button", "a[href='/people/list']").await;
    assert_eq!(page.path().await, "/people");

    page.change_seats(Vec::new()).await;
    page.sign_in("olga", "/people").await;
    page.type_into("#code", &code(&secret, 1)).await;
    go(page, "main form .button", "a[href='/people/list']").await;
    // Her own page says where the factor is changed; there it is taken off, and she is led to it again.
    page.open("/account/second-factor").await;
    scripts.look_at(page, "on").await;
    page.type_into("#off_password", PASSWORD).await;
    go(page, "form[action$='/off'] .button", "#password").await;
    page.open("/people").await;
    page.find("#password").await;
    assert_eq!(page.path().await, "/account/second-factor");
}

fn required() -> std::sync::Arc<Site> {
    Site::empty_with(&["--staff-second-factor", "required"])
}

#[test]
fn a_pupil_who_lost_the_phone_comes_in_by_a_recovery_code_and_then_by_an_organizer() {
    in_browser_on(Site::empty, async |page| {
        a_pupil_loses_the_phone(page, Scripts::On).await;
    });
}

#[test]
fn a_pupil_who_lost_the_phone_comes_in_without_scripts() {
    in_browser_on(Site::empty, async |page| {
        page.without_scripts().await;
        a_pupil_loses_the_phone(page, Scripts::Off).await;
    });
}

#[test]
fn an_organizer_who_needs_a_second_factor_is_led_to_it() {
    in_browser_on(required, async |page| {
        an_organizer_needs_one(page, Scripts::On).await;
    });
}

#[test]
fn an_organizer_who_needs_a_second_factor_sets_it_up_without_scripts() {
    in_browser_on(required, async |page| {
        page.without_scripts().await;
        an_organizer_needs_one(page, Scripts::Off).await;
    });
}
