def g():
 yield from (3,)
 yield 0
 yield from [2]
 yield from (3,)
 yield 0
 yield 0
 yield 1
 yield from [2]
 yield 0
 yield 1
 yield 1
 yield from [2]
 yield 1
 yield from (3,)
 yield 0
 yield 1
 yield from (3,)
 yield from [2]
 yield 1
 yield 0
 yield 0
 yield 0
 yield from [2]
 yield from [2]
 yield from [2]
 yield 0
 yield 0
 yield from (3,)
 yield 0
 yield 0
 yield 0
 yield from [2]
 yield from [2]
 yield from (3,)
 yield from (3,)
 yield from [2]
 yield 1
 yield from [2]
 yield 0
 yield from (3,)
 yield 1
 yield 0
 yield 1
 yield from [2]
 yield from [2]
 yield from [2]
 yield from (3,)
 yield from [2]
 yield from (3,)
 yield 0
 yield 0
 yield 1
 yield from [2]
 yield from [2]
 yield 1
 yield 0
 yield from [2]
 yield from (3,)
 yield from [2]
 yield from [2]
 yield 1
 yield 1
 yield from [2]
 yield from [2]
 yield from [2]
 yield from [2]
 yield 0
 yield from [2]
 yield from [2]
 yield 0
 yield from [2]
 yield from [2]
 yield from (3,)
 yield from (3,)
 yield 0
 yield from [2]
 yield from [2]
 yield 0
 yield from (3,)
 yield 0
 yield from [2]
 yield 0
 yield 1
 yield 0
 yield from [2]
 yield 0
 yield from [2]
 yield 0
 yield 0
 yield 0
 yield from (3,)
 yield 1
 yield from [2]
 yield 1
 yield from [2]
 yield from [2]
 yield from [2]
 yield from (3,)
 yield from [2]
 yield 0
 yield from [2]
 yield from [2]
 yield from (3,)
 yield from [2]
 yield from [2]
 yield 1
 yield from [2]
 yield 0
 yield from (3,)
 yield from [2]
 yield from [2]
 yield 0
 yield 1
 yield from [2]
 yield from [2]
 yield from (3,)
 yield 0
 yield 1
 yield 0
 yield 0
 yield 1
 yield from [2]
 yield from [2]
 yield 1
 yield 1
 yield 0
 yield from (3,)
 yield from [2]
 yield 0
 yield 1
 yield 1
 yield from [2]
 yield 1
 yield 1
 yield from [2]
 yield 0
 yield 1
 yield 0
 yield 0
 yield from (3,)
 yield from [2]
 yield 0
 yield 0
 yield from [2]
 yield 1
 yield 1
 yield 0
 yield from (3,)
 yield from (3,)
 yield 0
 yield from (3,)
 yield 1
 yield 0
 yield 0
 yield from [2]
 yield from [2]
 yield from (3,)
 yield 1
 yield from [2]
 yield 0
 yield from [2]
 yield from [2]
 yield 1
 yield 0
 yield from [2]
 yield from [2]
 yield 1
 yield from [2]
 yield 0
 yield 0
 yield 0
 yield from (3,)
 yield 0
 yield 0
 yield from [2]
 yield from [2]
 yield from [2]
 yield 1
 yield 0
 yield 0
 yield from (3,)
 yield 0
 yield from [2]
 yield 1
 yield from [2]
 yield 0
 yield 0
 yield 1
 yield from [2]
 yield 1
 yield from [2]
 yield from [2]
 yield from (3,)
 yield from [2]
 yield 0
 yield from [2]
 yield 0
 yield 0
 yield from (3,)
 yield 0
 yield from [2]
 yield 1
 yield 0
 yield 0
 yield from [2]
 yield from (3,)
 yield 0
 yield from (3,)
 yield from (3,)
 yield 0
 yield 0
 yield 1
 yield from [2]
 yield 1
 yield 0
 yield 0
 yield 1
 yield 0
 yield from [2]
 yield from (3,)
 yield 1
 yield 0
 yield 0
 yield from (3,)
 yield from [2]
 yield 0
 yield from (3,)
 yield 0
 yield 0
 yield from (3,)
 yield from [2]
 yield 1
 yield 0
 yield from [2]
 yield from [2]
 yield 1
 yield 0
 yield 1
 yield 1
 yield from [2]
 yield 1
 yield 1
 yield from [2]
 yield from (3,)
 yield 1
 yield 0
 yield 1
 yield 0
 yield from [2]
 yield 1
 yield from [2]
 yield from [2]
 yield from [2]
 yield from [2]
 yield 0
 yield from (3,)
 yield from (3,)
 yield from [2]
 yield 1
 yield from (3,)
 yield 0
 yield from [2]
 yield 0
 yield 0
 yield 0
 yield from (3,)
 yield from [2]
 yield from [2]
 yield from (3,)
 yield from [2]
 yield 1
 yield 1
 yield from [2]
 yield 0
 yield from [2]
 yield 0
 yield from [2]
 yield 1
 yield 0
 yield 0
 yield 0
 yield 0
 yield 0
 yield 1
 yield from [2]
 yield from [2]
 yield from [2]
 yield from [2]
 yield 1
 yield from [2]
 yield from [2]
 yield from (3,)
 yield 0
 yield 0
 yield from (3,)
 yield 0
 yield from [2]
 yield from [2]
 yield from [2]
 yield from [2]
 yield from (3,)
 yield 0
 yield from [2]
 yield from (3,)
 yield 0
 yield 0
 yield from (3,)
 yield 1
 yield 0
 yield from [2]
 yield from (3,)
 yield from [2]
 yield 0
 yield from [2]
 yield from [2]
 yield 1
 yield 1
 yield from [2]
 yield 0
 yield 1
 yield 0
 yield from [2]
 yield from (3,)
 yield from [2]
 yield from (3,)
 yield 0
 yield from [2]
 yield from (3,)
 yield from [2]
 yield 0
 yield 1
 yield from (3,)
 yield 0
 yield from [2]
 yield 1
 yield from [2]
 yield 1
 yield from (3,)
 yield 0
 yield from [2]
 yield 1
 yield from [2]
 yield 0
 yield from (3,)
 yield 0
 yield from [2]
 yield from [2]
 yield 0
 yield 1
 yield from [2]
 yield from [2]
 yield 1
 yield from (3,)
 yield from [2]
 yield from (3,)
 yield 0
 yield 0
 yield from [2]
 yield 1
 yield 0
 yield from (3,)
 yield from [2]
 yield 0
 yield 0
 yield from [2]
 yield from [2]
 yield from (3,)
 yield from [2]
 yield 0
 yield from (3,)
 yield 1
 yield 0
 yield from [2]
 yield 0
 yield 0
 yield 0
 yield from [2]
 yield 0
 yield from [2]
 yield 1
 yield 0
 yield from [2]
 yield from [2]
 yield 0
 yield from (3,)
 yield from (3,)
 yield 0
 yield 1
 yield 0
 yield 0
 yield from [2]
 yield 0
 yield 0
 yield from (3,)
 yield 1
 yield from [2]
 yield from [2]
 yield 1
 yield 0
 yield from (3,)
 yield 1
 yield 0
 yield 1
 yield 1
 yield 0
 yield from [2]
 yield 1
 yield 0
 yield from (3,)
 yield 0
 yield 0
 yield from (3,)
 yield from [2]
 yield 0
 yield 1
 yield from [2]
 yield 0
 yield from (3,)
 yield 0
 yield 0
 yield from [2]
 yield from [2]
 yield from [2]
 yield 1
 yield from [2]
 yield 0
 yield from [2]
 yield from (3,)
 yield 0
 yield 0
 yield 0
 yield 0
 yield from [2]
 yield from (3,)
 yield 0
 yield from [2]
 yield 1
 yield 0
 yield 1
 yield from [2]
 yield 0
 yield 1
 yield 1
 yield 0
 yield from [2]
 yield 0
 yield 0
 yield from (3,)
 yield 1
 yield 0
 yield 1
 yield from (3,)
 yield 0
 yield from (3,)
 yield 1
 yield 0
 yield from [2]
 yield from (3,)
 yield 0
 yield from (3,)
 yield 0
 yield from [2]
 yield 0
 yield 0
 yield 0
 yield 0
 yield from (3,)
 yield from [2]
 yield 1
 yield from [2]
 yield 0
 yield 0
 yield 0
 yield 0
 yield from [2]
 yield 1
 yield from [2]
 yield 1
 yield 1
 yield 0
 yield from (3,)
 yield from [2]
 yield 0
 yield 1
 yield from [2]
 yield from [2]
 yield from [2]
 yield 0
 yield 0
 yield from (3,)
 yield 1
 yield 0
 yield from (3,)
 yield from [2]
 yield from [2]
 yield from [2]
 yield 1
 yield 0
 yield 1
 yield from [2]
 yield 0
 yield 0
 yield 0
 yield from [2]
 yield 0
 yield from (3,)
 yield 0
 yield from [2]
 yield 1
 yield from [2]
 yield 0
 yield from [2]
 yield 0
 yield 0
 yield 1
 yield 0
 yield 0
 yield 1
 yield from [2]
 yield from (3,)
 yield 1
 yield 0
 yield from [2]
 yield 1
 yield from [2]
 yield from [2]
 yield from (3,)
 yield from [2]
 yield from [2]
 yield 1
 yield 0
 yield 1
 yield from [2]
 yield 0
 yield 0
 yield from (3,)
 yield 0
 yield from (3,)
 yield 0
 yield from [2]
 yield from (3,)
 yield 0
 yield from [2]
 yield 1
 yield 1
 yield from [2]
 yield from [2]
 yield 0
 yield 0
 yield from (3,)
 yield from [2]
 yield from [2]
 yield from [2]
 yield from [2]
 yield from [2]
 yield 1
 yield 0
 yield 0
 yield 1
 yield 0
 yield 0
 yield from (3,)
 yield from [2]
 yield 0
 yield from (3,)
 yield 0
 yield 0
 yield from (3,)
 yield 1
 yield 0
 yield 1
 yield 1
 yield from [2]
 yield from [2]
 yield from (3,)
 yield from [2]
 yield from [2]
 yield 0
 yield 0
 yield 1
 yield from [2]
 yield from [2]
 yield from [2]
 yield 0
 yield from [2]
 yield from (3,)
 yield from [2]
 yield from [2]
 yield from (3,)
 yield 0
 yield 0
 yield 1
 yield 1
 yield from [2]
 yield from (3,)
 yield from (3,)
 yield 0
 yield from (3,)
 yield from (3,)
 yield 0
s=[*g()]
for i in range(0,600,3):print((s[i]*16+s[i+1]*4+s[i+2])//2)
