print(0, 2, "x")
