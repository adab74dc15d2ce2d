"""Held from lift-off to touch-down, in words."""

import numpy as np
import pytest

from prehensile.hand.spec import HandSpec
from prehensile.motion.clip import BodyTrack, Clip, HandTrack
from prehensile.motion.contacts import ContactFrame, ContactTrack
from prehensile.synthesis.clips.judged import TIGHTER, judge_played, judged
from prehensile.world.catalogue import load_object
from prehensile.world.scene import ObjectInScene

TIME = np.arange(121) / 40
UP, DOWN = 40, 100
"""frames between which it is in the air"""


def played(
    up: int = UP,
    down: int = DOWN,
    held_until: int = 121,
    touched: bool = True,
    rise: float = 0.05,
    depth: float = 0.0005,
) -> Clip:
    """A hand that goes up and down, and a cube that goes with it from a stand and back."""
    hand, n = HandSpec.mean("right").build(), len(TIME)
    forearm = np.tile([0.0, 0, 0.4, 1, 0, 0, 0], (n, 1))
    forearm[:, 2] += rise * np.clip(np.minimum(np.arange(n) - up, down - np.arange(n)) / 20, 0, 1)
    pose = forearm + np.array([0.08, 0, -0.04, 0, 0, 0, 0])
    names = ("right/thumb-phalanx-distal", "box", "stand")

    def contact(above: int, below: int) -> tuple:
        return above, below, (0, 0, 0), (1.0, 0, 0), (5.0, 0, 0), 0.0, depth

    def frame(k: int) -> ContactFrame:
        rows = [contact(0, 1)] if touched and k < held_until else []
        rows += [contact(1, 2)] if not up <= k < down else []
        columns = list(zip(*rows, strict=True)) if rows else [()] * 7
        shapes = [(-1,), (-1,), (-1, 3), (-1, 3), (-1, 3), (-1,), (-1,)]
        kinds = [np.int32, np.int32, *[float] * 5]
        arrays = [
            np.array(c, kind).reshape(shape)
            for c, kind, shape in zip(columns, kinds, shapes, strict=True)
        ]
        return ContactFrame(*arrays)

    track = HandTrack(
        "right", hand.spec.to_json(), hand.joint_names, np.zeros((n, hand.dof)), forearm
    )
    return Clip(
        TIME, (track,), (BodyTrack("box", np.eye(3), np.array([[0, 1, 2]]), pose),),
        ContactTrack.from_frames(names, [frame(k) for k in range(n)]),
        np.zeros((n, 1, 5)), np.zeros((n, 1)), {"bodies": {"box": {"com": [0, 0, 0]}}},
    )  # fmt: skip


def test_held_is_from_lift_off_to_touch_down() -> None:
    found = judge_played(played(), "box")
    assert found.ok and found.reason == ""
    assert found.seconds == pytest.approx((DOWN - UP) / 40, abs=0.03)
    assert found.way == pytest.approx(0.05, abs=0.003)
    assert str(found).startswith("held: yes (carried 5 cm")
    assert judge_played(played(down=121), "box").ok  # it need not be put down


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        ({"touched": False}, "the hand never touched it"),
        ({"up": 121}, "it never left what it stands on"),
        ({"held_until": 60}, "lost at 1.4"),
        ({"rise": 0.004}, "the arm moved only 4 mm with it"),
        ({"held_until": 20}, "it was pushed off what it stood on"),
        ({"depth": 0.003}, "fingers sank in by 3.0 mm"),
    ],
)
def test_why_not(what: dict, reason: str) -> None:
    found = judge_played(played(**what), "box")
    assert not found.ok and found.reason.startswith(reason)
    assert str(found).startswith(f"held: no ({reason}")


def test_what_is_advised_can_be_done_here() -> None:
    assert "--warp" in judge_played(played(depth=0.003), "box").advice
    assert "--at" in judge_played(played(held_until=20), "box").advice
    assert "--reflex" in judge_played(played(held_until=60), "box").advice
    on_hinge = judged(played(), [ObjectInScene(load_object("dial"), "box")]).verdict
    assert on_hinge is not None and on_hinge.line.startswith("turned: no")
    assert on_hinge.advice == TIGHTER


def test_the_clip_carries_it() -> None:
    box = ObjectInScene(load_object("box"), "box")
    clip = judged(played(), [ObjectInScene(box.object, "stand", fixed=True), box])
    assert clip.verdict is not None and clip.verdict.ok
    assert judged(played(), [ObjectInScene(box.object, "box", fixed=True)]).verdict is None
