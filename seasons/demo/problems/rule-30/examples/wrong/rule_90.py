for n in range(200):print(2**n.bit_count())
