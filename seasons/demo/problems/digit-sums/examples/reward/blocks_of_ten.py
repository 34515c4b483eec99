# The sums for 0..9, raised by one for each further block of ten, and again for each hundred.
row = list(range(10))
table = [h + t + u for h in row for t in row for u in row]
print(*table, sep="\n")
