meter-total = Bytes of data and choices
meter-numbers = Number literals
meter-strings = Characters in strings
meter-elements = Elements of the longest list or tuple
meter-data = Bytes of data
explain-reward = All { $n } terms are right.
explain-stage = The first { $n } terms are right; a later one is wrong or missing.
explain-stage-hidden = What differs, and where, stays hidden until the season’s Reveal: the later terms are secret so that programs are found, not tables.
explain-stage-advice = Check whether your rule only happens to fit the public terms, and whether your program is fast and exact enough for larger indices.
explain-beyond-public = It is none of the { $n } public terms. Which one, and what it should be, stays hidden until the season’s Reveal.
explain-refused = The program was refused and did not run.
explain-wrong = A term among the first { $n } is wrong.
explain-no-terms = The program printed no terms.
explain-short = The program ended before it had printed { $n } terms.
explain-bad-token = The program printed something that is not a decimal integer.
explain-exception = The program stopped with an uncaught exception.
explain-fuel = The program ran more instructions than it may, before { $n } terms were printed.
explain-memory = The program needed more memory than it may use.
explain-output = The program printed too much text before the last term.
explain-term-size = The program printed a number with too many digits.
explain-stack = The program recursed too deeply.
explain-wrong-at =
    { NUMBER($n, type: "ordinal") ->
        [one] a({ $index }), the { $n }st term, is wrong.
        [two] a({ $index }), the { $n }nd term, is wrong.
        [few] a({ $index }), the { $n }rd term, is wrong.
       *[other] a({ $index }), the { $n }th term, is wrong.
    }
explain-offset = The first term is a({ $index }): this problem counts from { $index }. An offset by one is the usual reason.
explain-short-printed =
    { $n ->
        [one] It printed { $n } term; { $stage } right ones make it half solved, { $all } solved.
       *[other] It printed { $n } terms; { $stage } right ones make it half solved, { $all } solved.
    }
explain-short-advice = You may print more than enough, even without end: the program is stopped once { $n } terms are read.
explain-token-at = It stands where a({ $index }) should be:
explain-traceback = The whole traceback is under “Standard error”.
explain-one-thread = There is one thread, and no limits of a process. For deep recursion sys.setrecursionlimit is enough.
explain-fuel-limit = It may run about { $fuel } machine instructions.
explain-fuel-advice = Look for a recurrence that uses the terms before, or for work that is done twice.
explain-memory-limit = The limit is { $size }, the Python interpreter included.
explain-output-limit = The limit is { $size } before the last term is read.
explain-output-advice = Print the terms only, with one space or newline between them.
explain-digits = a({ $index }) had more than { $n } digits, the most that a term of this season has.
explain-stack-advice = A loop, or a cache filled from below, does the same without recursion.
explain-right-so-far =
    { $n ->
        [1] The first term was right.
       *[other] The first { $n } terms were right.
    }
explain-size =
    { $n ->
        [one] It has { $n } byte and may have { $limit }.
       *[other] It has { $n } bytes and may have { $limit }.
    }
explain-syntax = Python cannot read it:
explain-table = It looks like a table of answers rather than a rule that makes them. Below you see what is counted, and which count is too high.
explain-table-advice = Find the rule behind the numbers: compute them instead of listing them.
explain-lengths = Expected { $expected }, got { $got }.
count-digits =
    { $n ->
        [one] { $n } digit
       *[other] { $n } digits
    }
explain-same-up-to =
    { NUMBER($n, type: "ordinal") ->
        [one] They are the same up to the { $n }st character.
        [two] They are the same up to the { $n }nd character.
        [few] They are the same up to the { $n }rd character.
       *[other] They are the same up to the { $n }th character.
    }
explain-token-commas = Print the terms without commas or brackets; print(*terms) does that with a list.
explain-token-fraction = Work with integers all the way: // divides without a fraction, / does not, and floats are not exact.
explain-token-truth = Print int(x) instead of a truth value.
explain-token-none = Print the value that a function returns; None means that it returned nothing.
explain-token-other = Print decimal integers separated by spaces or newlines and nothing else: no words, no +, no leading zeros.
score-no-stage = Not half solved
score-stage = Half solved: the first { $n } terms
score-reward = Solved: all { $n } terms
score-brevity = Shortness: 200·e^(−{ $bytes }/800), rounded down
score-brevity-par = Shortness: 200·2^(−{ $bytes }/{ $par }), rounded down; par is { $par } bytes
score-diversity-pending = Method bonus: still to come
score-diversity-none = Method bonus: one method only, or none that counts
score-diversity = Method bonus: { $first } for the first with a method, { $shared } for several methods
limit-source = Source
limit-fuel = about { $fuel }
limit-output = Output before the last term
limit-digits = Digits of a term
