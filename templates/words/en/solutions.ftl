solutions-nobody = Nobody solved it whole.
solutions-after-title = solutions
solutions-methods-and-bytes = Methods and bytes
solutions-left = Left
solutions-right = Right
solutions-compare-two = Compare two
solutions-pages-of-solutions = Pages of solutions
solutions-program-of = Program of { $name }
solutions-title = Solutions of { $title }
solutions-explained = The best { $what } of each person, in the order of the board.
solutions-cut = Only the first { $n } are here.
solutions-few =
    { $n ->
        [one] { $n } person solved it.
       *[other] { $n } people solved it.
    }
