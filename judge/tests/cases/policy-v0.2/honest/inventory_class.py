class OutOfStock(Exception):
    """Raised when a customer asks for more than there is."""

class Shop:
    reorder_level = 10

    def __init__(self, stock=50):
        self._stock = stock
        self.refused = 0

    @property
    def stock(self):
        return self._stock

    def sell(self, amount):
        if amount > self._stock:
            raise OutOfStock(f"only {self._stock} left, {amount} wanted")
        self._stock -= amount

    def restock(self):
        if self._stock < self.reorder_level:
            self._stock += 40

shop = Shop()
for day in range(200):
    try:
        shop.sell(day * day % 17)
    except OutOfStock as error:
        shop.refused += 1
    shop.restock()
    print(shop.stock)
