# Stopped at the last term, so that the end of the loop never matters.
n = 0
while True:
    print(n * n)
    n += 1
