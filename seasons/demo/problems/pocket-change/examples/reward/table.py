ways = [1] + [0] * 199
for coin in 1, 2, 5, 10, 20, 50, 100, 200:
    for amount in range(coin, 200):
        ways[amount] += ways[amount - coin]
print(*ways, sep="\n")
