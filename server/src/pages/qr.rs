//! An address as a QR code.

use std::fmt::Write as _;

use qrcode::{Color, EcLevel, QrCode};

use crate::html::TrustedHtml;

/// Modules of white around it that readers need.
const QUIET: usize = 4;

/// The square as SVG; nothing for a text that is too long for one.
pub fn qr(text: &str) -> TrustedHtml {
    let Ok(code) = QrCode::with_error_correction_level(text, EcLevel::M) else {
        return TrustedHtml::default();
    };
    let (width, colors) = (code.width(), code.to_colors());
    let mut path = String::new();
    for (y, row) in colors.chunks(width).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|a, b| a == b) {
            if run.first() == Some(&Color::Dark) {
                let n = run.len();
                write!(path, "M{} {}h{n}v1h-{n}z", x + QUIET, y + QUIET)
                    .expect("a string takes whatever is written to it");
            }
            x += run.len();
        }
    }
    let side = width + 2 * QUIET;
    TrustedHtml::vouch(format!(
        "<svg class=\"qr\" viewBox=\"0 0 {side} {side}\" aria-hidden=\"true\"><path class=\"qr-paper\" d=\"M0 0h{side}v{side}H0z\"/><path d=\"{path}\"/></svg>"
    ))
}
