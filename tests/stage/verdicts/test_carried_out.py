"""What a hand did with an object: frames of a world, changed by hand."""

from types import SimpleNamespace

import numpy as np
import pytest

from prehensile.hand.hand import Hand
from prehensile.lie import so3
from prehensile.quality.judge.carried import LOAD
from prehensile.quality.judge.held import LIFTED, MOVED
from prehensile.stage.verdicts.carried_out import CarryJudge
from prehensile.world.catalogue import load_object
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import World

FOREARM = np.array([0.0, 0.3, 0.3, 1.0, 0, 0, 0])


class Watched:
    """One object beside one hand, its judge, and frames that never happened."""

    def __init__(self, name):
        self.thing = load_object(name)
        self.world = World(HandInScene(Hand(), forearm=FOREARM), [ObjectInScene(self.thing, name)])
        self.judge = CarryJudge(self.world, self.thing)

    def verdict(
        self, up=0.0, slip=0.0, turn=0.0, by="right/thumb-phalanx-distal", force=(0, 0, 0), aided=()
    ):
        """Hand and object go ``up`` [m], the object ``slip`` [m] sideways, turned by ``turn``."""
        names = list(self.world.contact_names)
        things = [o.name for o in self.world.objects]  # a dial brings its plate
        bodies = np.array([self.world.object_pose(name) for name in things])
        pose = bodies[things.index(self.thing.name)]
        pose[:3] += [slip, 0, up]
        pose[3:] = so3.to_quat(so3.from_quat(pose[3:]) @ so3.exp(np.array([0, 0, turn])))
        seen = self.world.observe()
        forearm = seen.forearm + np.array([0, 0, up, 0, 0, 0, 0])
        body = names.index(self.thing.name)
        who = [(body, names.index(by)) if by == "floor" else (names.index(by), body)] if by else []
        a, b = np.array(who, int).reshape(-1, 2).T
        contacts = SimpleNamespace(
            a=a, b=b, normal_force=np.ones(len(a)), force=np.tile(force, (len(a), 1))
        )
        frame = SimpleNamespace(
            q=(seen.q,), forearm=(forearm,), bodies=bodies, contacts=contacts, aided=aided
        )
        return self.judge.verdict(frame)


@pytest.fixture(scope="module")
def ball():
    return Watched("ball")


def test_what_was_lifted_and_stayed_in_the_hand_is_held(ball):
    found = ball.verdict(up=0.15, slip=0.002)
    assert found.ok and "lifted 15.0 cm" in found.line and "2.0 mm" in found.line
    assert found.figures["lifted"].value == pytest.approx(15)


@pytest.mark.parametrize(
    ("how", "word"),
    [
        ({"by": ""}, "Dropped"),
        ({"up": LIFTED - 0.01}, "Not lifted"),
        ({"slip": MOVED + 0.002}, "Slipped"),
        ({"turn": 0.5}, "Slipped"),
        ({"aided": ("ball",)}, "the mouse"),
        ({"by": "floor"}, "Dropped"),
    ],
)
def test_anything_else_is_not_and_says_what_to_do(ball, how, word):
    found = ball.verdict(**{"up": 0.15, **how})
    assert not found.ok and word in found.line and found.advice and found.reason


@pytest.mark.parametrize(("degrees", "ok"), [(20, False), (40, True)])
def test_a_dial_is_turned_by_thirty_degrees(degrees, ok):
    found = Watched("dial").verdict(turn=np.radians(degrees))
    assert found.ok is ok and f"{degrees}°" in found.line


@pytest.mark.parametrize(("newtons", "ok"), [(LOAD - 1, False), (LOAD + 1, True)])
def test_a_hold_bears_what_hangs_on_it(newtons, ok):
    found = Watched("hold").verdict(force=(0, 0, -newtons))
    assert found.ok is ok and f"{newtons:.0f} N" in found.line
