def digits(n, base):
    try:
        if base < 2:
            raise ValueError(f"base {base} is too small")
    except ValueError as error:
        return str(error)
    result = []
    while n:
        n, r = divmod(n, base)
        result.append(r)
    return result[::-1]
for n in range(1, 201):
    print(sum(digits(n, 3)))
