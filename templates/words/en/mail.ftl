mail-heading = Mail
mail-explained = An address is optional. With one you get a link by mail if you lose your password and, if you like, answers and announcements. Only you and the organizers see it.
mail-verified = verified
mail-unverified = not verified
mail-unverified-explained = Open the link in the mail that we sent to this address. Until then nothing else is mailed to it.
mail-next-explained = Open the link in the mail that we sent to the new address. Until then mail goes to the old one.
mail-refused = The mail did not go out: { $reason }
mail-again = Send the link again
mail-remove = Remove the address
mail-wishes = What to mail to you, once the address is verified
mail-wants-answers = Answers to my questions
mail-wants-announcements = Announcements of the organizers
mail-change = Another address
mail-set = Give an address
mail-address = Mail address
mail-send-link = Mail me a link
mail-address-wrong = This is no address that we can send mail to.
mail-many = Enough links were mailed to you in the last hour. Look into the folder for spam, or try again later.
mail-did-set = A link is on its way to you. Open it to verify the address.
mail-did-verify = Your mail address is verified.
mail-did-remove = Your mail address is removed.
member-mail = Mail
verify-title = Verify your mail address
verify-explained = Is { $address } the mail address of the account <strong>{ $name }</strong>? A lost password can be replaced by mail then.
verify-go = Yes, verify it
verify-not-you = If this is not your account, close this page. Nothing else is mailed to you.
unsubscribe-title = Fewer mails
unsubscribe-announcements = Announcements will be mailed to you no more. You still see them on the site.
unsubscribe-answers = Answers to your questions will be mailed to you no more. You still see them on the site.
unsubscribe-go = Stop these mails
unsubscribe-done-announcements = Announcements are mailed to you no more.
unsubscribe-done-answers = Answers to your questions are mailed to you no more.
unsubscribe-again = You can have them again: on your account page.
mails-title = Mails
mails-sent = Sent in a day
mails-refused = Not sent
mails-off = No mails are sent here. Whoever runs the server sets it up, with the setting “smtp”.
mails-all-well = Every mail went out.
mails-explained = The reason is in the words of the mail server. What may pass is tried again for a day; an address that is refused is not.
mails-to = To
mails-kind = What
mails-why = Why not
mails-tries =
    { $n ->
        [one] tried { $n } time
       *[other] tried { $n } times
    }
mails-next = Next try
mails-given-up = given up
mails-again = Try again
trouble-mails =
    { $n ->
        [1] 1 mail was not sent
       *[other] { $n } mails were not sent
    }
trouble-mails-costs = To whom, and what the mail server says. You can send them again.
forgot-mail-explained = If your account has a verified mail address, we mail you a link with which you choose a new password.
forgot-asked = If there is an account “{ $name }” and it has a verified mail address, a link is on its way there. It holds for { $n } minutes. Look into the folder for spam, too.
forgot-no-mail = No mail address?
refused-mails = too many links were asked for under this name
refused-no-mail = no mails are sent here; ask an organizer for a link
mail-reset-subject = Choose a new password at { $site }
mail-reset-body =
    Hello,

    somebody asked for a new password for the account “{ $name }” at { $site }. Choose one here:

    { $link }

    The link holds for { $n } minutes and works once. If it was not you who asked, do nothing: your password stays as it is.
mail-verify-subject = Verify your mail address at { $site }
mail-verify-body =
    Hello,

    somebody gave this mail address to the account “{ $name }” at { $site }. If that was you, verify it here:

    { $link }

    The link holds for { $n } hours. If it was not you, do nothing: you get no further mail.
mail-announcement-subject = { $about }: an announcement
mail-announcement-body =
    Hello { $name },

    the organizers tell you, about { $about }:

    { $text }

    All announcements: { $link }

    --
    No more announcements by mail: { $off }
mail-answer-subject = { $about }: your question has an answer
mail-answer-body =
    Hello { $name },

    you asked:

    { $question }

    The organizers answer:

    { $text }

    Your question: { $link }

    --
    No more answers by mail: { $off }
mail-server-silent = The mail server did not answer within { $n } seconds.
