season-terms = Terms
season-contest = Contest
season-derivations-in-physics = derivations in physics
season-what-you-submit = What you submit
season-solved-by-you = Solved by you
season-draft = This season is a draft: its organizers see it, and the setters of its problems.
season-announced = This season is announced. Its problems appear when it opens.
season-never-opened = This season was cancelled before it opened.
season-problems-never = Its problems were never shown.
season-practice = Practice is open, for ever: submissions count on the board of all time of their problem and never in the season.
season-reveal = Reveal
season-reveal-live = Live: the Reveal of { $season }
season-calendar = Put it into your calendar
season-feed = Feed of all seasons
season-organize-link = Organize this season
season-tried = Tried
season-first-places = First places
season-merkle-root-over-all = <a href="/docs/spec#8-submissions-and-attempts">Merkle root</a> over all submissions
season-hash-results = Hash of the results
season-seed-comparisons = Seed of the comparisons
season-to-show = The Reveal, as a show
season-terms-of = { $public } public, { $n } checked
season-a = a { $what }
season-withdrawn = Withdrawn, 0 points for everyone: { $reason }
season-to-board = board
season-untried = not tried yet
season-solvers =
    { $n ->
        [one] { $n } solver of { $of } who tried
       *[other] { $n } solvers of { $of } who tried
    }
season-solvers-shortest =
    { $n ->
        [one] { $left } of { $of } solved it, shortest { $n } byte
       *[other] { $left } of { $of } solved it, shortest { $n } bytes
    }
season-whole-board = Whole board ({ $n })
season-nobody-yet = Nobody is on the board yet. The first could be you.
season-manifest-hash = SHA-256 of the <a href="/seasons/{ $season }/manifest.json">manifest</a>, which has the <a href="/docs/spec#2-season">rules of the season</a>
phase-draft = Draft
phase-announced = Announced
phase-open = Open
phase-frozen = Ended
phase-revealed = Revealed
phase-final = Final
phase-cancelled = Cancelled
season-out = Disqualified
season-moved = Dates that were moved
season-moved-date = { $what }: { $to } instead of { $from }.
season-set-date = { $what }: { $to }.
