f=lambda n,a=2,b=1:print(a)or n and f(n-1,b,a+b)
f(199)
