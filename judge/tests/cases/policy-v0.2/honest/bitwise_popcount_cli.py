#!/usr/bin/env python3
"""
popcount.py - print the number of ones in the binary expansion of n (A000120)

Usage:
    popcount.py [-n COUNT] [--method {string,kernighan,table}]
"""
import argparse
import sys

METHODS = {}


def method(name):
    """Register a way to count bits under a name."""

    def register(function):
        METHODS[name] = function
        return function

    return register


@method("string")
def by_string(n):
    return bin(n).count("1")


@method("kernighan")
def by_kernighan(n):
    count = 0
    while n:
        n &= n - 1
        count += 1
    return count


@method("table")
def by_table(n, table=[by_string(byte) for byte in range(256)]):
    count = 0
    while n:
        count += table[n & 255]
        n >>= 8
    return count


def main(argv):
    parser = argparse.ArgumentParser(prog="popcount", description="Print the number of ones in binary expansions.")
    parser.add_argument("-n", "--count", type=int, default=200, help="number of terms (default: 200)")
    parser.add_argument("--method", choices=sorted(METHODS), default="kernighan", help="the algorithm to use")
    options = parser.parse_args(argv)
    if options.count < 0:
        parser.error("the number of terms must not be negative")
    for n in range(options.count):
        print(METHODS[options.method](n))
    return 0


if __name__ == "__main__":
    sys.exit(main([]))
