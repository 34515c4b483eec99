"""Stock of a shop at the end of each day: orders arrive after a delay, demand follows a rule."""
from __future__ import annotations

import collections
import dataclasses
import typing


@dataclasses.dataclass(order=True)
class Order:
    """An order that will arrive on a certain day."""

    arrival: int
    quantity: int = dataclasses.field(compare=False)


class Policy(typing.Protocol):
    def quantity(self, stock: int, pending: int) -> int: ...


@dataclasses.dataclass
class OrderUpTo:
    """Order whatever is missing to the target once the stock is below the threshold."""

    threshold: int
    target: int

    def quantity(self, stock: int, pending: int) -> int:
        position = stock + pending
        return self.target - position if position < self.threshold else 0


class Warehouse:
    def __init__(self, policy: Policy, delay: int) -> None:
        self.policy = policy
        self.delay = delay
        self.stock = 40
        self.orders: collections.deque[Order] = collections.deque()
        self.lost_sales = 0

    def pending(self) -> int:
        return sum(order.quantity for order in self.orders)

    def day(self, today: int, demand: int) -> int:
        """Receive orders, serve the demand and order anew. Returns the stock in the evening."""
        while self.orders and self.orders[0].arrival <= today:
            self.stock += self.orders.popleft().quantity
        served = min(demand, self.stock)
        self.stock -= served
        self.lost_sales += demand - served
        quantity = self.policy.quantity(self.stock, self.pending())
        if quantity:
            self.orders.append(Order(today + self.delay, quantity))
        return self.stock


def demand(day: int) -> int:
    """Weekends are busier than other days."""
    return 5 + day * 7 % 4 + (6 if day % 7 in (5, 6) else 0)


def main() -> None:
    warehouse = Warehouse(OrderUpTo(threshold=30, target=60), delay=3)
    for day in range(200):
        print(warehouse.day(day, demand(day)))


if __name__ == "__main__":
    main()
