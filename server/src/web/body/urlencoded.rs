//! Decodes `application/x-www-form-urlencoded` forms byte for byte: invalid UTF-8 is kept as it is.

/// The fields of a form with their names, in order.
pub(super) fn fields(body: &[u8]) -> impl Iterator<Item = (Vec<u8>, Vec<u8>)> {
    body.split(|byte| *byte == b'&').map(|pair| {
        let (name, value) = match pair.iter().position(|byte| *byte == b'=') {
            Some(at) => pair.split_at(at),
            None => (pair, &[][..]),
        };
        let value = percent_decoded(value.get(1..).unwrap_or_default());
        (percent_decoded(name), value)
    })
}

/// Decodes `+` and `%XX`. A `%` that no two hexadecimal digits follow stands for itself, as in browsers.
fn percent_decoded(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [first, tail @ ..] = rest {
        rest = tail;
        match (first, tail) {
            (b'+', _) => out.push(b' '),
            (b'%', [high, low, after @ ..]) => match (hex_digit(*high), hex_digit(*low)) {
                (Some(high), Some(low)) => {
                    out.push(high << 4 | low);
                    rest = after;
                }
                _ => out.push(b'%'),
            },
            _ => out.push(*first),
        }
    }
    out
}

fn hex_digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_form_gives_back_every_byte() {
        let all: Vec<u8> = (0..=255).collect();
        let encoded = all.iter().map(|byte| format!("%{byte:02X}"));
        let encoded = encoded.collect::<Vec<_>>().concat();
        let body = format!("source={encoded}&notes=a+b%2B&method_tag");
        let fields: Vec<_> = fields(body.as_bytes()).collect();
        assert_eq!(
            fields,
            [
                (b"source".to_vec(), all),
                (b"notes".to_vec(), b"a b+".to_vec()),
                (b"method_tag".to_vec(), Vec::new()),
            ]
        );
    }

    #[test]
    fn a_percent_sign_alone_stands_for_itself() {
        assert_eq!(percent_decoded(b"100%"), b"100%");
        assert_eq!(percent_decoded(b"%zz%4"), b"%zz%4");
        assert_eq!(percent_decoded(b"n%%2=%3D"), b"n%%2==");
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_form_and_encoded_ones_come_back(bytes: Vec<u8>) {
            let _ = fields(&bytes).count();
            let encoded = bytes.iter().map(|byte| format!("%{byte:02x}"));
            prop_assert_eq!(percent_decoded(encoded.collect::<Vec<_>>().concat().as_bytes()), bytes);
        }
    }
}
