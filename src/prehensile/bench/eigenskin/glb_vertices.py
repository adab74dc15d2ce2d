"""The skin that other programs find in our GLB against our own."""

import tempfile
from pathlib import Path

import numpy as np

from prehensile.appearance.worn import SKIN_DRESS
from prehensile.bench._plain_gltf import PlainGltf
from prehensile.export import glb
from prehensile.hand.corpus import corpus
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.motion.clip import Clip, HandTrack
from prehensile.motion.contacts import ContactTrack
from prehensile.motion.tracked_hand import angles_of, hand_of
from prehensile.skin.dress import Dress
from prehensile.skin.rig.blend import posed_skin

FRAME = 0.25
"""[s] between the poses"""


def glb_vertex_err_mm() -> float:
    """[mm] the largest distance of a vertex in a file of all named poses, both hands.

    They move every joint over its range: no clip needs more morph targets.
    """
    return 1e3 * largest_distance(corpus_clip())


def corpus_clip() -> Clip:
    """A right and a left hand that take all named poses, one after the other."""
    q = np.stack([pose.q for pose in corpus().values()])
    frames = len(q)
    hands = tuple(
        HandTrack(
            name=hand.side,
            model=hand.spec.to_json(),
            joint_names=hand.joint_names,
            q=q,
            T_world_forearm=np.tile([0, side, 0.3, 1, 0, 0, 0], (frames, 1)),
        )
        for hand, side in ((Hand(), -0.15), (Hand().spec.mirrored().build(), 0.15))
    )
    return Clip(
        time=FRAME * np.arange(frames),
        hands=hands,
        bodies=(),
        contacts=ContactTrack.empty(frames),
        finger_force=np.zeros((frames, 2, 5)),
        palm_force=np.zeros((frames, 2)),
    )


def largest_distance(clip: Clip, dress: Dress = SKIN_DRESS) -> float:
    """[m] between a vertex as a plain player of the clip's GLB has it and as we do, all frames."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "clip.glb"
        glb.save(clip, path, dress)
        file = PlainGltf(path)
    worst = 0.0
    for track in clip.hands:
        hand = hand_of(track)
        T = se3.from_pose7(track.T_world_forearm)
        for k, q in enumerate(angles_of(track)):
            ours, _ = posed_skin(dress.rig(hand), hand, q, T[k])
            x, y, z = file.vertices_at_key(f"{track.name}-skin", k).T
            theirs = np.stack([x, -z, y], axis=1)  # glTF has y up
            worst = max(worst, float(np.linalg.norm(theirs - ours, axis=1).max()))
    return worst
