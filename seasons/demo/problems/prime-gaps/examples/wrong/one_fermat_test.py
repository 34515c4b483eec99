l=2
for n in range(3,1300):
 if pow(2,n,n)==2:print(n-l);l=n
