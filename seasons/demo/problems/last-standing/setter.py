place = 0
n = 0
while True:
    n += 1
    place = (place + 2) % n
    print(place + 1)
