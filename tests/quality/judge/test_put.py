"""What was put down stands where it should, and stays."""

from dataclasses import replace

import numpy as np
import pytest
import trimesh

from prehensile.lie import so3
from prehensile.motion.clip import BodyTrack, Clip
from prehensile.motion.contacts import ContactTrack
from prehensile.quality.judge.put import judge_put

TIME = np.arange(0, 3.01, 0.05)
WHERE = [0.1, 0.0, 0.2, 1.0, 0.0, 0.0, 0.0]


def put_clip(shape="block", offset=(0, 0, 0), turn=(0, 0, 0), rolls=0.0, **meta) -> Clip:
    """A thing that stands at ``offset`` and ``turn`` [rad] from where it should, from 1 s on."""
    mesh = {
        "block": trimesh.creation.box((0.03, 0.05, 0.08)),
        "can": trimesh.creation.cylinder(0.03, 0.1, sections=64),
        "ball": trimesh.creation.icosphere(3, 0.04),
    }[shape]
    pose = np.tile(WHERE, (len(TIME), 1))
    pose[:, :3] += offset
    pose[:, 0] += rolls * TIME
    pose[:, 3:] = so3.to_quat(so3.exp(np.array(turn, dtype=float)))
    track = BodyTrack("thing", mesh.vertices.astype(np.float32), np.asarray(mesh.faces), pose)
    return Clip(
        time=TIME,
        hands=(),
        bodies=(track,),
        contacts=ContactTrack.empty(len(TIME)),
        finger_force=np.zeros((len(TIME), 0, 5)),
        palm_force=np.zeros((len(TIME), 0)),
        meta={"put": WHERE, "let_go_at": 1.0} | meta,
    )


@pytest.mark.parametrize(
    ("how", "ok", "words"),
    [
        ({}, True, ""),
        ({"offset": (0.009, 0, 0)}, True, ""),
        ({"offset": (0.011, 0, 0)}, False, "11 mm off"),
        ({"turn": (0, 0, np.radians(9))}, True, ""),
        ({"turn": (0, 0, np.radians(11))}, False, "11° askew"),
        ({"turn": (np.pi / 2, 0, 0)}, False, "90° askew, or lies"),
        ({"rolls": 0.002}, False, "still moves"),
        ({"let_go_at": None}, False, "lost"),
        ({"let_go_at": 2.9}, False, "too soon"),
    ],
)
def test_each_clause(how, ok, words):
    put = judge_put(put_clip(**how), "thing")
    assert put is not None and put.ok is ok
    assert words in put.reason


def test_what_is_round_may_be_turned_about_its_axis_and_a_ball_any_way():
    can = judge_put(put_clip("can", turn=(0, 0, 1.0)), "thing")
    assert can is not None and can.ok
    tipped = judge_put(put_clip("can", turn=(0.3, 0, 0)), "thing")
    assert tipped is not None and tipped.askew == pytest.approx(0.3, abs=1e-3)
    rolled = judge_put(put_clip("ball", turn=(1.0, 2.0, 0.5)), "thing")
    assert rolled is not None and rolled.ok


def test_what_was_not_to_be_put_anywhere_is_not_judged():
    clip = put_clip()
    assert judge_put(replace(clip, meta={"let_go_at": 1.0}), "thing") is None
