x=1
while 1:print(x.bit_count());x=x<<2^(x<<1|x)
