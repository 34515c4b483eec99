#!/usr/bin/env python3
"""Print lengths of Farey sequences."""
import argparse
import sys

def totients(limit):
    phi = list(range(limit + 1))
    for p in range(2, limit + 1):
        if phi[p] == p:
            for multiple in range(p, limit + 1, p):
                phi[multiple] -= phi[multiple] // p
    return phi

def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="how many lengths to print")
    parser.add_argument("--quiet", action="store_true", help="say nothing on standard error")
    options = parser.parse_args(arguments)
    total = 1
    for order, phi in enumerate(totients(options.count)[1:], start=1):
        total += phi
        print(total)
    if not options.quiet:
        print("done: the last order was", order, file=sys.stderr)

main([])
