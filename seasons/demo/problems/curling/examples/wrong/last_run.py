# Only looks at how often the last term itself is repeated.
a = []
for n in range(200):
    k = 0
    while k < n and a[-1 - k] == a[-1]:
        k += 1
    a.append(max(k, 1))
print(*a)
