problems-query = Words or terms
problems-example = primes, or 0, 1, 4, 9
problems-search = Search
problems-show-all = Show all problems
problems-nothing-fits = Nothing fits.
problems-found = Problems found
problems-explained = Words are looked for in titles, topics and statements. A list of integers is looked for among the terms that are public. Or take <a href="/daily">the problem of the day</a>. Terms that are right but for one find what they are near.
problems-first-of-more =
    { $n ->
        [one] { $n } problem, the first of more
       *[other] { $n } problems, the first of more
    }
problems-with-terms = with the terms { $terms }
problems-found-at = found at a({ $index })
problems-shortest =
    { $n ->
        [one] shortest so far { $n } byte
       *[other] shortest so far { $n } bytes
    }
problems-by-difficulty = Difficulty
problems-by-contest = Contest
problems-by-mine = By you
problems-by-topic = Topic
problems-order = Order
problems-unsolved = not solved by me
problems-solved = solved by me
problems-by-date = newest
problems-by-shortest = shortest program
problems-by-solvers = most solved
problems-near = nearly, at a({ $at }): a({ $index }) is { $terms } there
problems-solvers =
    { $n ->
        [one] { $n } has solved it
       *[other] { $n } have solved it
    }
