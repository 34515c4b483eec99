a=[1,1,2]
for i in range(2,200):a+=[2-i%2]*a[i]
print(*a)
