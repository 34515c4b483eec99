t=[0]*32
for i in range(32):t[0x077cb531<<i>>27&31]=i
for n in range(1,201):print(t[(n&-n)*0x077cb531>>27&31])
