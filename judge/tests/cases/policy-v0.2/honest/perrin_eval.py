a,b,c=3,0,2
while 1:print(a);a,b,c=eval('b,c,a+b')
