# Looking back more than 64 terms never happened when I tried.
from collections import deque

q = deque([1, 1], maxlen=64)
print(1, 1)
for _ in range(198):
    q.append(q[-q[-1]] + q[-q[-2]])
    print(q[-1])
