"""The rig of a loaded hand: each of its meshes hangs rigidly on its own segment."""

from collections.abc import Iterator

import numpy as np

from prehensile.hand.loaded.hand import LoadedHand
from prehensile.skin.rig.rig import Rig
from prehensile.skin.rig.segments import Part, bare_rig, segment_rig


def loaded_rig(hand: LoadedHand) -> Rig:
    """See :func:`prehensile.skin.hand_rig.hand_rig`. Bind pose: all joint angles zero."""
    if not any(segment.meshes for segment in hand.segments.values()):
        return bare_rig(hand)
    return segment_rig(hand, _painted(hand))


def _painted(hand: LoadedHand) -> Iterator[Part]:
    for name, segment in hand.segments.items():
        for mesh in segment.meshes:
            yield name, mesh.vertices, np.asarray(mesh.faces), mesh.color
