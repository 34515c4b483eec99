for n in range(200):print(f"{int(f'{n:b}'[::-1],2):{'d'}}")
