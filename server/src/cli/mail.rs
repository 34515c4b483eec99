//! Where `dojo serve` sends mails.

use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;

use crate::config::PublicUrl;
use crate::mail::{MailServer, SmtpUrl};

/// Options about mails.
#[derive(Debug, clap::Args)]
pub(super) struct MailArgs {
    /// The mail server that takes the site's mails, such as `smtps://dojo@mail.example` or `smtp://dojo@mail.example:587`,
    /// which has to offer STARTTLS unless it is this machine. Without it no mails are sent.
    #[arg(long, value_name = "URL", env = "DOJO_SMTP")]
    smtp: Option<String>,
    /// File with the password of the user at the mail server.
    #[arg(long, value_name = "FILE", env = "DOJO_SMTP_PASSWORD_FILE")]
    smtp_password_file: Option<PathBuf>,
    /// File with the certificate, in PEM, of who vouches for the mail server, where that is no public authority.
    #[arg(long, value_name = "FILE", env = "DOJO_SMTP_CA_FILE")]
    smtp_ca_file: Option<PathBuf>,
    /// Sender of the site's mails, such as `Dojo <dojo@dojo.example>`.
    #[arg(long, value_name = "ADDRESS", env = "DOJO_MAIL_FROM")]
    mail_from: Option<String>,
}

impl MailArgs {
    /// The mail server, if there is one.
    ///
    /// # Errors
    /// When what it needs is not there or cannot be used.
    pub(super) fn server(
        &self,
        public_url: Option<&PublicUrl>,
    ) -> anyhow::Result<Option<MailServer>> {
        let Some(url) = &self.smtp else {
            return Ok(None);
        };
        // Read here, since what is wrong with it may be the password in it, which nobody should print.
        let url: SmtpUrl = url
            .parse()
            .map_err(|why: String| anyhow::anyhow!("wrong value of --smtp: {why}"))?;
        // A link that follows what a request says of the site would lead wherever a stranger likes.
        let public_url = public_url.context("mails have links; say --public-url as well")?;
        let from = self.mail_from.as_ref();
        let from = from.context("mails have a sender; say --mail-from as well")?;
        let read = |file: &PathBuf| {
            fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
        };
        let password = self.smtp_password_file.as_ref().map(read).transpose()?;
        let password = password.map(|text| text.trim_end_matches(['\r', '\n']).to_owned());
        anyhow::ensure!(
            password.is_some() || !url.has_user(),
            "the mail server asks for a password; say --smtp-password-file as well"
        );
        let ca = self.smtp_ca_file.as_ref().map(read).transpose()?;
        let origin = public_url.origin.clone();
        MailServer::new(
            url,
            password,
            ca.as_deref().map(str::as_bytes),
            from,
            origin,
        )
        .map(Some)
        .map_err(anyhow::Error::msg)
        .context("cannot send mails")
    }
}
