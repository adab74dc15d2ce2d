"""Light things that are slippery: held by friction as their label says, or not at all."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from prehensile.bench.control.on_table import random_thing
from prehensile.control.grasp import grasp
from prehensile.errors import PrehensileError
from prehensile.hand.parse import parse_hand
from prehensile.motion.clip import Clip
from prehensile.quality.judge.held import judge_held
from prehensile.quality.judge.touches import hand_contacts

FRICTION_FIGURES = {
    "friction_ok": "yes: at labels 0.2, 0.3 and 0.5 no contact force of hand and object is outside "
    "the label's cone (2 %) in any frame of a held clip",
    "friction_held": "at least 0.7: of 20 random things of 50 to 200 g at each label",
    "friction_held_by_label": "",
}
LABELS = (0.2, 0.3, 0.5)
THINGS = 20
FIRST = 100
"""Index of the first thing in the draw: none that stands on the table of the other figures."""
MASSES = (0.05, 0.2)
"""[kg]"""
TOLERANCE = 1.02
FELT = 0.01
"""[N] from which a contact's force counts"""


class Slippery(NamedTuple):
    """One thing at one label."""

    label: float
    held: bool
    inside: bool
    """whether every contact force of hand and object was in the label's cone"""


def cases(seed: int) -> list[tuple[int, int, float]]:
    """Seed, index and label of everything that is tried."""
    return [(seed, FIRST + k, label) for k in range(THINGS) for label in LABELS]


def measure_slippery(case: tuple[int, int, float]) -> Slippery:
    """Grasp one of `cases` by default."""
    seed, index, label = case
    obj, side = random_thing(seed, index, MASSES)
    try:
        clip = grasp(obj.with_friction(label), parse_hand(side).build())
    except PrehensileError:
        return Slippery(label, False, True)
    held = judge_held(clip, obj.name).held
    return Slippery(label, held, inside_cone(clip, obj.name, label))


def inside_cone(clip: Clip, body: str, friction: float) -> bool:
    """Whether no contact of hand and body ever pulls more than friction allows."""
    mask, _ = hand_contacts(clip, body, clip.hands[0].name)
    force, normal = clip.contacts.force[mask], clip.contacts.normal[mask]
    press = np.abs((force * normal).sum(axis=1))
    slide = np.sqrt(np.maximum((force**2).sum(axis=1) - press**2, 0.0))
    felt = press > FELT
    return bool(np.all(slide[felt] <= TOLERANCE * friction * press[felt]))


def figures(found: Sequence[Slippery]) -> dict[str, Any]:
    """`FRICTION_FIGURES` of everything that was tried."""
    by_label = {
        f"{label:g}": float(np.mean([s.held for s in found if s.label == label]))
        for label in sorted({s.label for s in found})
    }
    return {
        "friction_ok": all(s.inside for s in found if s.held),
        "friction_held": float(np.mean([s.held for s in found])),
        "friction_held_by_label": by_label,
    }
