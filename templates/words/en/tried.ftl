tried-beside = Printed beside expected, from the first difference on
tried-printed = printed
tried-nothing = nothing
tried-raw = The output as it was written
tried-differs = a({ $index }): expected { $expected }, printed { $printed }.
tried-all-right =
    { $n ->
        [one] All { $n } term are right.
       *[other] All { $n } terms are right.
    }
tried-made =
    { $n ->
        [one] The public term is right, and { $made } more were made. Only the judge compares those.
       *[other] All { $n } public terms are right, and { $made } more were made. Only the judge compares those.
    }
tried-ended =
    { $n ->
        [0] The program ended without printing a term; the judge asks for { $all }.
        [one] The program ended after { $n } term; the judge asks for { $all }.
       *[other] The program ended after { $n } terms; the judge asks for { $all }.
    }
tried-bad-token = a({ $index }): printed “{ $token }”, which is not a decimal integer.
tried-bad-token-expected = a({ $index }): expected { $expected }, printed “{ $token }”, which is not a decimal integer.
tried-term-size = a({ $index }) has too many digits.
tried-digits =
    { $n ->
        [one] { $term } ({ $n } digit)
       *[other] { $term } ({ $n } digits)
    }
tried-exception =
    { $n ->
        [0] The program raised “{ $what }”.
        [one] The program raised “{ $what }” after { $n } term.
       *[other] The program raised “{ $what }” after { $n } terms.
    }
tried-memory =
    { $n ->
        [0] Out of memory.
        [one] Out of memory after { $n } term.
       *[other] Out of memory after { $n } terms.
    }
tried-stack =
    { $n ->
        [0] Too deep recursion.
        [one] Too deep recursion after { $n } term.
       *[other] Too deep recursion after { $n } terms.
    }
tried-output =
    { $n ->
        [0] Too much output.
        [one] Too much output after { $n } term.
       *[other] Too much output after { $n } terms.
    }
tried-stopped =
    { $n ->
        [0] Stopped by the limits of a try here; the judge lets a program go on for longer.
        [one] Stopped after { $n } term by the limits of a try here; the judge lets a program go on for longer.
       *[other] Stopped after { $n } terms by the limits of a try here; the judge lets a program go on for longer.
    }
tried-fuel =
    { $n ->
        [0] Too many instructions.
        [one] Too many instructions after { $n } term.
       *[other] Too many instructions after { $n } terms.
    }
