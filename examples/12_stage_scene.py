# /// script
# dependencies = ["prehensile[stage]"]
# ///
"""A scene of your own for the Stage: a hand that waves. Here it runs without a page.

python examples/12_stage_scene.py            a second of it, printed
python examples/12_stage_scene.py --open     in the browser, until Ctrl-C
"""

import sys

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.kinematics.forward import pad_positions
from prehensile.lie import se3
from prehensile.stage.messages import Control, Step
from prehensile.stage.scene import SceneFrame, SceneOptions, StageHand, StageScene

FINGERS_UP = np.array([[0, 0, -1, 0], [0, 1, 0, 0], [1, 0, 0, 0.2], [0, 0, 0, 1.0]])


class Waving(StageScene):
    """Its steps, its controls, its frame: that is all there is to a scene."""

    look_at = (0.0, 0.0, 0.3)

    def __init__(self, options: SceneOptions | None = None):
        super().__init__(options)
        self.hand = Hand()
        self.turns, self.rate, self.waving = 0.0, 1.0, True

    def hands(self):
        """Who is on the stage."""
        return [StageHand("right", self.hand)]

    def controls(self):
        """What the page draws."""
        return [
            Control("rate", "How fast", "slider", value=self.rate, low=0.0, high=3.0, unit="Hz"),
        ]

    def steps(self):
        """What there is to do, in order; the first that is ready is lit."""
        return [
            Step("stop", "Stop", "The hand comes to rest.", "ready" if self.waving else "done"),
            Step("go", "Wave", "It waves again.", "locked" if self.waving else "ready"),
        ]

    def set(self, name, value):
        """The slider was moved."""
        self.rate = value

    def press(self, name):
        """A step was pressed."""
        self.waving = name == "go"

    def step(self):
        """120 times a second."""
        self.turns += self.waving * self.rate * self.timestep

    def reset(self):
        """From the start."""
        self.turns, self.waving = 0.0, True

    def frame(self):
        """What to show now."""
        q = np.zeros(self.hand.dof)
        q[self.hand.joint_index("wrist_dev")] = 0.3 * np.sin(2 * np.pi * self.turns)
        forearm = se3.to_pose7(FINGERS_UP)
        return SceneFrame(time=self.turns, q=[q], forearm=[forearm], phase="hello")


def main() -> None:
    if "--open" in sys.argv:
        from prehensile.stage.server import show

        show(Waving)
        return
    scene = Waving()
    for k in range(121):
        if k % 30 == 0:
            shown = scene.frame()
            pads, _ = pad_positions(scene.hand, shown.q[0], se3.from_pose7(shown.forearm[0]))
            print(f"{shown.time:.2f} s   index fingertip at y = {1e3 * pads[1, 1]:+.1f} mm")
        scene.step()


if __name__ == "__main__":
    main()
