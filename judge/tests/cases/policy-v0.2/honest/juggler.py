from math import*
for n in range(1,201):
 k=0
 while n>1:n=isqrt(n**(1+n%2*2));k+=1
 print(k)
