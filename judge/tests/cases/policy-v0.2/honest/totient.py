from math import*
for n in range(1,201):print(sum(gcd(n,k)<2for k in range(n)))
