for n in range(999):
 r=range(int(n**.5)+2)
 if any(a*a+b*b==n for a in r for b in r):print(n)
