for n in range(1,201):print(int(bin(n)[3:]+'1',2))
