# 1 once, 2 twice, 3 three times.
for n in range(1,21):print(*[n]*n)
