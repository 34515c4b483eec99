# Short programs as people write them for brevity.
n=2;p=1
while n<700:
 if p%n:print(n)
 p*=n*n;n+=1
a=[1]
for i in range(60):print(a[-1]);a+=[sum(a[j]*a[-j-1]for j in range(len(a)))]
a=b=1
exec("print(a);a,b=b,a+b;"*60)
print(*(sum(x>y for x,y in zip(str(k),str(k)[1:]))for k in range(200)))
f=lambda n:n<2 or n*f(n-1)
print(*map(f,range(40)))
print(*[i for i in range(1,3000)if sum(j for j in range(1,i//2+1)if i%j<1)==i])
i=0
while i<200:print(i^i>>1);i+=1
s={0};k=0
for i in range(1,300):k+=[i,-i][k-i>0 and k-i not in s];s|={k};print(k,end=' ')
print()
r=[1,1]
for i in range(200):r.append(r[-r[-1]]+r[-r[-2]]);print(r[i])
print(*sorted({a*a+b*b for a in range(1,40)for b in range(a)})[:200],sep='\n')
import math
for i in range(1,150):print(math.floor(i*(1+5**.5)/2),round(math.log(i)*100),int(math.sqrt(i)*1e6),math.ceil(i/3.7))
