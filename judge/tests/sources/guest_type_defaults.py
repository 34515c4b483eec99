# PEP 696.
class C[T = int, *Ts = *tuple[1, 2], **P = ["a"]]:
    pass


type X[T = "b"] = T
