list-name-taken = “{ $name }” is taken
list-known = there is a “{ $name }” without a label already; leave the line out if it is the same person, or give this list a label
list-known-by-label = there is a “{ $name }” with the label { $label } already; leave the line out if it is the same person, or change the name a little
list-name-twice = the same sign-in name as in line { $line }
list-encoding = this is no text in UTF-8; save the list as “CSV UTF-8”
list-long = one list may have { $n } people
list-nobody = there is nobody on the list
list-heading-unknown = “{ $heading }” is no heading that is known: “name”, “display name” and “role” are; without headings a list has names alone
list-heading-twice = the heading “{ $heading }” is there twice
list-headings = the line of headings needs “name” or “display name”
list-cells =
    { $n ->
        [1] more than one cell, and one heading; the first line has a heading for each column
       *[other] more cells than the { $n } headings
    }
list-quote = a quotation mark (") opens here and is never closed
list-line-break = there is a line break inside a name
list-both = You typed a list and chose a file. Send one of the two.
list-role = a list makes contestants alone, not “{ $role }”
people-nobody = there is nobody with the sign-in name “{ $name }”
people-of-admin = only an admin does this
people-last = nobody would be left to run this site
people-is-disabled = this account is switched off; switch it on first
people-label-long = a label has at most { $n } characters
refused-disabled = this account is switched off; ask an organizer
people-new = has not come yet
people-active = active
people-disabled = switched off
people-class = A class from a list
people-invite = Invite
people-new-links = Print new links
people-new-links-for = For those of “{ $name }” who have not signed in yet; the links that they have work no more.
people-query = Part of a name
people-any-role = every role
people-any-label = every label
people-label = Label
people-label-hint = A word of yours, such as “10b”. Organizers alone see it, and it stands on the strips.
people-search = Search
people-last-seen = Last seen
people-never = never
people-pages = Pages of people
people-count =
    { $n ->
        [1] 1 person
       *[other] { $n } people
    }
member-link = A link to sign in
member-link-explained = Whoever has it chooses a new password for this account. It works once, for a week; an earlier one ends.
member-link-off = An account that is switched off has none.
member-make-link = Make a link
member-disable = Switch the account off
member-disable-explained = The person is signed out and cannot sign in, and their API tokens do not work meanwhile. What was submitted stays. You can switch it on again.
member-enable = Switch the account on
member-factor-since = On since { $at }.
member-factor-explained = If the person has lost the phone and the recovery codes, make sure who asks, best in person, and take it off. The person is signed out everywhere.
member-factor-own = Your own is changed on your account page.
member-factor-off = Take the second factor off
people-own-factor = take your own second factor off on your account page; if you lost the phone, ask another organizer, or use `dojo user second-factor NAME --off`
people-factor-on = `second_factor` can only be false: nobody puts one on somebody else
member-deeds = What was done
deeds-when = When
deeds-what = What
deeds-details = Details
deeds-from = From
link-made = This link is shown once; copy it now. It holds until { $at }.
link-signed-in = You are signed in as { $name }. Going on signs you out.
join-title = Make your account
join-setup = You will be the first organizer of this site.
join-invited = You are invited.
join-invited-as = You are invited as: { $what }.
join-names = The sign-in name stands in the record of a season for ever. The name that others see can be changed and is in no record.
join-go = Make the account
enter-title = Choose a password
enter-heading = Hello, { $name }
enter-explained = Choose a password. From then on you sign in as <strong>{ $name }</strong>. Whatever was signed in before is signed out.
enter-password = Your new password
forgot-title = Forgot your password?
forgot-explained = Ask an organizer, best in person: they make a link for you, with which you choose a new password. Ask them, too, if you forgot your sign-in name.
forgot-organizers = Organizers here:
forgot-organizer = You are an organizer yourself? Another one makes a link for you, or whoever runs the server, with <code>dojo user link</code>.
invite-explained = Whoever opens the link makes an account of their own and chooses its names and password.
invite-uses = How many may come
invite-last-day = Last day
invite-make = Make the invitation
invite-open = Invitations that still hold
invite-used = Used
invite-until = Until
invite-end = End it
invite-role-wrong = choose a role
invite-uses-wrong = from 1 to { $n }
invite-day-wrong = a day from today on, at most { $n } days away
list-explained = Paste a list or choose a file. Everybody on it gets an account and a link of their own; you print the links as strips of paper. Nobody needs a mail address.
list-field = One person a line
list-hint = Names alone are enough: others see them, and each person gets a sign-in name that tells nothing, such as fox-17. If you want to choose the sign-in names, start with a line of headings, <code>name</code> and <code>display name</code>. Commas, semicolons or tabs divide the cells. At most { $n } people.
list-file = Or a file
list-make = Make the accounts
list-refused = No account was made yet. Mend these lines and send the list again:
list-wrong = Line { $line }, { $what }: { $why }.
strips-title = Links of a class
strips-none = Nobody with this label is still to come: everybody has signed in, or cannot.
strips-again =
    { $n ->
        [1] One person has not come yet. The new link is shown once, on this page: print it or keep the CSV. It works once, until { $at }; the one before works no more.
       *[other] { $n } people have not come yet. Their new links are shown once, on this page: print it or keep the CSV. Each works once, until { $at }; those before work no more.
    }
strips-later = If they are lost, People makes new ones for all of a label.
strips-explained =
    { $n ->
        [1] One account is made. Its link is shown once, on this page: print it or keep the CSV. It works once, until { $at }.
       *[other] { $n } accounts are made. Their links are shown once, on this page: print it or keep the CSV. Each works once, until { $at }.
    }
strips-csv = The same as CSV
strips-season = Next: make a season
strips-name = Sign-in name: <strong>{ $name }</strong>
refused-list-large = a list may have at most { $n } KiB; send it in parts
refused-link = this link has been used or is over; ask whoever gave it to you for another one
refused-invited-only = accounts are made by invitation here; ask an organizer for a link
people-operator-wrong = --operator says who runs the model, in at most { $n } characters
people-deleted = deleted
people-is-deleted = this account is deleted
people-is-deleted-explained = This account is deleted. What is left is the sign-in name, which stands in records.
member-delete-explained = It cannot be taken back. The sign-in name stays in the records of seasons, and nobody else can take it. What was submitted to seasons that are not revealed yet is withdrawn.
member-delete-unconfirmed = type “{ $name }” to delete the account
deeds-any = everything
deeds-to = To
deeds-none = Nothing of that kind was done.
