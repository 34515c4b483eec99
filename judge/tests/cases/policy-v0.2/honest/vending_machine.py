"""Simulation of a vending machine: how much change it gives for a stream of customers."""
from collections import Counter
from dataclasses import dataclass
from enum import Enum
from typing import Optional


class Coin(Enum):
    PENNY = 1
    NICKEL = 5
    DIME = 10
    QUARTER = 25


class Product(Enum):
    CHIPS = 65
    CHOCOLATE = 80
    SODA = 95


class OutOfChange(RuntimeError):
    pass


@dataclass
class Purchase:
    product: Product
    inserted: int

    @property
    def change(self) -> int:
        return self.inserted - self.product.value


class VendingMachine:
    """Keeps coins, sells products and gives change with as few coins as possible."""

    def __init__(self) -> None:
        self.coins = Counter({coin: 50 for coin in Coin})
        self.sold = Counter()

    def make_change(self, amount: int) -> Counter:
        """Take coins out of the machine, the most valuable first."""
        given: Counter = Counter()
        for coin in sorted(Coin, key=lambda coin: -coin.value):
            while amount >= coin.value and self.coins[coin] > 0:
                amount -= coin.value
                self.coins[coin] -= 1
                given[coin] += 1
        if amount:
            raise OutOfChange(f"{amount} cents cannot be returned")
        return given

    def sell(self, purchase: Purchase) -> Optional[Counter]:
        if purchase.change < 0:
            return None
        self.sold[purchase.product] += 1
        self.coins[Coin.QUARTER] += purchase.inserted // 25
        return self.make_change(purchase.change)


def customer(number: int) -> Purchase:
    """The behaviour of a customer depends on his number only."""
    products = list(Product)
    return Purchase(products[number % len(products)], 25 * (2 + number * number % 4))


def main() -> None:
    machine = VendingMachine()
    for number in range(200):
        try:
            given = machine.sell(customer(number))
        except OutOfChange:
            given = None
        print(sum(given.values()) if given is not None else 0)


if __name__ == "__main__":
    main()
