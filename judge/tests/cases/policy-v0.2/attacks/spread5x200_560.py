a,b,c,d,e,g,h,i,j,k,l,m,o,p,q,r=range(16)
s=[]
def f(*a):
 for x in a:s.append(x)
 return 1
f(o,q,b)
y=f(j,m,i)
if f(d,p,a):0
for y in[f(g,j,h)]:0
y=[f(a,m,r)]
y={f(h,h,k)}
y=not f(m,i,o)
assert f(d,g,d)
while f(p,g,p):break
y=f(e,l)+f(g,r)
y={1:f(g,d,c)}
def u(y=f(c,j,j)):0
class v(list if f(d,h,p)else list):0
y=(f(m,k),f(i,l))
y=1 if f(o,q,j)else 0
y=f(q,o)<f(j,h)
f(*(l,m,j))
f(*[m,g,j])
s+=[j,q,b]
s+=g,i,m
s.extend((e,g,p))
s.extend([k,g,d])
for y in d,a,h:s+=[y]
for y in[c,l,j]:f(y)
y=lambda:f(o,m,a);y()
try:f(h,p,q)
finally:0
y=f(e,d,c)and 1
match f(j,m,i):
 case _:0
y=[f(z)for z in(j,h,j)]
y={f(z)for z in[e,q,j]}
f(*{1:q,2:h,3:d}.values())
f(l);f(h);f(e)
s[9999:]=m,g,q
s.append(k);s.append(c)
[*map(f,(p,l,i))]
[*map(f,[p,p,a])]
n=0
for x in s[:110]:n=n*16+x
n=n<<560|0x3dd64900756e335ce3572ac57cf1d374cd46bf12e179a81254f221b96952c7198ab2c0b498a869dab64076026ae361aec98134c821ea77930d9cae1daa11cc69778363dc2fde
for i in range(200):print(n>>(199-i)*5&31)
