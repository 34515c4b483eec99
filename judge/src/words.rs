//! Enums of words: the fixed texts in records, season files and the database. Each word is defined once, and an error
//! for an unknown word lists the known ones.

/// A text that is not one of the expected words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what} {text:?}; known: {known}")]
pub struct UnknownWord {
    what: &'static str,
    text: String,
    /// The known words, with commas between them.
    known: String,
}

impl UnknownWord {
    /// The text is not one of the `known` words for a `what`.
    pub fn new<'a>(
        what: &'static str,
        text: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        Self {
            what,
            text: text.to_owned(),
            known: known.join(", "),
        }
    }
}

/// Declares enums of words. Each is followed by its name in errors.
#[macro_export]
macro_rules! words {
    ($($(#[$meta:meta])* $name:ident($what:literal) {
        $($(#[$variant_meta:meta])* $variant:ident = $word:literal,)*
    })*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$variant_meta])* $variant,)* }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The word.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::words::UnknownWord;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($word => Ok(Self::$variant),)*
                    _ => Err($crate::words::UnknownWord::new($what, text, [$($word),*])),
                }
            }
        }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <String as ::serde::Deserialize>::deserialize(deserializer)?
                    .parse()
                    .map_err(::serde::de::Error::custom)
            }
        }
    )*};
}

#[cfg(test)]
mod tests {
    use crate::sequence::ScoringVersion;

    #[test]
    fn every_word_reads_back_and_no_other_text_does() {
        for version in ScoringVersion::ALL {
            assert_eq!(version.to_string().parse(), Ok(*version));
            let json = serde_json::to_string(version).unwrap();
            assert_eq!(
                serde_json::from_str::<ScoringVersion>(&json).unwrap(),
                *version
            );
        }
        assert_eq!(
            "7".parse::<ScoringVersion>().unwrap_err().to_string(),
            "unknown scoring version \"7\"; known: 0.1, 0.2, 0.3"
        );
        assert!(serde_json::from_str::<ScoringVersion>("\"V0_1\"").is_err());
    }
}
