"""A made-up clip in which a hand closes on a ball, lifts it and holds it, every digit as told."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from prehensile.hand.segments import SEGMENT_NAMES
from prehensile.hand.spec import HandSpec
from prehensile.lie import so3
from prehensile.motion.clip import BodyTrack, Clip, HandTrack
from prehensile.motion.contacts import ContactFrame, ContactTrack

NAMES = (*(f"right/{segment}" for segment in SEGMENT_NAMES), "ball")
TIP = {
    "thumb": "thumb-phalanx-distal",
    "index": "index-finger-phalanx-distal",
    "middle": "middle-finger-phalanx-distal",
    "ring": "ring-finger-phalanx-distal",
    "little": "pinky-finger-phalanx-distal",
    "palm": "wrist",
}
PRESSING = {"thumb": 4.0, "index": 2.0, "middle": 1.0, "ring": 1.0, "little": 1.0}
"""[N]"""
TIME = np.arange(0, 5.001, 0.05)
PHASES = [["approach", 0.0, 0.5], ["close", 0.5, 1.0], ["lift", 1.0, 2.0], ["hold", 2.0, 5.0]]
TOWARDS_PERSON = np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]])
"""(3, 3) of a forearm that comes from the side −y: its x axis points to +y"""


def gripped_clip(
    pressing: Mapping[str, float] = PRESSING,
    on_itself: float = 0.0,
    closing_shift: tuple[float, float, float] = (0.0, 0.0, 0.0),
    closing_turn: float = 0.0,
    slide: tuple[float, float, float] | None = None,
    angles: Mapping[str, float] | None = None,
    R_forearm: np.ndarray | None = None,
    longest: float = 0.08,
    where: tuple[float, float, float] = (0.0, 0.0, 0.0),
    meta: dict[str, Any] | None = None,
) -> Clip:
    """The clip.

    Args:
        pressing: [N] of each digit and of the palm on the ball, from the closing on.
        on_itself: [N] of the thumb on the index finger.
        closing_shift: [m] by which closing shoves the ball, world.
        closing_turn: [rad] by which it twists it about z.
        slide: [m] by which it is slid before, in a phase of that name.
        angles: [degrees] by joint, throughout.
        R_forearm: (3, 3) of the forearm, throughout; from the person's side if left out.
        longest: [m] of the ball.
        where: [m] of all contacts, frame of the ball.
        meta: more of it.
    """
    spec = HandSpec.mean("right")
    hand, frames = spec.build(), len(TIME)
    q = np.array(spec.rest)
    for name, degrees in (angles or {}).items():
        q[hand.joint_index(name)] = np.radians(degrees)
    rise = 0.15 * np.clip(TIME - 1.0, 0, 1)
    closed = np.clip((TIME - 0.5) / 0.5, 0, 1)
    forearm = np.zeros((frames, 7))
    R = TOWARDS_PERSON if R_forearm is None else R_forearm
    forearm[:, :3], forearm[:, 3:] = [0.0, -0.15, 0.3], so3.to_quat(R)
    forearm[:, 2] += rise
    ball = np.zeros((frames, 7))
    ball[:, :3] = [0.0, 0, 0.25] + closed[:, None] * np.array(closing_shift)
    ball[:, 2] += rise
    if slide is not None:
        ball[:, :3] += np.clip(TIME / 0.3, 0, 1)[:, None] * np.array(slide)
    turn = so3.exp(closed[:, None] * [0, 0, closing_turn])
    ball[:, 3:] = so3.to_quat(turn)
    rows = [(f"right/{TIP[who]}", "ball", newton) for who, newton in pressing.items()]

    def frame(k: int) -> ContactFrame:
        touching = rows if TIME[k] > 0.9 else []
        if touching and on_itself:
            touching = [*rows, (f"right/{TIP['thumb']}", f"right/{TIP['index']}", on_itself)]
        n = len(touching)
        a, b = (np.array([NAMES.index(row[i]) for row in touching], dtype=int) for i in (0, 1))
        normal = np.tile([0.0, 0, 1], (n, 1))
        force = np.array([row[2] for row in touching], dtype=float).reshape(n, 1) * normal
        pos = np.tile(ball[k, :3] + turn[k] @ np.array(where), (n, 1))
        return ContactFrame(a, b, pos, normal, force, np.zeros(n), np.zeros(n))

    phases = PHASES if slide is None else [["slide", 0.0, 0.4], *PHASES[1:]]
    return Clip(
        time=TIME,
        hands=(
            HandTrack(
                "right", spec.to_json(), hand.joint_names, np.tile(q, (frames, 1)), forearm
            ),
        ),
        bodies=(
            BodyTrack(
                name="ball",
                vertices=np.array([[-longest / 2, 0, 0], [longest / 2, 0, 0], [0, longest / 2, 0]]),
                faces=np.array([[0, 1, 2]]),
                pose=ball,
            ),
        ),
        contacts=ContactTrack.from_frames(NAMES, [frame(k) for k in range(frames)]),
        finger_force=np.zeros((frames, 1, 5)),
        palm_force=np.zeros((frames, 1)),
        meta={"bodies": {"ball": {"com": [0.0, 0, 0]}}, "phases": phases, **(meta or {})},
    )  # fmt: skip
