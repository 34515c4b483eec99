l=2
for n in range(3,1300):
 if all(n%d for d in range(2,n)):print(n-l);l=n
