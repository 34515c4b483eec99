for n in range(200):print(n.bit_count()%2)
