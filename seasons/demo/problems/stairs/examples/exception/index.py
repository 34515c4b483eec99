ways = [1, 1, 2]
for n in range(200):
    print(ways[n])
    ways.append(ways[n] + ways[n - 1] + ways[n + 3])
