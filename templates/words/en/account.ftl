account-role = Role
account-since = Since
account-display-name = Name on the boards
account-save = Save
account-private = Nobody else sees my page
account-private-explained = <a href="/@{ $name }">Your page</a> tells what boards tell of you, in one place. Boards show your name and scores all the same.
account-signed-in = Signed in
account-sign-out-everywhere = Sign out everywhere else
account-password-consequences = With a new one you are signed out everywhere else, and your tokens work no more.
account-password-present = Present password
account-change-the-password = Change the password
account-tokens = API tokens
account-token-label = What is it for?
account-token-example = my laptop
account-create-a-token = Create a token
account-list-of-tokens = List of tokens
account-token-for = For
account-last-used = Last used
account-revoke = Revoke
account-browser = Browser
account-browser-unknown = unknown
account-this-browser = this one
account-end-session = End
account-token-scope = What may it do?
account-scope-read = read
account-scope-submit = read and submit
account-scope-set = read, submit and keep problems
account-scope-organize = everything that you may
account-token-last-day = Last day
account-token-may = May
account-token-until = until { $at }
account-token-over = its last day is over
account-password-new = New password, at least { $n } characters
account-tokens-explained = A token lets a program take part for you: send it as <code>Authorization: Bearer …</code> to <code>/api/v1</code>. Only its hash is stored.
account-token-new = The token “{ $name }”, shown this once. Copy it now.
account-token-unused = never
account-token-revoked = revoked { $at }
account-no-submissions = None yet. <a href="/seasons">Choose a season</a> and start.
account-older =
    { $n ->
        [one] And { $n } older submission.
       *[other] And { $n } older submissions.
    }
account-did-registered = Welcome! You are registered and signed in.
account-did-signed-in = You are signed in.
account-did-signed-out = You are signed out.
account-did-name-changed = Your display name is changed.
account-did-profile-kept = Nobody but you sees your page now.
account-did-profile-opened = Everybody sees your page now.
account-did-token-revoked = The token is revoked and works no more.
account-did-sessions-ended = You are signed out everywhere else.
account-did-saved = Done.
account-did-password-changed = Your password is changed. You are signed out everywhere else, and your tokens are revoked.
account-password-wrong = This is not your password.
account-token-unnamed = Say what the token is for.
account-token-long = At most { $n } characters.
account-token-control = Leave out control characters.
account-token-many = You have { $n } tokens. Revoke one that you no longer use.
account-token-none = you have no such token that still works
account-yours = What is yours
account-export = Download it
account-export-explained = Your account, your submissions with their reports and receipts, and your questions, as files in JSON.
account-what-stays = You can delete your account at any time. What stands in the record of a season by then keeps your sign-in name for ever; all else goes.
account-delete = Delete the account
account-delete-explained = It cannot be taken back. Your name on the boards becomes your sign-in name. What you submitted to seasons that are not revealed yet is withdrawn. Your tokens, your packages that are in no season, your questions and what you were told alone are deleted. Nobody else can take your sign-in name.
account-did-second-factor-off = Your second factor is off. Your password is enough.
account-did-deleted = Your account is deleted.
