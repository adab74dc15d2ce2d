"""Exemplary sequences of a task: three named poses each, one a phase, chosen by hand.

They set the scales of the objective's terms (3.3.5) and are what searches may begin with (ours).
"""

from collections.abc import Sequence

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.corpus import corpus_pose
from prehensile.manipulate.pose_space import PoseSpace

BETWEEN = " > "
"""between the poses of a sequence, as in ``flat > fist > neutral``"""


def exemplary_actions(
    poses: PoseSpace, sequences: Sequence[str], rest: Sequence[float] = ()
) -> np.ndarray:
    """(E, 3, m) of sequences such as ``flat > fist > neutral``.

    Args:
        poses: in which they are told.
        sequences: three names of the corpus each.
        rest: (m,) coordinates in which all end instead, if any.

    Raises:
        InputError: no sequences, one that has not three poses, or a rest of another size.
        UnknownNameError: a pose that is not in the corpus.
    """
    if not sequences:
        raise InputError("a task needs at least one exemplary sequence.")
    actions = []
    for sequence in sequences:
        names = sequence.split(BETWEEN)
        if len(names) != 3:
            raise InputError(f"the sequence {sequence!r} has {len(names)} poses; expected three.")
        actions.append([poses.coordinates(corpus_pose(name).q) for name in names])
    found = np.array(actions)
    if len(rest):
        if len(rest) != poses.parameters:
            raise InputError(f"the rest has {len(rest)} coordinates; expected {poses.parameters}.")
        found[:, 2] = rest
    return found
