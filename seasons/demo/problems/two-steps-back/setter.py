q = [1, 1]
print(1)
print(1)
while True:
    q.append(q[-q[-1]] + q[-q[-2]])
    print(q[-1])
