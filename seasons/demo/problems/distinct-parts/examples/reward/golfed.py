a=[1]+[0]*199
for k in range(200):
 for i in range(199,k,-1):a[i]+=a[i-k-1]
print(*a)
