problem-others = Other problems
problem-practice = This is practice: it counts on the board of all time and never in the season.
problem-about = About
problem-version-withdrawn = Version { $version } of this problem was withdrawn, 0 points for everyone: { $reason }
problem-withdrawn = This problem was withdrawn, 0 points for everyone: { $reason }
problem-untried = Nobody has tried yet.
problem-solvers =
    { $n ->
        [one] { $n } solver of { $of } who tried.
       *[other] { $n } solvers of { $of } who tried.
    }
problem-your = Your { $what }
problem-share-text = Can you find the { $what }?
problem-attempts = { $n }, one each { $every }
problem-agrees = What is stored agrees with the <a href="/docs/spec#3-1-commitment">commitment</a>.
problem-salt = Salt of the <a href="/docs/spec#3-1-commitment">commitment</a>
problem-check = Check
problem-editorial = Editorial
problem-preview = Preview
problem-preview-explained = this is the page as contestants of { $season } will see it. Nothing can be submitted.
problem-preview-season = a season
