a=[1,2,2]
for n in range(3,99):a+=[n]*a[n-1]
print(*a)
