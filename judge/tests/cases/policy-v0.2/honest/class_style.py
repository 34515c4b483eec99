class Lucas:
    """Numbers of Lucas, lazily."""
    def __init__(self, first=2, second=1):
        self.pair = (first, second)
    def __iter__(self):
        return self
    def __next__(self):
        value, after = self.pair
        self.pair = (after, value + after)
        return value
for index, value in enumerate(Lucas()):
    if index >= 200:
        break
    print(value)
