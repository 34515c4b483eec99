"""Emergency room simulation.

Patients arrive with different urgencies, are sorted by a triage nurse and then
treated by the first free doctor. Prints the number of waiting patients after
every minute.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Dict, List, Optional


class Urgency(IntEnum):
    """Lower values are treated first."""

    CRITICAL = 1
    URGENT = 2
    NORMAL = 3
    MINOR = 4

    @property
    def treatment_minutes(self) -> int:
        return {
            Urgency.CRITICAL: 25,
            Urgency.URGENT: 15,
            Urgency.NORMAL: 10,
            Urgency.MINOR: 5,
        }[self]


class HospitalError(Exception):
    """Base class of the errors of this module."""


class DoctorBusyError(HospitalError):
    """Raised when a busy doctor is given another patient."""

    def __init__(self, doctor: Doctor) -> None:
        super().__init__(f"{doctor.name} is still treating patient {doctor.patient.number}")
        self.doctor = doctor


@dataclass(order=True)
class Patient:
    """A patient in the waiting room."""

    urgency: Urgency
    arrival: int
    number: int
    admitted: Optional[int] = field(default=None, compare=False)

    def waiting_time(self, now: int) -> int:
        """Minutes that the patient has been waiting."""
        end = self.admitted if self.admitted is not None else now
        return end - self.arrival


@dataclass
class Doctor:
    """A doctor treats one patient at a time."""

    name: str
    skill: int = 0
    patient: Optional[Patient] = None
    busy_until: int = 0
    treated: int = 0

    def is_free(self, now: int) -> bool:
        return self.patient is None or now >= self.busy_until

    def start(self, patient: Patient, now: int) -> None:
        if not self.is_free(now):
            raise DoctorBusyError(self)
        patient.admitted = now
        self.patient = patient
        self.busy_until = now + max(1, patient.urgency.treatment_minutes - self.skill)

    def finish(self, now: int) -> Optional[Patient]:
        """Release the patient if the treatment is over."""
        if self.patient is None or now < self.busy_until:
            return None
        patient, self.patient = self.patient, None
        self.treated += 1
        return patient


class WaitingRoom:
    """A priority queue of patients in which long waiting raises the urgency."""

    ESCALATION = 30

    def __init__(self) -> None:
        self._heap: List[Patient] = []

    def __len__(self) -> int:
        return len(self._heap)

    def add(self, patient: Patient) -> None:
        heapq.heappush(self._heap, patient)

    def next(self) -> Patient:
        if not self._heap:
            raise HospitalError("the waiting room is empty")
        return heapq.heappop(self._heap)

    def escalate(self, now: int) -> int:
        changed = 0
        for patient in self._heap:
            too_long = patient.waiting_time(now) >= self.ESCALATION
            if too_long and patient.urgency > Urgency.URGENT:
                patient.urgency = Urgency(patient.urgency - 1)
                changed += 1
        if changed:
            heapq.heapify(self._heap)
        return changed


class EmergencyRoom:
    """Ties together the waiting room and the doctors."""

    def __init__(self, doctors: List[Doctor]) -> None:
        self.doctors = doctors
        self.waiting = WaitingRoom()
        self.discharged: List[Patient] = []
        self.statistics: Dict[Urgency, int] = {urgency: 0 for urgency in Urgency}

    def admit(self, patient: Patient) -> None:
        self.statistics[patient.urgency] += 1
        self.waiting.add(patient)

    def tick(self, now: int) -> None:
        for doctor in self.doctors:
            patient = doctor.finish(now)
            if patient is not None:
                self.discharged.append(patient)
        self.waiting.escalate(now)
        for doctor in self.doctors:
            if doctor.is_free(now) and len(self.waiting) > 0:
                doctor.start(self.waiting.next(), now)

    def average_wait(self, now: int) -> int:
        if not self.discharged:
            return 0
        return sum(patient.waiting_time(now) for patient in self.discharged) // len(self.discharged)


def arrivals(minute: int) -> List[Urgency]:
    """Which patients arrive in a minute, by a fixed rule."""
    result = []
    if minute % 4 == 0:
        result.append(Urgency.NORMAL)
    if minute % 9 == 2:
        result.append(Urgency.MINOR)
    if minute * minute % 23 == 3:
        result.append(Urgency.URGENT)
    if minute % 41 == 40:
        result.append(Urgency.CRITICAL)
    return result


def main() -> None:
    room = EmergencyRoom([Doctor("Dr. Gray", skill=2), Doctor("Dr. House", skill=4), Doctor("Dr. Who")])
    number = 0
    for minute in range(200):
        for urgency in arrivals(minute):
            number += 1
            room.admit(Patient(urgency, minute, number))
        room.tick(minute)
        print(len(room.waiting))


if __name__ == "__main__":
    main()
