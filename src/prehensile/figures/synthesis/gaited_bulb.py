"""A light bulb, gaited by a hand that was captured as it turned the Tango (Kry 2005, Figure 5.9).

The equilibrium trajectory comes from the captured forces and assumed compliances (4.14). The Tango
turned on a stand; the bulb stands loose in a socket, so that it can lean but not be lost when the
captured fingers let go. It is played from two starts that differ by a millimetre. Nothing feels
where the bulb is, and nothing is mended: in a wide socket the bulb leans, grips are met otherwise,
and the two turn differently.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from prehensile.capture.lab.session import lab_session
from prehensile.lie import se3, so3
from prehensile.motion.clip import Clip
from prehensile.synthesis.play.playing import RATE_HZ
from prehensile.synthesis.resynthesize import resynthesize
from prehensile.world.objects.object import ConvexPart, Object
from prehensile.world.objects.primitives import even_angles, lathe
from prehensile.world.scene import ObjectInScene
from prehensile.world.things.bulb import HEIGHT, RADIUS, bulb
from prehensile.world.things.parts import quat_about_z, upright_cylinder

SEED, TURNS = 0, 4
"""of development"""
STARTS = (0.0, 0.001)
"""[m] of the bulb from the socket's middle"""
WIDE, TIGHT = 0.016, 0.0145
"""[m] inner radii of sockets; the bulb's thread has 12.8 mm"""
WALL, DEEP, BELOW = 0.005, 0.022, 0.015
"""[m] of a socket: thickness, depth, and its bottom"""
STAVES = 16


class Gaited(NamedTuple):
    """The bulb from two starts."""

    clips: tuple[Clip, Clip]

    @property
    def time(self) -> np.ndarray:
        """(T,) [s]"""
        return self.clips[0].time

    def turned(self) -> np.ndarray:
        """(2, T) [rad] about the upright axis since the start."""
        R = so3.from_quat(np.stack([clip.body("bulb").pose[:, 3:] for clip in self.clips]))
        return np.unwrap(np.arctan2(R[..., 1, 0] - R[..., 0, 1], R[..., 0, 0] + R[..., 1, 1]))

    def apart(self) -> np.ndarray:
        """(T,) [m] RMS over its points, from one bulb to the other."""
        bodies = [clip.body("bulb") for clip in self.clips]
        first, second = (se3.apply(se3.from_pose7(b.pose)[:, None], b.vertices) for b in bodies)
        return np.sqrt(((first - second) ** 2).sum(axis=2).mean(axis=1))


def socket(inner: float) -> Object:
    """A cup of staves with an inner radius [m]; z = 0 is where a bulb stands."""
    outer, middle = inner + WALL, inner + 0.5 * WALL
    outline = [(0.0, -BELOW), (outer, -BELOW), (outer, DEEP), (inner, DEEP), (inner, 0.0), (0, 0.0)]
    vertices, faces = lathe(np.array(outline), even_angles(64))
    half = 0.5 * np.array([WALL, 2.2 * np.pi * outer / STAVES, DEEP])
    staves = [
        ConvexPart(
            "box", half, np.array([middle * np.cos(a), middle * np.sin(a), half[2]]),
            quat_about_z(a),
        )
        for a in even_angles(STAVES)
    ]  # fmt: skip
    parts = (upright_cylinder(outer, -BELOW, 0.0), *staves)
    return Object.from_mesh("socket", vertices, faces, parts, 0.5, color=(0.35, 0.34, 0.33))


@cache
def captured_turns(turns: int = TURNS) -> Clip:
    """The Tango, turned by so many grips, at the steps' rate."""
    clip = lab_session("tango", SEED, contacts=turns, sensors=()).truth.clip
    return clip.resample(RATE_HZ)


@cache
def gaited(inner: float = WIDE, turns: int = TURNS) -> Gaited:
    """Play the captured turns on the bulb in a socket of an inner radius [m]."""
    captured = captured_turns(turns)
    x, y, z = captured.body("tango").pose[0, :3]
    foot = z - (HEIGHT - RADIUS)
    cup = ObjectInScene(socket(inner), "socket", (x, y, foot, 1.0, 0.0, 0.0, 0.0), fixed=True)
    made = [
        resynthesize(
            captured,
            [ObjectInScene(bulb(), "bulb", (x + dx, y, foot, 1.0, 0.0, 0.0, 0.0)), cup],
            floor=False,
        ).clip
        for dx in STARTS
    ]
    return Gaited((made[0], made[1]))
