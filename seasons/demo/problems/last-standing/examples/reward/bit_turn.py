# Take the leading binary digit off and put it at the end.
for n in range(1, 201):
    digits = f"{n:b}"
    print(int(digits[1:] + "1", 2))
