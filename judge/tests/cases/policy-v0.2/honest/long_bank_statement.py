"""A toy bank with accounts, transactions and a journal.

Run it to see the total balance, in cents, after each business day.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Callable

CENT = Decimal("0.01")


class BankError(Exception):
    """Base class of everything that can go wrong in a bank."""


class InsufficientFunds(BankError):
    """Somebody wants to withdraw more than there is."""

    def __init__(self, account: Account, amount: Decimal) -> None:
        self.account = account
        self.amount = amount
        super().__init__(f"account {account.owner} has {account.balance} and needs {amount}")


class UnknownAccount(BankError, KeyError):
    """There is no such account."""


@dataclass
class Account:
    """An account with an annual interest rate in percent."""

    owner: str
    balance: Decimal = Decimal(0)
    rate: Decimal = Decimal(2)
    journal: list[tuple[datetime.date, str, Decimal]] = field(default_factory=list, repr=False)

    def deposit(self, day: datetime.date, amount: Decimal) -> None:
        if amount <= 0:
            raise ValueError("only positive amounts can be deposited")
        self.balance += amount
        self.journal.append((day, "deposit", amount))

    def withdraw(self, day: datetime.date, amount: Decimal) -> None:
        if amount > self.balance:
            raise InsufficientFunds(self, amount)
        self.balance -= amount
        self.journal.append((day, "withdrawal", amount))

    def add_interest(self, day: datetime.date) -> None:
        """Adds the interest of one day."""
        interest = self.balance * self.rate / 100 / 365
        rounded = interest.quantize(CENT, rounding=ROUND_HALF_EVEN)
        if rounded:
            self.deposit(day, rounded)


class Bank:
    """Some accounts by their owners."""

    def __init__(self) -> None:
        self._accounts: dict[str, Account] = {}

    def open_account(self, owner: str, initial: Decimal = Decimal(0)) -> Account:
        if owner in self._accounts:
            raise BankError(f"{owner} has an account already")
        account = Account(owner, initial)
        self._accounts[owner] = account
        return account

    def __getitem__(self, owner: str) -> Account:
        try:
            return self._accounts[owner]
        except KeyError:
            raise UnknownAccount(owner) from None

    def transfer(self, day: datetime.date, source: str, target: str, amount: Decimal) -> bool:
        """Moves money, and says whether there was enough."""
        try:
            self[source].withdraw(day, amount)
        except InsufficientFunds:
            return False
        self[target].deposit(day, amount)
        return True

    def for_each(self, action: Callable[[Account], None]) -> None:
        for account in self._accounts.values():
            action(account)

    @property
    def total(self) -> Decimal:
        return sum((account.balance for account in self._accounts.values()), Decimal(0))


def business_days(start: datetime.date):
    """All days but Saturdays and Sundays."""
    day = start
    while True:
        if day.weekday() < 5:
            yield day
        day += datetime.timedelta(days=1)


def main() -> None:
    bank = Bank()
    bank.open_account("alice", Decimal(1000))
    bank.open_account("bob", Decimal(500))
    for number, day in enumerate(business_days(datetime.date(2024, 1, 1))):
        if number == 150:
            break
        amount = Decimal(10 * (number % 7 + 1))
        if not bank.transfer(day, "alice", "bob", amount):
            bank.transfer(day, "bob", "alice", 5 * amount)
        bank.for_each(lambda account: account.add_interest(day))
        print(int(bank.total / CENT))


if __name__ == "__main__":
    main()
