"""A learned hand turns a dial to where its yellow mark is dragged."""

from collections.abc import Sequence

import numpy as np

from prehensile.lie import so3
from prehensile.manipulate.judging import DIAL_FARTHEST
from prehensile.manipulate.tasks.dial import FARTHEST, PLATE
from prehensile.motion.verdict import Verdict
from prehensile.stage.choices import slider
from prehensile.stage.messages import Control, Vec3
from prehensile.stage.scene import StageBody
from prehensile.stage.shows.learned_stage import LearnedStage
from prehensile.stage.shows.marks import GOAL_COLOR, NOW_COLOR, rods
from prehensile.stage.verdicts.turned import turned_verdict

HANDLE = "goal"
HEIGHT = 0.012
"""[m] of the marks over the bottom of the plate: just above it"""
FROM, TO, RIM = 0.030, 0.071, 0.078
"""[m] from the axis: where marks begin, where the red one ends, and the handle of the yellow one"""
GOAL_RADIUS, NOW_RADIUS = 0.0022, 0.0030
NEAREST = 1.0
"""[rad] that goals of the scene's own are away at least"""
NEAR_LEVEL = 0.05
"""[m] below the eye, above which a point does not tell what lies behind it"""
DEGREE = np.pi / 180


class DialStage(LearnedStage):
    """Andrews 2014, 3.4.1. The red mark turns with the dial, the yellow one is the goal."""

    task_name = "dial"
    look_at = (0.0, 0.0, PLATE + 0.02)
    look_from = (0.19, -0.22, PLATE + 0.27)

    def controls(self) -> Sequence[Control]:
        """The goal as a number, and the figures."""
        return (
            slider(
                "goal", "Goal", round(float(self.hand.goal[0]) / DEGREE), (-360.0, 360.0),
                "Where the dial should stand; or drag the yellow mark.",
                unit="°", step=1.0, group="Goal",
            ),
            *super().controls(),
        )  # fmt: skip

    def set(self, name: str, value: float | str | bool) -> None:
        """Another goal, which the hand works towards at once."""
        if name == "goal" and isinstance(value, float):
            self.aim(np.array([value * DEGREE]))
        else:
            super().set(name, value)

    def goal_turn(self, rng: np.random.Generator) -> np.ndarray:
        """Up to half a turn, either way, and far enough to be worth it."""
        return np.array([0.0, 0.0, rng.choice([-1, 1]) * rng.uniform(NEAREST, DIAL_FARTHEST)])

    def judged(self) -> Verdict:
        """Whether the dial stands where it should."""
        hand = self.hand
        return turned_verdict(
            "dial", "stands where you want it", hand.outcome, hand.off, hand.seconds, hand.cycles
        )

    def handles(self) -> Sequence[str]:
        """On the end of the yellow mark."""
        return (HANDLE,)

    def handle_places(self) -> np.ndarray:
        """(1, 3) [m]"""
        angle = float(self.hand.goal[0])
        return np.array([[RIM * np.cos(angle), RIM * np.sin(angle), PLATE + HEIGHT]])

    def drag(self, handle: str, target: Vec3 | None) -> None:
        """Turn the goal towards a point, the shorter way round; turns add up.

        The point lies in a plane that faces the eye; what is meant lies behind it, on the plate.
        """
        if target is None:
            return
        old, eye, point = float(self.hand.goal[0]), np.array(self.look_from), np.array(target)
        down = (eye - point)[2]
        if down > NEAR_LEVEL:
            point = eye + (point - eye) * (eye[2] - PLATE - HEIGHT) / down
        change = np.arctan2(point[1], point[0]) - old
        new = old + (change + np.pi) % (2 * np.pi) - np.pi
        self.aim(np.array([np.clip(new, -FARTHEST, FARTHEST)]))

    def marks(self) -> Sequence[StageBody]:
        """Two rods on the plate."""
        x = np.array([1.0, 0.0, 0.0])
        goal = rods([(FROM * x, RIM * x)], GOAL_RADIUS)
        now = rods([(FROM * x, TO * x)], NOW_RADIUS)
        return [
            StageBody("goal", *goal, GOAL_COLOR),
            StageBody("now", *now, NOW_COLOR),
        ]

    def mark_poses(self, thing: np.ndarray) -> np.ndarray:
        """(2, 7)"""
        place = np.array([0.0, 0.0, PLATE + HEIGHT])
        goal = so3.to_quat(so3.exp([0.0, 0.0, float(self.hand.goal[0])]))
        return np.array([[*place, *goal], [*place, *thing[3:]]])
