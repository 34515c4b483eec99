"""A small ledger: balances in cents after each of many transactions that follow a simple pattern."""
from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from dataclasses import dataclass

logging.basicConfig(level=logging.ERROR)
log = logging.getLogger(__name__)


class LedgerError(Exception):
    """Base class of everything that can go wrong with a ledger."""


class Overdrawn(LedgerError):
    def __init__(self, balance: int, amount: int) -> None:
        super().__init__(f"cannot withdraw {amount} from an account with {balance}")
        self.balance = balance
        self.amount = amount


class Transaction(ABC):
    """Something that changes a balance."""

    @abstractmethod
    def apply(self, balance: int) -> int:
        """Return the balance afterwards."""


@dataclass
class Deposit(Transaction):
    amount: int

    def apply(self, balance: int) -> int:
        return balance + self.amount


@dataclass
class Withdrawal(Transaction):
    amount: int

    def apply(self, balance: int) -> int:
        if self.amount > balance:
            raise Overdrawn(balance, self.amount)
        return balance - self.amount


@dataclass
class Interest(Transaction):
    percent: int

    def apply(self, balance: int) -> int:
        return balance + balance * self.percent // 100


def transaction_number(n: int) -> Transaction:
    """Every tenth transaction is interest, otherwise deposits and withdrawals alternate."""
    if n % 10 == 9:
        return Interest(percent=3)
    if n % 2 == 0:
        return Deposit(amount=100 + n)
    return Withdrawal(amount=3 * n)


def main() -> None:
    balance = 1000
    for n in range(200):
        transaction = transaction_number(n)
        try:
            balance = transaction.apply(balance)
        except Overdrawn as error:
            log.warning("transaction %d failed: %s", n, error)
            balance = 0
        print(balance)


if __name__ == "__main__":
    main()
