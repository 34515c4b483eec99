//! `dojo login` and `dojo logout`.

use std::io::{self, BufRead as _, IsTerminal as _};
use std::process::ExitCode;

use anyhow::{Context as _, bail};

use super::login::Login;
use super::{Client, text};
use crate::cli::data_folder::say;
use crate::config::PublicUrl;

/// Options of `dojo login`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct LoginArgs {
    /// Address of the server, as in `https://dojo.example`.
    #[arg(env = "DOJO_URL")]
    url: PublicUrl,
}

/// Takes a token from `DOJO_TOKEN` or standard input, tries it, and keeps it.
pub(in crate::cli) fn login(args: LoginArgs) -> anyhow::Result<ExitCode> {
    let url = args.url.origin;
    let token = match std::env::var("DOJO_TOKEN") {
        Ok(token) if !token.is_empty() => token,
        _ => ask(&url)?,
    };
    if !is_private(&url) {
        eprintln!("warning: {url} is not https, so others on the way can read your token");
    }
    let login = Login {
        url,
        token: Some(token),
    };
    let client = Client::new(login);
    let me = client.get("/me")?;
    let path = client.login.keep()?;
    say(&format!(
        "{}: signed in as {} ({}); the token is in {}",
        client.login.url,
        text(&me["name"]),
        text(&me["role"]),
        path.display()
    ))?;
    Ok(ExitCode::SUCCESS)
}

fn ask(url: &str) -> anyhow::Result<String> {
    let line = if io::stdin().is_terminal() {
        let prompt = format!("Make a token on {url}/account and paste it here (it is not shown): ");
        rpassword::prompt_password(prompt)
    } else {
        let mut line = String::new();
        io::stdin().lock().read_line(&mut line).map(|_| line)
    }
    .context("cannot read the token")?;
    let token = line.trim();
    let plain = token.bytes().all(|byte| byte.is_ascii_graphic());
    if token.is_empty() || !plain {
        bail!("this is no token: it is made on {url}/account and begins with dojo_");
    }
    Ok(token.to_owned())
}

/// Nobody on the way reads what is sent there.
fn is_private(url: &str) -> bool {
    let host = url.strip_prefix("http://").unwrap_or_default();
    let local = ["localhost", "127.0.0.1", "[::1]"];
    url.starts_with("https://")
        || local.iter().any(|name| {
            let rest = host.strip_prefix(name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
        })
}

/// Forgets server and token.
pub(in crate::cli) fn logout() -> anyhow::Result<ExitCode> {
    say(if Login::forget()? {
        "The token is forgotten here. It works until you revoke it on your account page."
    } else {
        "You were not logged in."
    })?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_https_and_this_machine_are_private() {
        for url in [
            "https://dojo.example",
            "http://localhost",
            "http://127.0.0.1:8080",
            "http://[::1]:80",
        ] {
            assert!(is_private(url), "{url}");
        }
        for url in ["http://dojo.example", "http://localhost.evil.example"] {
            assert!(!is_private(url), "{url}");
        }
    }
}
