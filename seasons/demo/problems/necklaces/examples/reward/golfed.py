from math import*
for n in range(1,201):print(sum(2**gcd(i,n)for i in range(n))//n)
