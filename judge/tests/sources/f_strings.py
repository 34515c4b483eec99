w = x = y = "a"
a = f"one {1} two {x!r:>{10}} {2.5:.3f}"
b = "three" f"four{x}" "five" r"\six" f'{y}'
c = f"{x=}", f"{x = }", f"{ x =!s:>9}", f"{(1, 2, 3)}", f"{1, 2}", f"{[4, *x]}"
d = f"{'nested' + f'{y}'}", f"{x:{'>'}{12}}", f"{{literal}} {{{x}}}"
e = rf"raw\d{x}\n", F"\x41\u0042{x}\n\N{BULLET}", f"{x!a}"
f = f"{x if 1 else 'two'}", f"{(lambda: 3)()}", f"{w['k']}"
g = f"", f"{x}", "" f"" ''
h = f"{x:%H:%M}", f"{x:}", f"{x:{w}.{y}}", f"{(z := 5)}", f"{x:=5}"
