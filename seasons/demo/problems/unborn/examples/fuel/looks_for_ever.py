# Looks for a parent above n too, and there is no end of those.
from itertools import count

n = 1
while True:
    for m in count(1):
        if m + sum(map(int, str(m))) == n:
            break
    else:
        print(n)
    n += 1
