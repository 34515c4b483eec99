powers = (1, 2, 4, 8, 16, 32, 64)
for n in range(1, 201):
    largest = max(p for p in powers if p <= n)
    print(2 * (n - largest) + 1)
