a=b=0;c=1
while 1:print(c);a,b,c=b,c,a+b+c
