import heapq
from dataclasses import dataclass, field
from enum import Enum, auto

class Kind(Enum):
    ARRIVE = auto()
    LEAVE = auto()

@dataclass(order=True)
class Event:
    time: int
    number: int
    kind: Kind = field(compare=False)

def simulate(limit):
    """Customers arrive every 3 minutes and need n % 7 minutes each."""
    events, waiting, number = [Event(0, 0, Kind.ARRIVE)], 0, 0
    while number < limit:
        event = heapq.heappop(events)
        number += 1
        if event.kind is Kind.ARRIVE:
            waiting += 1
            heapq.heappush(events, Event(event.time + 3, number, Kind.ARRIVE))
            heapq.heappush(events, Event(event.time + number % 7, number + limit, Kind.LEAVE))
        else:
            waiting -= 1
        yield waiting

print(*simulate(200), sep="\n")
