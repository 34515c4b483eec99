//! Signing in through a provider as people meet it: somebody new, somebody who comes back, and an account that is connected.

use crate::chrome::in_browser_on;
use crate::looks::look_at;
use crate::page::Page;
use crate::provider_stub::{Mood, ProviderStub};
use crate::site::Site;

const BUTTON: &str = "main a[href^='/login/with/school']";

/// Looks at a page, which takes scripts.
async fn look(page: &Page, scripts: bool, name: &str) {
    if scripts {
        look_at(page, &format!("provider-{name}")).await;
    }
}

async fn sign_out(page: &Page) {
    page.click(".who form button").await;
    page.find(".who a[href^='/login']").await;
}

async fn walk(page: &Page, stub: &ProviderStub, scripts: bool) {
    let name = page.register("/").await;
    sign_out(page).await;

    // Somebody new chooses a name, and is known from then on.
    page.open("/login?next=/seasons").await;
    look(page, scripts, "sign-in").await;
    page.click(BUTTON).await;
    page.find("form[action$='/new']").await;
    look(page, scripts, "new").await;
    page.type_into("#display_name", "Sam of 10b").await;
    page.click("main form .button").await;
    assert_eq!(page.text("a.me").await, "Sam of 10b");
    assert_eq!(page.path().await, "/seasons");
    page.open("/account").await;
    look(page, scripts, "account-without-password").await;
    sign_out(page).await;
    page.open("/login").await;
    page.click(BUTTON).await;
    assert_eq!(page.text("a.me").await, "Sam of 10b");
    sign_out(page).await;

    // An account that there is gets connected after its password, and disconnected.
    stub.names("subject-2");
    page.open("/login?next=/account").await;
    page.type_into("#name", &name).await;
    page.type_into("#password", "correct horse battery").await;
    page.click("main form .button").await;
    page.type_into("#connect_password", "correct horse battery")
        .await;
    look(page, scripts, "account").await;
    page.click("button[formaction='/account/connect/school']")
        .await;
    page.find("form[action^='/account/connected/']").await;
    look(page, scripts, "account-connected").await;
    sign_out(page).await;
    page.open("/login").await;
    page.click(BUTTON).await;
    let shown = page.text("a.me").await;
    assert!(shown.contains(&name), "{shown}");
    page.open("/account").await;
    page.click("form[action^='/account/connected/'] .button")
        .await;
    page.find("#connect_password").await;
    assert!(page.text(".flash").await.contains("Disconnected"));
    sign_out(page).await;
    page.open("/login").await;
    page.click(BUTTON).await;
    page.find("form[action$='/new']").await;

    // Who says no over there reads why nothing happened.
    stub.mood(Mood::Error("access_denied"));
    page.open("/login").await;
    page.click(BUTTON).await;
    let told = page.text("main [role='alert']").await;
    assert!(told.contains("was not allowed to tell us"), "{told}");
    look(page, scripts, "refused").await;
}

fn in_browser_with(scripts: bool) {
    let stub = ProviderStub::start();
    let folder = tempfile::tempdir().unwrap();
    in_browser_on(
        || Site::with_provider(&stub.issuer(), folder.path()),
        async |page| {
            if !scripts {
                page.without_scripts().await;
            }
            walk(page, &stub, scripts).await;
        },
    );
}

#[test]
fn people_come_in_through_a_provider() {
    in_browser_with(true);
}

#[test]
fn people_come_in_through_a_provider_without_scripts() {
    in_browser_with(false);
}
