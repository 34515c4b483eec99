draft-preview = See its page
draft-download-the-package = Download
draft-committed = Committed
draft-hand-it-in = Hand it in
draft-not-valid = By its report it is not valid. Mend it first, or check it for another season.
draft-no-season = No season takes problems of this kind now.
draft-to-season = To season
draft-commit = Commit
draft-commit-explained = It is validated once more for that season. Once it is taken, it is the season’s next problem, with you as setter, and cannot be changed.
draft-agreed-first = { $season } (an organizer reads it first)
draft-waits = It waits for an organizer
draft-waits-since = It was handed in to { $season }, { $at }.
draft-waits-replaced = If you change it now, it waits no longer, and you can hand it in again.
draft-take-back = Take it back
draft-files = What is in the package
draft-agree = Agree to it
draft-note = What should be changed
draft-send-back = Send it back
draft-send-back-does = Its setter reads your note here and in an announcement.
draft-sent-back = Sent back
draft-sent-back-from = From { $season }, { $at }.
draft-sent-back-then = Change it and hand it in again.
told-agreed = Your problem “{ $problem }” is now part of { $season }.
told-sent-back = Your problem “{ $problem }” for { $season } was sent back: { $text }
draft-report = Report
draft-rule = Rule
draft-what-was-found = What was found
draft-examples = Examples
draft-program = Program
draft-must-get = Must get
draft-got = Got
draft-replace-it = Replace or delete it
draft-delete-this-draft = Delete this draft
draft-replace = Validate and replace
draft-title = Draft: { $name }
draft-became =
    { $version ->
        [1] This is problem <a href="/seasons/{ $season }/problems/{ $problem }"><code>{ $problem }</code></a> of season <a href="/seasons/{ $season }">{ $season }</a>. Nothing of it can change any more.
       *[other] This is problem <a href="/seasons/{ $season }/problems/{ $problem }"><code>{ $problem }</code></a>, version { $version }, of season <a href="/seasons/{ $season }">{ $season }</a>. Nothing of it can change any more.
    }
draft-report-heading = Report: { $what }
draft-setter-bytes =
    { $n ->
        [one] { $n } byte of setter's program
       *[other] { $n } bytes of setter's program
    }
draft-fuel =
    { $n ->
        [one] { $fuel } fuel for { $n } term
       *[other] { $fuel } fuel for { $n } terms
    }
draft-longest-term =
    { $n ->
        [one] longest term: { $n } digit
       *[other] longest term: { $n } digits
    }
draft-terms-hash = Hash of the terms: <code class="digits">{ $hash }</code>
draft-untitled = without a readable title
draft-no-file = there is no file
draft-choose-file = Choose a zip or tar.
draft-no-package = This is no package: { $why }.
draft-edit = Edit
draft-first-terms = First terms
draft-by-package = By another package
