"""The page's vertex program against our own skinning: one fist, vertex by vertex."""

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from prehensile.bench._browser import open_page, wait_until
from prehensile.bench._stage_server import serving
from prehensile.errors import PrehensileError
from prehensile.hand.corpus import corpus
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.motion.clip import Clip, HandTrack
from prehensile.motion.contacts import ContactTrack
from prehensile.skin.hand_rig import hand_rig
from prehensile.skin.rig.blend import posed_skin
from prehensile.skin.rig.rig import Rig

PATIENCE = 30.0
"""[s] until the first frame is drawn"""
READY = "!!window.__prehensile?.state()"
FOREARM = np.array([0.1, -0.05, 0.2, 0.8, -0.2, 0.5, 0.1])
"""Somewhere, turned somehow."""


def page_parity_mm() -> float | None:
    """[mm] the largest distance between a vertex as a browser places it and as we do.

    None without the page or a browser.
    """
    clip = fist_clip(Hand())
    with tempfile.TemporaryDirectory() as folder:
        path = clip.save(Path(folder) / "fist.npz")
        try:
            with serving("play", "--clip", str(path)) as (url, _), open_page(url) as page:
                if page is None or not wait_until(page, READY, PATIENCE):
                    return None
                found = page.evaluate("window.__prehensile.skinned('right')")
        except PrehensileError:
            return None
    return 1e3 * largest_difference(clip, found).vertices


def fist_clip(hand: Hand) -> Clip:
    """A right hand that makes a fist, for a second."""
    pose = FOREARM / np.r_[np.ones(3), np.full(4, np.linalg.norm(FOREARM[3:]))]
    track = HandTrack(
        name="right",
        model=hand.spec.to_json(),
        joint_names=hand.joint_names,
        q=np.tile(corpus()["fist"].q, (2, 1)),
        T_world_forearm=np.tile(pose, (2, 1)),
    )
    return Clip(
        time=np.array([0.0, 1.0]),
        hands=(track,),
        bodies=(),
        contacts=ContactTrack.empty(2),
        finger_force=np.zeros((2, 1, 5)),
        palm_force=np.zeros((2, 1)),
    )


class Difference(NamedTuple):
    """The largest distance between what a page and we make of a skin."""

    vertices: float
    """[m]"""
    normals: float
    """between unit normals"""


def largest_difference(
    clip: Clip, found: Mapping[str, ArrayLike], rig: Rig | None = None
) -> Difference:
    """How far a page's skin is from that of the clip's first frame.

    Args:
        clip: as from :func:`fist_clip`.
        found: ``vertices`` (3 V,) [m] and ``normals`` (3 V,), world, as the page has them.
        rig: what the hand wears; its own skin if left out.
    """
    hand, track = Hand(), clip.hands[0]
    ours = posed_skin(
        rig or hand_rig(hand), hand, track.q[0], se3.from_pose7(track.T_world_forearm[0])
    )
    theirs = [np.reshape(found[name], (-1, 3)) for name in ("vertices", "normals")]
    far = (np.linalg.norm(a - b, axis=1).max() for a, b in zip(theirs, ours, strict=True))
    return Difference(*map(float, far))
