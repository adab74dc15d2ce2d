"""`load_mechanism`: a mechanism by its name, from a model file, or a hand in a pose."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.forks.models.from_hand import STIFFNESS, from_hand
from prehensile.forks.models.from_mjcf import from_mjcf
from prehensile.forks.models.shipped import SHIPPED, shipped
from prehensile.hand.compliance import HandCompliance
from prehensile.hand.corpus import named_pose
from prehensile.hand.hand import Hand

HAND = "hand:"
"""Begins the names of poses of our hand."""
MODEL_FILES = (".xml", ".mjcf", ".urdf")
"""Suffixes of model files; any other file that exists is tried as well."""


def load_mechanism(
    text: str,
    effectors: Sequence[str] | None = None,
    stiffness: float = 0.0,
    compliance: HandCompliance | None = None,
    assets: str | Path | None = None,
) -> Mechanism:
    """The mechanism that ``text`` means.

    Args:
        text: a shipped name, ``hand:POSE`` with a pose of the corpus, or an MJCF or URDF file; of
            ``hand:POSE:POSE`` the first pose.
        effectors: names of links; the mechanism's own choice if left out.
        stiffness: of joints for which a file has none, as in :func:`from_mjcf`.
        compliance: of the hand in ``hand:POSE``, where it was measured.
        assets: one more folder in which what a file refers to may lie.

    Raises:
        UnknownNameError: no such mechanism, pose or end effector.
        FileError: not a model file.
        InputError: a model that is no mechanism; a compliance for what is no hand in a pose.
    """
    if compliance is not None and not text.startswith(HAND):
        raise InputError(f"{text!r} is no hand in a pose: a hand's compliance goes with hand:POSE.")
    if text in SHIPPED:
        mechanism = shipped(text)
    elif text.startswith(HAND):
        hand = Hand()
        mechanism = from_hand(
            hand, hand_poses(hand, text)[0], STIFFNESS if compliance is None else compliance
        )
    elif Path(text).suffix.lower() in MODEL_FILES or Path(text).exists():
        return from_mjcf(text, effectors, stiffness, assets)
    else:
        raise UnknownNameError("mechanism", text, [*SHIPPED, "hand:POSE", "an MJCF or URDF file"])
    return mechanism if effectors is None else touched_at(mechanism, effectors)


def hand_poses(hand: Hand, text: str) -> np.ndarray:
    """(n, dof) [rad] of the poses that ``hand:POSE:POSE…`` names; none in any other text."""
    names = text.removeprefix(HAND).split(":") if text.startswith(HAND) else ()
    return np.array([named_pose(hand, name).q for name in names]).reshape(-1, hand.dof)


def touched_at(mechanism: Mechanism, effectors: Sequence[str]) -> Mechanism:
    """A mechanism as it is but with other end effectors."""
    base = mechanism.links[mechanism.base].name
    return Mechanism(
        mechanism.name, mechanism.links, mechanism.joints, base, effectors, mechanism.free_base
    )
