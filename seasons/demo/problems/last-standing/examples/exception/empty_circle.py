for n in range(1, 201):
    circle = list(range(1, n + 1))
    while circle:
        circle.append(circle.pop(0))
        circle.pop(0)
    print(circle[0])
