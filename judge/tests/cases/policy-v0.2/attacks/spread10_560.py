a,b,c,d,e,g,h,i,j,k,l,m,o,p,q,r=range(16)
s=[]
def f(*a):
 for x in a:s.append(x)
 return 1
f(r,k,l)
y=f(e,i,j)
if f(b,e,r):0
for y in[f(d,l,a)]:0
y=[f(g,j,k)]
y={f(l,m,c)}
y=not f(i,i,a)
assert f(k,e,d)
while f(r,l,a):break
y=f(p,j)+f(o,o)
y={1:f(p,o,b)}
def u(y=f(b,c,m)):0
class v(list if f(p,m,r)else list):0
y=(f(i,r),f(h,p))
y=1 if f(r,i,q)else 0
y=f(a,q)<f(j,l)
f(*(b,k,i))
f(*[c,e,o])
s+=[k,k,j]
s+=j,i,b
s.extend((a,m,r))
s.extend([a,l,o])
for y in e,m,e:s+=[y]
for y in[d,d,k]:f(y)
y=lambda:f(j,e,g);y()
try:f(q,c,q)
finally:0
y=f(j,b,c)and 1
match f(b,g,h):
 case _:0
y=[f(z)for z in(a,j,o)]
y={f(z)for z in[p,p,r]}
f(*{1:j,2:p,3:h}.values())
f(e);f(d);f(a)
s[9999:]=h,j,e
s.append(r);s.append(o)
[*map(f,(b,g,q))]
[*map(f,[h,h,m])]
n=0
for x in s[:110]:n=n*16+x
n=n<<560|0xb13da6fa6439717a223747254383cc7f36b367129b59d432ad0f46773306581d42fcba8d930c2ab0ea59343cbc89a4420eeb6ca4c37dcd1524ada95b525a0226cf7566390369
for i in range(100):print(n>>(99-i)*10&1023)
