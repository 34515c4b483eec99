//! Mail as people meet it: an address, and a password that was lost.

use crate::chrome::in_browser_on;
use crate::looks::look_at;
use crate::mail_stub::MailStub;
use crate::page::Page;
use crate::site::Site;

const OTHER_PASSWORD: &str = "another horse battery";

/// Looks at a page, which takes scripts.
async fn look(page: &Page, scripts: bool, name: &str) {
    if scripts {
        look_at(page, name).await;
    }
}

/// Gives an address and verifies it by the first mail.
async fn give_address(page: &Page, stub: &MailStub, scripts: bool) {
    page.open("/account").await;
    page.type_into("#mail_address", "pupil@school.example")
        .await;
    page.type_into("#mail_password", "correct horse battery")
        .await;
    look(page, scripts, "account-mail").await;
    page.click("form[action='/account/mail'] .button").await;
    let flash = page.text(".flash").await;
    assert!(flash.contains("A link is on its way"), "{flash}");
    look(page, scripts, "account-mail-unverified").await;
    page.open(&stub.await_number(1).link()).await;
    assert!(page.text("main").await.contains("pupil@school.example"));
    look(page, scripts, "verify").await;
    page.click("main .button").await;
    page.find("main .verdict.v-good").await;
}

/// Signs out, loses the password, gets in by the second mail.
async fn get_in_again(page: &Page, stub: &MailStub, name: &str, scripts: bool) {
    page.click(".who form button").await;
    page.click(".who a[href^='/login']").await;
    page.click("main a[href='/forgot']").await;
    page.type_into("#name", name).await;
    look(page, scripts, "forgot").await;
    page.click("form[action='/forgot'] .button").await;
    let told = page.text("[role='status']").await;
    assert!(told.contains("a link is on its way there"), "{told}");
    look(page, scripts, "forgot-asked").await;
    page.open(&stub.await_number(2).link()).await;
    page.type_into("#password", OTHER_PASSWORD).await;
    page.click("main .button").await;
    page.find("a.me").await;
    page.open("/account").await;
    assert!(page.text("main").await.contains("pupil@school.example"));
}

#[test]
fn a_pupil_who_lost_the_password_gets_in_by_mail() {
    let stub = MailStub::start();
    in_browser_on(
        || Site::mailing(stub.port()),
        async |page| {
            let name = page.register("/").await;
            give_address(page, &stub, true).await;
            get_in_again(page, &stub, &name, true).await;
        },
    );
}

#[test]
fn so_does_one_whose_browser_runs_no_scripts() {
    let stub = MailStub::start();
    in_browser_on(
        || Site::mailing(stub.port()),
        async |page| {
            page.without_scripts().await;
            let name = page.register("/").await;
            give_address(page, &stub, false).await;
            get_in_again(page, &stub, &name, false).await;
        },
    );
}
