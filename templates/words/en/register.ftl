register-explained = A name and a password are enough. Your submissions, your place on the boards and your API tokens belong to this account.
register-name-hint = You sign in with it. Letters, digits, hyphen and underscore.
register-display-name-hint = The name on the boards. It may be a pseudonym, and you can change it.
register-password-hint = At least { $n } characters.
register-login = Already registered? <a href="{ $address }">Sign in</a>
