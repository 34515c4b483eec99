"""A docstring counts, é and 😀 as one character each."""
a = 1, 0x1F, 0o17, 0b11, 1_000, 2.5, .5, 5., 1e9, 1E-3, 00
b = 1j, 2.5J, True, False, None, ...
c = b"bytes do not", rb"\x", B'x' b"y"
d = "one" 'two' """three""" u"four"
e = "\x41\u0042\U00000043\103\N{BULLET}\
 joined", r"\x41\n", '\ud800', '\ud83d\ude00', "\d"
f = -1, +1, ~1, not 1, 1 + 2j, -1.5
g = 10 if 2else 3, 0xfor 1
