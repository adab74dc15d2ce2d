"""The page's vertex program against our own blend skinning: one fist, vertex by vertex."""

import tempfile
import time
from pathlib import Path

import numpy as np

from prehensile.bench._browser import open_page
from prehensile.bench.stage import serving
from prehensile.errors import PrehensileError
from prehensile.hand.corpus import corpus
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.motion.clip import Clip, HandTrack
from prehensile.motion.contacts import ContactTrack
from prehensile.skin.blend import blended_skin
from prehensile.skin.rig import hand_rig, joint_transforms

PATIENCE = 30.0
"""[s] until the first frame is drawn"""
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
                if page is None:
                    return None
                end = time.monotonic() + PATIENCE
                while not page.evaluate("!!window.__prehensile?.state()"):
                    if time.monotonic() > end:
                        return None
                    page.wait_for_timeout(100)
                found = page.evaluate("window.__prehensile.skinned('right')")
        except PrehensileError:
            return None
    return 1e3 * largest_distance(clip, np.array(found))


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


def largest_distance(clip: Clip, found: np.ndarray) -> float:
    """[m] between vertices (3 V,) [m] that a page placed and those of the clip's first frame."""
    hand, track = Hand(), clip.hands[0]
    rig = hand_rig(hand)
    T = se3.from_pose7(track.T_world_forearm[0])
    ours, _ = blended_skin(rig, joint_transforms(rig, hand, track.q[0], T))
    return float(np.linalg.norm(found.reshape(-1, 3) - ours, axis=1).max())
