print(*[n^n>>1for n in range(200)])
