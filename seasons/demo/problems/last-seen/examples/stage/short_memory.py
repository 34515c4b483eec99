# Remembers the last hundred terms only.
from collections import deque

memory = deque([0], maxlen=100)
for _ in range(200):
    *earlier, last = memory
    print(last)
    memory.append(earlier[::-1].index(last) + 1 if last in earlier else 0)
