"""`Observation`: what a controller of one hand sees of a world, or of many."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from prehensile.errors import InputError
from prehensile.world.contacts import NO_CONTACTS, Contacts
from prehensile.world.segment_contacts import SegmentContacts


@dataclass(frozen=True)
class Observation:
    """What a controller of one hand sees: the present state, and the forces of the last step."""

    time: float | np.ndarray
    """(...) [s]"""
    timestep: float
    """[s] to the next observation"""
    q: np.ndarray
    """(..., dof) [rad]"""
    qd: np.ndarray
    """(..., dof) [rad/s]"""
    forearm: np.ndarray
    """(..., 7) xyz + wxyz, world"""
    finger_force: np.ndarray
    """(..., 5) [N] sum of normal forces, thumb to little"""
    palm_force: np.ndarray
    """(...) [N]"""
    objects: Mapping[str, np.ndarray]
    """name → (..., 7) xyz + wxyz, world"""
    contacts: Contacts = NO_CONTACTS
    """everybody's, of the last step; none of a batch"""
    contact_names: tuple[str, ...] = ()
    """name table of the contacts' ``a`` and ``b``"""
    hand: str = ""
    """name of the hand"""
    twists: Mapping[str, np.ndarray] = field(default_factory=dict)
    """name → (..., 6) (v, ω) of the object frame's origin, world axes [m/s, rad/s]; worked out when
    asked for"""
    hinges: Mapping[str, np.ndarray] = field(default_factory=dict)
    """name of what turns on a hinge → (...) [rad] its angle, not wrapped: two turns are 4π"""
    read_contacts: Callable[[], SegmentContacts] | None = field(default=None, repr=False)
    """behind `segment_contacts`"""

    def segment_contacts(self) -> SegmentContacts:
        """The hand's contacts in the last step, by segment and thing; read when asked for.

        Raises:
            InputError: it was made without them, or the batch it was made of has gone on.
        """
        if self.read_contacts is None:
            raise InputError("this observation was made without contacts by segment.")
        return self.read_contacts()
