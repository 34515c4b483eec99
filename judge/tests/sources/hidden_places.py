# Each of these is missed by a walk that trusts a default visitor.
import decimal as m, fractions
from math import pi as p


def f(a: "one" = [1, 2], /, b: 3 = "four", *c: 5, d: "six" = (7, 8, 9), **e: "ten") -> "eleven":
    yield from [12, 13]
    return (yield 14)


@f(15, x=[16, 17])
@(lambda a=18, *b, c="nineteen": [a, 20])
class C(f(21), metaclass=f("22", **{"a": 23})):
    x: "annotation"
    y: int = 24
    f.z: (25, 26) = 27


async def g():
    async with f(28) as (h, i), f("j"):
        await f(29)
    async for k in [30, 31]:
        pass
    else:
        32
    return [l async for l in (33, 34) if l > 35]


with f(36) as a, f(37) as [b, c]:
    38

try:
    raise f(39) from f("40")
except (f(41), f(42)) as e:
    43
else:
    44
finally:
    45

try:
    pass
except* f(46):
    47

while (n := 48) < 49 <= 50:
    break
else:
    51

assert 52, "fifty-three"
global_name = 54
del global_name
a = {k: v for k, v in {55: 56}.items() if k if 57}
b = {c for c in (58,) for d in [59, 60]}
c = (lambda: (yield 61))
a.b[62].c[63:64:65] += 66
print(*[67], end="68", **{"sep": "69"})
if 70:
    71
elif 72:
    73
else:
    74
