# Tiles a strip of three rows and twice the length.
a=1;b=3
while 1:print(a);a,b=b,4*b-a
