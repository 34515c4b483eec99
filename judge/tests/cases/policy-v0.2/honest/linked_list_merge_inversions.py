"""Number of inversions of the bit-reversal permutation, counted with a merge sort."""


def count_inversions(items):
    """Return (sorted items, number of inversions)."""
    if len(items) <= 1:
        return list(items), 0
    middle = len(items) // 2
    left, left_count = count_inversions(items[:middle])
    right, right_count = count_inversions(items[middle:])
    merged = []
    count = left_count + right_count
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            merged.append(left[i])
            i += 1
        else:
            merged.append(right[j])
            j += 1
            # Everything that is left in the left half is greater than this element.
            count += len(left) - i
    merged.extend(left[i:])
    merged.extend(right[j:])
    return merged, count


def key(number):
    """The number with its binary digits reversed."""
    return int(bin(number)[:1:-1], 2)


if __name__ == "__main__":
    for size in range(200):
        sequence = [key(number) for number in range(size)]
        _, inversions = count_inversions(sequence)
        print(inversions)
