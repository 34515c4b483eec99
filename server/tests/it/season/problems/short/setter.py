print(*[1]*6)
