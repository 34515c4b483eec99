"""Number of perfect out-shuffles that restore a deck of 2n cards, by simulation and by modular order."""


def out_shuffle(deck):
    """Cut the deck in half and interleave; the top card stays on top."""
    half = len(deck) // 2
    shuffled = []
    for first, second in zip(deck[:half], deck[half:]):
        shuffled.append(first)
        shuffled.append(second)
    return shuffled


def shuffles_by_simulation(cards):
    original = list(range(cards))
    deck = out_shuffle(original)
    count = 1
    while deck != original:
        deck = out_shuffle(deck)
        count += 1
    return count


def multiplicative_order(base, modulus):
    """Smallest positive k with base^k = 1 modulo the modulus."""
    if modulus == 1:
        return 1
    power, order = base % modulus, 1
    while power != 1:
        power = power * base % modulus
        order += 1
    return order


def main():
    for n in range(1, 201):
        order = multiplicative_order(2, 2 * n - 1)
        if n < 20:
            simulated = shuffles_by_simulation(2 * n)
            if simulated != order:
                raise RuntimeError(f"{simulated} shuffles for {2 * n} cards, but the order is {order}")
        print(order)


if __name__ == "__main__":
    main()
