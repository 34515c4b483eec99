for n in range(1,201):print(len(bin(n&-n))-3)
