print(0, 1, 5)
raise ValueError("after the wrong term")
