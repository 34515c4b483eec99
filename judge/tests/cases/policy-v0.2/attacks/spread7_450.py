a,b,c,d,e,g,h,i,j,k,l,m,o,p,q,r=range(16)
s=[]
def f(*a):
 for x in a:s.append(x)
 return 1
f(b,g,k)
y=f(d,i,m)
if f(p,e,b):0
for y in[f(k,p,l)]:0
y=[f(k,r,j)]
y={f(k,g,g)}
y=not f(a,d,b)
assert f(j,b,p)
while f(b,p,d):break
y=f(a,k)+f(g,c)
y={1:f(c,b,k)}
def u(y=f(k,e,e)):0
class v(list if f(j,o,l)else list):0
y=(f(q,q),f(l,g))
y=1 if f(c,j,q)else 0
y=f(a,d)<f(m,g)
f(*(d,l,h))
f(*[a,i,i])
s+=[q,c,m]
s+=j,m,b
n=0
for x in s[:63]:n=n*16+x
n=n<<450|0x2ba4992cb450ea04698b08c2aad3b535c6d7dec272d3897f837780c3ce2514aae37e05017942cc50841499728ffeda4855a5346ad311822ba
for i in range(100):print(n>>(99-i)*7&127)
