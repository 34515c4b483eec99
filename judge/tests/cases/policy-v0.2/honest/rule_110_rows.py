x=1
for _ in range(200):
 print(x);y=0
 for i in range(len(bin(x))):y|=(110>>(x<<1>>i&7)&1)<<i
 x=y
