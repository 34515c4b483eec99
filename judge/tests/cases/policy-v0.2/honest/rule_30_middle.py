r=1
for n in range(200):print(r>>n&1);r=r^(2*r|4*r)
