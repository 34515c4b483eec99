# Nothing seemed to take longer than 120 steps.
for n in range(1, 201):
    m = n
    for steps in range(120):
        if m == 1:
            break
        m = 3 * m + 1 if m % 2 else m // 2
    else:
        steps = 120
    print(steps)
