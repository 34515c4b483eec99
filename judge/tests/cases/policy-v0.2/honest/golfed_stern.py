a=[0,1]
for n in range(200):print(a[n]);a+=a[n],a[n]+a[n+1]
