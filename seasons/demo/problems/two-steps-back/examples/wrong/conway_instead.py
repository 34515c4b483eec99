# A cousin with a better temper.
a=[0,1,1]
for n in range(3,201):a+=[a[a[-1]]+a[n-a[-1]]]
print(*a[1:])
