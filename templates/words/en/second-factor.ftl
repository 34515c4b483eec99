factor-title = Second factor
factor-what = With a second factor, signing in takes your password and a code from your phone. Whoever learns your password alone does not get in.
factor-app = You need an app that makes codes, such as Aegis, FreeOTP, Google Authenticator or a password manager. It needs no account and no network.
factor-needed = Whoever runs this site needs a second factor. Set it up to go on; it takes a minute.
factor-set-up = Set it up
factor-look = Codes and settings
factor-since = On since { $at }: signing in takes a code from your app as well.
factor-scan = Scan this square with the app.
factor-type = Or type this into the app (time-based, six digits):
factor-open-app = The app is on this device: open it
factor-code = Six digits that the app shows now
factor-not-yet = It counts from this code on. Then all other browsers are signed out.
factor-confirm = Turn it on
factor-is-set-up = Your second factor is on. All other browsers are signed out.
factor-codes-made = Here are new recovery codes. The old ones work no more.
factor-codes = Recovery codes
factor-codes-explained = If you lose your phone, one of these takes the place of a code. Each works once. They are shown this once: print them, or keep them where you find them without your phone.
factor-codes-file = Download them
factor-go-on = I have them
factor-codes-left =
    { $n ->
        [0] You have no recovery codes left.
        [one] You have { $n } recovery code left.
       *[other] You have { $n } recovery codes left.
    }
factor-codes-anew = With new ones, the old ones work no more.
factor-make-codes = Make new codes
factor-take-off = Take it off
factor-off-explained = From then on your password is enough.
factor-off-needed = This site asks for one: you can do nothing else until you set it up again, for instance on a new phone.
factor-code-wrong = This is not the code that the app shows now. Look whether the phone's clock is right, and try the next code.
factor-is-on = your second factor is on already
factor-is-off = you have no second factor
factor-not-begun = that took too long: begin again
factor-unreadable = the codes of apps cannot be checked on this server now; use a recovery code, or ask an organizer
refused-second-factor = whoever runs this site needs a second factor, and you have none yet; set it up on your account page
