import heapq
from collections import Counter

def huffman_bits(text: str) -> int:
    """Total length of the text in its own Huffman code."""
    heap = list(Counter(text).values())
    if len(heap) == 1:
        return heap[0]
    heapq.heapify(heap)
    total = 0
    while len(heap) > 1:
        merged = heapq.heappop(heap) + heapq.heappop(heap)
        total += merged
        heapq.heappush(heap, merged)
    return total

for n in range(200):
    print(huffman_bits(str(n ** 6)))
