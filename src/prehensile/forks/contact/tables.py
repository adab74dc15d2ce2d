"""What the contact step works on, as arrays side by side: compiled and plain code take the same."""

from typing import NamedTuple

import numpy as np


class Plant(NamedTuple):
    """A reduced mechanism and its base; never changes."""

    h: float
    """[s]"""
    mass: np.ndarray
    """(r,)"""
    inverse: np.ndarray
    """(r, r) of M + h D + h² with K = 1"""
    tip_basis: np.ndarray
    """(E, 6, r)"""
    tip_rest: np.ndarray
    """(E, 4, 4) end effectors at z = 0, in the base's frame"""
    tip_com: np.ndarray
    """(E, 3) [m] their centres of mass, link frames"""
    preload: np.ndarray
    """(E, 6) wrenches, along the base's axes at the centres of mass, under which the model rests
    at z = 0: contact takes their place"""
    free_base: bool
    base_inertia: np.ndarray
    """(6, 6) of the whole structure at rest, base's frame"""
    base_inverse: np.ndarray
    """(6, 6)"""
    base_com: np.ndarray
    """(3,) [m] centre of mass of the base link alone, where it is pulled"""
    centre: np.ndarray
    """(3,) [m] centre of mass of the whole structure, base's frame"""
    total: float
    """[kg]"""
    gravity: np.ndarray
    """(3,) [m/s²]"""


class Feet(NamedTuple):
    """Spheres on end effectors."""

    tip: np.ndarray
    """(f,) row of the end effector"""
    point: np.ndarray
    """(f, 3) [m] centre, link frame"""
    radius: np.ndarray
    """(f,) [m]"""
    friction: np.ndarray
    """(f,)"""


class Solids(NamedTuple):
    """Bodies that feet touch."""

    kind: np.ndarray
    """(b,) one of `GROUND`, `BALL`, `BLOCK`"""
    size: np.ndarray
    """(b, 3) [m] radius of a ball, half sizes of a block"""
    mass: np.ndarray
    """(b,) [kg]; 0 stands still"""
    inertia: np.ndarray
    """(b, 3, 3) [kg m²]"""
    inverse: np.ndarray
    """(b, 3, 3) of the inertia"""
    grid: np.ndarray
    """(nx, ny, 3) height [m] and slopes of the ground, if there is one"""
    corner: float
    """[m] x and y of the first node"""
    pitch: float
    """[m] between nodes"""


class Motion(NamedTuple):
    """What changes in a step."""

    z: np.ndarray
    """(r,)"""
    v: np.ndarray
    """(r,)"""
    T_base: np.ndarray
    """(4, 4)"""
    base_velocity: np.ndarray
    """(6,) (v, ω) in its own frame"""
    T_bodies: np.ndarray
    """(b, 4, 4)"""
    body_velocity: np.ndarray
    """(b, 6)"""
    impulse: np.ndarray
    """(b, f, 3) [Ns] on the feet in the last step, world: where the next solve begins"""


class Loads(NamedTuple):
    """Dead wrenches (f, τ) [N], [Nm], world axes, at the centres of mass."""

    tips: np.ndarray
    """(E, 6)"""
    base: np.ndarray
    """(6,)"""
    bodies: np.ndarray
    """(b, 6)"""


class Touch(NamedTuple):
    """The contacts of one time step."""

    foot: np.ndarray
    """(c,) row of the foot"""
    body: np.ndarray
    """(c,) row of the body"""
    pos: np.ndarray
    """(c, 3) [m] world"""
    normal: np.ndarray
    """(c, 3) out of the body, towards the foot"""
    force: np.ndarray
    """(c, 3) [N] world, on the foot"""
    gap: np.ndarray
    """(c,) [m] negative where they overlap"""


GROUND, BALL, BLOCK = 0, 1, 2
"""Kinds of surfaces."""
SWEEPS = 60
"""Most sweeps of projected Gauss–Seidel in one step."""
SETTLED = 1e-7
"""Change of an impulse, relative to the largest, below which a sweep was the last."""
RIGID = 1e-10
"""Share of the largest diagonal of W below which a contact direction cannot give way."""
MARGIN = 0.02
"""[m] Gaps up to this are watched, so that nothing tunnels."""
PUSH_OUT = 0.2
"""Share of a penetration taken back in one step."""
SLOP = 1e-4
"""[m] of penetration left alone, so that resting contacts stay contacts."""
SOFTNESS = 1e-9
"""Share added to the diagonal of W: redundant contacts stay solvable."""
