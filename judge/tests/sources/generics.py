type Pair[T: (int, "str"), *Ts, **P] = tuple[T, "U", 1]
type X = list["X"]


def f[T: 2](a: T, *args: *tuple[3, "four"]) -> "five":
    pass


class C[T: "bound", U](list[T], key=6):
    def g[V: (7, 8, 9)](self): ...
