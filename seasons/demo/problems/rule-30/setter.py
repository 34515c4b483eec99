row = 1
while True:
    print(row.bit_count())
    row = row << 2 ^ (row << 1 | row)
