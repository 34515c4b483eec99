plot-further =
    { $n ->
        [one] { $n } further method
       *[other] { $n } further methods
    }
plot-methods = People by method
plot-bytes = People by bytes
plot-and-more = { $n } and more
plot-from-to = { $n } to { $to }
plot-solvers-title = Solvers over time
plot-solvers-few =
    { $n ->
        [one] { $n } solver, the first on { $first }.
       *[other] { $n } solvers, the first on { $first }.
    }
plot-solvers =
    { $n ->
        [one] { $n } solver: the first on { $first }, half of them by { $half }, the last on { $last }.
       *[other] { $n } solvers: the first on { $first }, half of them by { $half }, the last on { $last }.
    }
plot-rating-title = Rating over seasons
plot-rating =
    { $n ->
        [one] { $n } season, from { $first } to { $last }. Lowest: { $low }. Highest: { $high }.
       *[other] { $n } seasons, from { $first } to { $last }. Lowest: { $low }. Highest: { $high }.
    }
plot-title = Plot of the public terms
plot-at-index = { $term } at index { $index }
plot-linear = linear
plot-logarithmic = logarithmic in both directions from zero
plot-terms =
    { $n ->
        [one] { $n } term from index { $from } to { $to }. Smallest: { $smallest }. Largest: { $largest }. The vertical scale is { $scale }.
       *[other] { $n } terms from index { $from } to { $to }. Smallest: { $smallest }. Largest: { $largest }. The vertical scale is { $scale }.
    }
