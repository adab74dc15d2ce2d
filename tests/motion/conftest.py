import numpy as np
import pytest

from prehensile.lie import so3
from prehensile.motion.clip import BodyTrack, Clip, HandTrack
from prehensile.motion.contacts import ContactFrame, ContactTrack


def random_pose(rng, frames):
    """(frames, 7), a smooth-enough walk: xyz [m] and unit wxyz of either sign."""
    turns = so3.to_quat(so3.random(rng, (frames,))) * rng.choice([-1, 1], (frames, 1))
    return np.concatenate([rng.standard_normal((frames, 3)), turns], axis=1)


def random_clip(seed, frames=7, hands=1, bodies=1, max_contacts=4):
    rng = np.random.default_rng(seed)
    names = ["right/index-finger-tip", "right/palm", "mug"]

    def contact_frame():
        n = int(rng.integers(0, max_contacts + 1))
        normal = rng.standard_normal((n, 3))
        normal /= np.linalg.norm(normal, axis=1, keepdims=True)
        a, b = rng.integers(0, 2, n), np.full(n, 2)
        pos, force = rng.standard_normal((2, n, 3))
        return ContactFrame(a, b, pos, normal, force, rng.random(n), rng.random(n))

    return Clip(
        time=rng.normal() + np.cumsum(rng.uniform(0.005, 0.02, frames)),
        hands=tuple(
            HandTrack(
                name=f"hand-{k}",
                model={"kind": "test", "lengths": [0.1, k], "nested": {"ü": None}},
                joint_names=("index_mcp_flex", "index_pip_flex"),
                q=rng.standard_normal((frames, 2)),
                T_world_forearm=random_pose(rng, frames),
            )
            for k in range(hands)
        ),
        bodies=tuple(
            BodyTrack(
                name=f"body-{k}",
                vertices=rng.standard_normal((4, 3)).astype(np.float32),
                faces=np.array([[0, 1, 2], [0, 2, 3]]),
                pose=random_pose(rng, frames),
                color=rng.random(3),
            )
            for k in range(bodies)
        ),
        contacts=ContactTrack.from_frames(names, [contact_frame() for _ in range(frames)]),
        finger_force=rng.random((frames, hands, 5)),
        palm_force=rng.random((frames, hands)),
        meta={"seed": seed, "command": "grasp mug", "pi": np.pi},
    )


@pytest.fixture(scope="session")
def make_clip():
    return random_clip


@pytest.fixture
def clip():
    return random_clip(0)


def clip_arrays(clip):
    arrays = {"time": clip.time, "finger": clip.finger_force, "palm": clip.palm_force}
    for hand in clip.hands:
        arrays |= {f"{hand.name} q": hand.q, f"{hand.name} T": hand.T_world_forearm}
    for body in clip.bodies:
        for field in ("vertices", "faces", "pose", "color"):
            arrays[f"{body.name} {field}"] = getattr(body, field)
    for field in ("offsets", "a", "b", "pos", "normal", "force", "torsion", "depth"):
        arrays[f"contact {field}"] = getattr(clip.contacts, field)
    return arrays


@pytest.fixture(scope="session")
def arrays_of():
    """Every array of a clip by a readable name."""
    return clip_arrays
