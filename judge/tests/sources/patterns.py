match [1, 2], "subject":
    case 3 | 4 | "five":
        6
    case -7 | 8.5 | 9 + 10j | b"no" | None | True:
        pass
    case [11, [12, *_, "13"], (14, 15, 16, 17, 18, 19, 20)]:
        pass
    case {"21": 22, 23: [x, *y], **rest} if x > 24:
        pass
    case C(25, a=26, b=D(c="27")) as d:
        pass
    case (28 | a.b.c) as e:
        pass
    case "joined" "strings", 29:
        pass
    case _:
        30
match = case = type = 31
match[32], case(33), type(34)
print(match, case)
