a=[1,2,2]
for i in range(2,200):a+=[1+i%2]*a[i]
print(*a)
