print(*[n * n for n in range(99)])
