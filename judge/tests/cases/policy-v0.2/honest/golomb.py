a=[0,1]
while 1:print(a[-1]);n=len(a);a+=[1+a[n-a[a[n-1]]]]
