import re
from functools import*
s=lambda w:re.sub(r"(.)\1*",lambda m:str(len(m[0]))+m[1],w)
@cache
def c(w):
 for i in range(1,len(w)):
  r=w[i:];k=9
  while k and r[0]!=w[i-1]:r=s(r)[:40];k-=1
  if k<1:return[w[:i]]+c(w[i:])
 return[w]
@cache
def f(w,n):return sum(f(p,n-1)for p in c(s(w)))if n else len(w)
for n in range(200):print(f("1",n))
