"""What the worlds of a batch last felt: contact sensors, and which worlds have nothing to show."""

from collections.abc import Callable

import numpy as np

from prehensile.errors import InputError
from prehensile.world.batch.contact_sensors import ContactSensors
from prehensile.world.segment_contacts import SegmentContacts


class BatchSensing:
    """Contacts and forces of the last step in every world.

    Args:
        sensors: of the compiled scene.
        sensordata: (count, numbers) MuJoCo's, a live view that every step writes.
    """

    def __init__(self, sensors: ContactSensors, sensordata: np.ndarray):
        self._sensors = sensors
        self._live = sensordata
        self._shown = sensordata
        """the live one, or another where restored worlds show what they felt then"""
        self.nothing = np.ones(len(sensordata), dtype=bool)
        """(count,) worlds without contacts to read; never written into"""
        self.force = sensors.group_force(np.zeros_like(sensordata))
        """(count, hands, 6) [N] sums of normal forces, columns as GROUPS"""
        self._age = 0

    def take(self, alive: np.ndarray, worlds: np.ndarray | None = None) -> None:
        """Take over what the last step wrote, in all worlds or in those numbered (n,); those that
        are not ``alive`` (count,) felt nothing.
        """
        self._age += 1
        if worlds is None:
            self._shown, self.nothing = self._live, ~alive
            self.force = self._sensors.group_force(self._live)
            self.force[self.nothing] = 0
            return
        if self._shown is not self._live:
            self._shown[worlds] = self._live[worlds]
        self.nothing = self.nothing.copy()
        self.nothing[worlds] = ~alive[worlds]
        felt = self._sensors.group_force(self._live[worlds])
        self.force[worlds] = np.where(alive[worlds, None, None], felt, 0.0)

    def forget(self, worlds: np.ndarray) -> None:
        """Nothing was felt in the worlds of a mask."""
        self._age += 1
        self.nothing = self.nothing | worlds
        self.force[worlds] = 0

    def save(self) -> np.ndarray | None:
        """(count, numbers) copied; None if no world has anything to show."""
        return None if self.nothing.all() else self._shown.copy()

    def restore(
        self, shown: np.ndarray | None, nothing: np.ndarray, force: np.ndarray, worlds: np.ndarray
    ) -> None:
        """What was saved, in the worlds of a mask."""
        self._age += 1
        self.nothing = np.where(worlds, nothing, self.nothing)
        self.force[worlds] = force[worlds]
        if shown is not None:
            self._shown = np.where(worlds[:, None], shown, self._shown)

    def contacts(self, hand: str, worlds: np.ndarray | None = None) -> SegmentContacts:
        """Of one hand in every world, or in those numbered (n,), copied."""
        shown = self._shown
        if self.nothing[slice(None) if worlds is None else worlds].any():
            shown = np.where(self.nothing[:, None], 0.0, shown)
        return self._sensors.read(shown, hand, worlds)

    def reader(self, hand: str, worlds: np.ndarray | None = None) -> Callable[[], SegmentContacts]:
        """Reads the contacts of now, later: as long as they are still those."""
        age = self._age

        def read() -> SegmentContacts:
            if self._age != age:
                raise InputError(
                    "the worlds have gone on since this observation: read its contacts before the "
                    "next step."
                )
            return self.contacts(hand, worlds)

        return read
