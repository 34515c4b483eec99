# Every prime is next to a multiple of six. Not every such number is prime.
print(1, 2, *[2, 4] * 99)
