"""A scene driven beat by beat, as a page would drive it."""

import time

import numpy as np

from prehensile.hand.parse import parse_hand
from prehensile.lie import se3
from prehensile.skin.hand_rig import hand_rig
from prehensile.skin.rig.rig import joint_transforms
from prehensile.stage import messages as m
from prehensile.stage.scene import SceneOptions
from prehensile.stage.simulation import Simulation
from prehensile.stage.takes import Takes
from prehensile.stage.wire import decode


class Driver:
    """A page's view of a simulation without a thread."""

    def __init__(self, folder, scene, **options):
        self.simulation = Simulation(Takes(folder), scene, SceneOptions(folder=folder, **options))
        self.heard = []
        self.simulation.open(self)

    def scene_began(self, opening, frame):
        self.opening = [decode(x, m.SERVER_MESSAGES) for x in opening]
        self.frame(frame)

    def frame(self, message):
        self.now = decode(message, m.SERVER_MESSAGES)

    def tell(self, message):
        self.heard.append(decode(message, m.SERVER_MESSAGES))

    def changed(self, topic, message):
        self.tell(message)

    def answer(self, client, message):
        raise AssertionError(decode(message, m.SERVER_MESSAGES).reason)

    def do(self, *messages):
        for message in messages:
            self.simulation.submit(1, message)
        self.simulation.tick()
        return self.now

    def run(self, seconds):
        for _ in range(round(120 * seconds)):
            self.simulation.tick()
        return self.now

    def until(self, phase, seconds=20.0):
        """Simulated seconds; work in the background gets its time too."""
        for _ in range(round(120 * seconds)):
            self.simulation.tick()
            if self.now.phase == phase:
                return self.now
            if self.now.phase == "planning":
                time.sleep(0.01)
        raise AssertionError(f"it never came to {phase!r}; it is {self.now.phase!r}")

    def said(self, kind):
        return [x for x in self.heard if isinstance(x, kind)]

    def recorded(self, seconds):
        """Record for a while; the file and the last frame that a page saw."""
        self.do(m.Record(True))
        self.run(seconds)
        self.do(m.Transport(running=False))
        last = self.now
        self.do(m.Record(False))
        end = time.monotonic() + 300  # the first file of a machine paints the skin, too
        while not (done := [x for x in self.said(m.Recording) if not x.running]):
            assert time.monotonic() < end
            time.sleep(0.02)
        return done[-1], last


def is_same_state(frame, clip):
    """Whether a frame that pages saw is the last frame of a clip."""
    hand = parse_hand("right").build()
    track = clip.hands[0]
    T = joint_transforms(
        hand_rig(hand), hand, track.q[-1], se3.from_pose7(track.T_world_forearm[-1])
    )
    np.testing.assert_allclose(frame.joints[:, :3], T[:, :3, 3], atol=1e-6)
    for k, body in enumerate(clip.bodies):
        np.testing.assert_allclose(frame.bodies[k, :3], body.pose[-1, :3], atol=1e-6)
    if len(frame.group_force):  # a scene without forces shows none
        np.testing.assert_allclose(frame.group_force[:, :5], clip.finger_force[-1], atol=1e-4)
