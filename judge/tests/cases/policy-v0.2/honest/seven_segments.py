for n in range(200):print(sum(b'6255456376'[int(d)]-48for d in str(n)))
