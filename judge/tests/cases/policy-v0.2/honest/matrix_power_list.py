def mul(a,b,m):return[[sum(x*y for x,y in zip(r,c))%m for c in zip(*b)]for r in a]
def power(a,n,m):
    r=[[1,0],[0,1]]
    while n:
        if n&1:r=mul(r,a,m)
        a=mul(a,a,m);n>>=1
    return r
for n in range(200):print(power([[1,1],[1,0]],n,10**9+7)[0][1])
