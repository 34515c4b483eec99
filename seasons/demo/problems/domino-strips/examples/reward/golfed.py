a=b=d=1;c=0
while 1:print(d);a,b,c,d=b,c,d,d+5*c+b-a
