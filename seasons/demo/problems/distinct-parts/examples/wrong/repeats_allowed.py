a=[1]+[0]*199
for k in range(1,200):
 for i in range(k,200):a[i]+=a[i-k]
print(*a)
