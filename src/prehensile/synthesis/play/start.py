"""Where a hand and its objects begin: not inside each other."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.synthesis.contacts import HAND, Contacts
from prehensile.synthesis.setting import Reference, Setting
from prehensile.synthesis.simulation import Geometry, Simulation

DEEPEST = 0.002
"""[m] by which things may overlap at the start: what `quality.judge` lets a finger sink in"""
HARDEST = 40.0
"""[N] of one segment at the start: what `quality.judge` lets it press"""
SETTLING = 60
"""steps in which fingers give way"""


def settled_start(
    setting: Setting,
    geometry: Geometry,
    compliance: np.ndarray,
    reference: Reference,
    T_bodies: np.ndarray,
    hand: Hand,
) -> tuple[np.ndarray, float]:
    """θ (n,) from which nothing overlaps, and how deep [m] the reference began in an object.

    A reference that holds something from the start goes into it: that is how it presses. The
    objects stand still while the fingers give way.

    Raises:
        InputError: objects overlap one another, or no fingers can give way so far.
    """
    near = Simulation(setting, geometry, compliance, reference, T_bodies).contacts
    _check_bodies(setting, near)
    inside = _deepest(near, setting.skin)
    if inside <= 0:
        return reference.theta, 0.0
    still = replace(setting, bodies=tuple(replace(b, moves="never") for b in setting.bodies))

    def hand_alone(links: np.ndarray, bodies: np.ndarray) -> Contacts:
        found = geometry(links, bodies)  # bodies that stand still cannot come apart
        return Contacts(*(column[found.upper == HAND] for column in found))

    trial = Simulation(still, hand_alone, compliance, reference, T_bodies)
    force = 0.0
    # Little by little, as if the skin hardened; then some steps more.
    for soft in np.linspace(inside, -inside / 2, SETTLING).clip(0.0):
        trial.setting = replace(still, skin=setting.skin + soft)
        wrench = trial.step().wrench
        force = float(np.linalg.norm(wrench[:, :3], axis=1).max(initial=0.0))
    left = _deepest(trial.contacts, setting.skin)
    if left > DEEPEST or not force <= HARDEST:
        raise InputError(_too_deep(setting, near, list(hand.segments)))
    return trial.state.theta, inside


def check_room(names: Sequence[str], places: np.ndarray, room: float) -> None:
    """Refuse objects that begin outside of what is followed.

    Args:
        names: of the objects.
        places: (O, 3) [m] where they begin.
        room: [m] from the world's origin.
    """
    for name, place in zip(names, places, strict=True):
        if not np.abs(place).max() <= room:
            raise InputError(
                f"{name} begins at {', '.join(f'{x:g}' for x in place)} m, outside the room: it "
                f"reaches {room:g} m from the origin."
            )


def _check_bodies(setting: Setting, near: Contacts) -> None:
    between = near.upper != HAND
    if not between.any() or -near.gap[between].min() <= DEEPEST:
        return
    k = int(np.flatnonzero(between)[near.gap[between].argmin()])
    above, below = (setting.bodies[int(side[k])].name for side in (near.upper, near.lower))
    raise InputError(
        f"{above} begins {-1e3 * near.gap[k]:.1f} mm inside {below}: place it higher or elsewhere "
        "(--at), or leave that out (--drop, --no-floor)."
    )


def _deepest(contacts: Contacts, skin: float) -> float:
    """[m] that the hand is in bodies, beyond its soft skin."""
    mine = contacts.upper == HAND
    return float(-(contacts.gap[mine] + skin).min(initial=0.0))


def _too_deep(setting: Setting, near: Contacts, segments: list[str]) -> str:
    mine = np.flatnonzero(near.upper == HAND)
    k = int(mine[near.gap[mine].argmin()])
    body, segment = setting.bodies[int(near.lower[k])].name, segments[int(near.link[k])]
    return (
        f"{body} begins {-1e3 * near.gap[k]:.0f} mm inside the hand ({segment}), more than it can "
        "give way: place it elsewhere (--at), or begin when the hand is open (--from)."
    )
