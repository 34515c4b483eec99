# Consecutive squares differ by consecutive odd numbers.
total = 0
odd = 1
while True:
    print(total)
    total += odd
    odd += 2
