register-explained = A name and a password are enough. Your submissions, your place on the boards and your API tokens belong to this account.
register-name-hint = You sign in with it. Letters, digits, hyphen and underscore.
register-display-name-hint = The name on the boards. It may be a pseudonym, and you can change it.
register-password-hint = At least { $n } characters.
register-login = Already registered? <a href="{ $address }">Sign in</a>
register-name-taken = This name is taken. Choose another one.
register-name-form = Use 2 to 32 letters (a–z, A–Z), digits, hyphens and underscores, beginning with a letter or digit.
register-name-reserved = This name is reserved. Choose another one.
register-display-name-empty = Give a name that others will see.
register-display-name-long = At most { $n } characters.
register-display-name-invisible = Leave out control characters and invisible ones.
register-password-short = Use at least { $n } characters.
register-password-long = Use at most { $n } bytes.
register-password-name = Choose one that is harder to guess: not your name.
register-password-common = This is among the passwords that are tried first. Take a few words that nobody else puts together.
