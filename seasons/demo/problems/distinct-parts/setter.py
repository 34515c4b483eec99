limit = 400
table = [1] + [0] * limit
for part in range(1, limit + 1):
    for total in range(limit, part - 1, -1):
        table[total] += table[total - part]
for count in table:
    print(count)
