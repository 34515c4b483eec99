a=b=c=1
while 1:print(a);a,b,c=b,c,a+c
