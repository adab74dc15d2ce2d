"""What contacts can do to an object: wrenches that span the grasp wrench space."""

import numpy as np
from numpy.typing import ArrayLike

from prehensile.quality.measure.checked_contacts import (
    checked_contacts,
    checked_friction,
    checked_length,
    checked_torsion,
)
from prehensile.quality.measure.friction_cone import ContactWrenches, finger_wrenches

SIDES = 4
"""Edges of a friction cone, as in Andrews 2014, Figure 3-3"""
RINGS = 1
"""Parallels of a soft finger's limit surface between its equator and either pole"""


def contact_wrenches(
    pos: ArrayLike,
    normal: ArrayLike,
    friction: float | np.ndarray,
    origin: ArrayLike,
    length: float,
    *,
    sides: int = SIDES,
    torsion: float | np.ndarray = 0.0,
    rings: int = RINGS,
) -> ContactWrenches:
    """Wrenches that hard or soft fingers exert on an object.

    Give contacts in the object's own frame, and a grasp that is only carried about keeps its
    figures to the last digit: the cones' polygons are turned with the axes.

    Args:
        pos: (..., N, 3) [m].
        normal: (..., N, 3) unit, from the hand into the object.
        friction: sliding coefficient, one or (..., N).
        origin: (..., 3) [m] about which torques are taken; the centre of mass, mostly.
        length: [m] by which they are divided, so that six rows can be compared; the object's
            largest radius about the origin, mostly. Every measure but closure depends on it.
        sides: edges of each friction cone.
        torsion: [m] largest torque about the normal over the normal force, one or (..., N); 0 for
            hard fingers. `hertz_patch.patch_torsion` gives it.
        rings: parallels of the limit surface between its equator and either pole; without, the
            surface is the double pyramid inside it.

    Raises:
        InputError: contacts, friction or length that make no sense.
    """
    at, into = checked_contacts(pos, normal)
    return finger_wrenches(
        at,
        into,
        checked_friction(friction),
        np.asarray(origin, dtype=float),
        checked_length(length),
        sides=sides,
        torsion=checked_torsion(torsion),
        rings=rings,
    )


def normal_wrenches(
    pos: ArrayLike, normal: ArrayLike, origin: ArrayLike, length: float
) -> np.ndarray:
    """(..., N, 6) wrenches of unit forces along the normals alone: contacts without friction.

    Args:
        pos: (..., N, 3) [m].
        normal: (..., N, 3) unit, into the object.
        origin: (..., 3) [m] about which torques are taken.
        length: [m] by which they are divided.
    """
    at, into = checked_contacts(pos, normal)
    arms = (at - np.asarray(origin, dtype=float)[..., None, :]) / checked_length(length)
    return np.concatenate([into, np.cross(arms, into)], axis=-1)
