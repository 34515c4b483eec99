COINS = (1, 2, 5, 10, 20, 50, 100, 200)


def ways(limit):
    table = [1] + [0] * limit
    for coin in COINS:
        for amount in range(coin, limit + 1):
            table[amount] += table[amount - coin]
    return table


for count in ways(499):
    print(count)
