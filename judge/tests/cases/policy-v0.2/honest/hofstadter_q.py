a=[1,1]
for n in range(2,250):a+=[a[n-a[n-1]]+a[n-a[n-2]]]
print(*a)
