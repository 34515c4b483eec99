a=[1,2,2];i=2
while len(a)<300:a+=[1+i%2]*a[i];i+=1
print(*a)
