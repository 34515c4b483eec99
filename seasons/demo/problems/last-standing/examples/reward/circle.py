# Play it.
from collections import deque

for n in range(1, 201):
    circle = deque(range(1, n + 1))
    while len(circle) > 1:
        circle.rotate(-1)
        circle.popleft()
    print(circle[0])
