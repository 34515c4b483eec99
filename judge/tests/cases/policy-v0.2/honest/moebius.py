def m(n,p=2):
 if n<2:return 1
 if n%p:return m(n,p+1)
 n//=p;return n%p and-m(n,p+1)
for n in range(1,201):print(m(n))
