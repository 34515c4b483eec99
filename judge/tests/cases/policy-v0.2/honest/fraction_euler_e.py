from fractions import Fraction
def cf():
    yield 2
    k=2
    while True:
        yield 1
        yield k
        yield 1
        k+=2
p,q,r,s=1,0,0,1
for a,_ in zip(cf(),range(200)):
    p,q,r,s=a*p+q,p,a*r+s,r
    print(p)
