def g(a,b):
    r=0
    while b:
        if b&1:r^=a
        a<<=1
        if a&256:a^=0x11b
        b>>=1
    return r
for x in range(200):
    i=next((y for y in range(256)if g(x,y)==1),0)
    r=99
    for k in range(5):r^=(i<<k|i>>8-k)&255
    print(r)
