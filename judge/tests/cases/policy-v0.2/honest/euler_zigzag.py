from itertools import*
b=1,
while 1:print(b[-1]);b=*accumulate(b[::-1],initial=0),
