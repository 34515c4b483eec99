# Abundant numbers: the proper divisors add up to more than the number itself.

def sum_of_proper_divisors(candidate):
    """Return the sum of all divisors that are smaller than the candidate."""
    running_total = 1 if candidate > 1 else 0
    possible_divisor = 2
    # It is enough to look up to the square root.
    while possible_divisor * possible_divisor <= candidate:
        quotient, remainder = divmod(candidate, possible_divisor)
        if remainder == 0:
            running_total += possible_divisor
            # A square root would otherwise count twice.
            if quotient != possible_divisor:
                running_total += quotient
        possible_divisor += 1
    return running_total


def main(number_of_terms=200):
    """Print the first abundant numbers, one on each line."""
    terms_found = 0
    current_number = 1
    while terms_found < number_of_terms:
        if sum_of_proper_divisors(current_number) > current_number:
            print(current_number)
            terms_found += 1
        current_number += 1


if __name__ == "__main__":
    main()
