# A subject that is a tuple of one.
match [1, 2],:
    case x,:
        3
