"""A learned hand turns a ball in its palm until it lies as its yellow axes are dragged."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from prehensile.lie import se3, so3
from prehensile.manipulate.judging import BALL_FARTHEST
from prehensile.manipulate.states import States
from prehensile.manipulate.tasks.ball import HEIGHT, PLACE
from prehensile.motion.verdict import Verdict
from prehensile.stage.messages import Control, Vec3
from prehensile.stage.scene import StageBody
from prehensile.stage.shows.learned_stage import LearnedStage
from prehensile.stage.shows.marks import GOAL_COLOR, NOW_COLOR, rods
from prehensile.stage.shows.shortest_turn import shortest_turn
from prehensile.stage.verdicts.turned import turned_verdict

HANDLES = ("long rod", "short rod")
RODS = np.array([[0.0, 0.0, 1.0], [0.6, -0.8, 0.0]])
"""Unit, world: where the red ones point at first, out of the hand. Each yellow one has a handle."""
AXES = {
    "any": None,
    "fingers": (1.0, 0.0, 0.0),
    "palm": (0.0, 1.0, 0.0),
    "upright": (0.0, 0.0, 1.0),
}
"""world, for goals of the scene's own: along the fingers, across the palm, along its normal"""
NEAREST = 0.6
"""[rad] that those are away at least"""
REACH = np.array([0.075, 0.055])
"""[m] of the yellow rods from the ball's centre"""
SHORTER = 0.9
"""share of it that the red ones have"""
GOAL_RADIUS, NOW_RADIUS = 0.0018, 0.0026
GLASS = 0.55
"""opacity of the ball, so that the rods are seen to their centre"""


class BallStage(LearnedStage):
    """Andrews 2014, 3.4.2. Red rods turn with the ball, yellow ones are the goal."""

    task_name = "ball"
    look_at = (PLACE[0], 0.0, HEIGHT + 0.035)
    look_from = (PLACE[0] + 0.14, -0.24, HEIGHT + 0.25)
    _axis = "any"

    def controls(self) -> Sequence[Control]:
        """About which axis other goals are turned, and the figures."""
        return (
            Control(
                name="axis",
                label="Axis",
                kind="choice",
                value=self._axis,
                choices=tuple(AXES),
                group="Goal",
                help="About which another goal is turned: along the fingers, across the palm, "
                "along its normal, or any.",
            ),
            *super().controls(),
        )

    def set(self, name: str, value: float | str | bool) -> None:
        """For the next goal."""
        if name == "axis" and isinstance(value, str):
            self._axis = value
        else:
            super().set(name, value)

    def goal_turn(self, rng: np.random.Generator) -> np.ndarray:
        """Up to a quarter, about the chosen axis, and far enough to be worth it."""
        drawn, chosen = rng.standard_normal(3), AXES[self._axis]
        axis = drawn / np.linalg.norm(drawn) if chosen is None else np.array(chosen)
        return rng.choice([-1, 1]) * rng.uniform(NEAREST, BALL_FARTHEST) * axis

    def turned_from(self) -> States:
        """The ball as it is turned now, where it began."""
        state = super().turned_from()
        home = np.concatenate([self.hand.goal[:3], state.thing[0, 3:]])
        return replace(state, thing=home[None])

    def judged(self) -> Verdict:
        """Whether the ball is turned as it should be."""
        hand = self.hand
        return turned_verdict(
            "ball", "is turned as you want it", hand.outcome, hand.off, hand.seconds, hand.cycles
        )

    def handles(self) -> Sequence[str]:
        """On the ends of the yellow rods."""
        return HANDLES

    def handle_places(self) -> np.ndarray:
        """(2, 3) [m]"""
        goal = self._rods_at(self._goal_in_world())
        return goal[:3] + REACH[:, None] * (RODS @ so3.from_quat(goal[3:]).T)

    def drag(self, handle: str, target: Vec3 | None) -> None:
        """Turn the goal by the least that brings a rod towards a point, within a quarter of how
        the ball is turned now.
        """
        if target is None:
            return
        goal, state = self._goal_in_world(), self.turned_from()
        R = so3.from_quat(goal[3:])
        old = R @ self._home.T @ RODS[HANDLES.index(handle)]
        wanted = so3.exp(shortest_turn(old, np.asarray(target, float) - goal[:3])) @ R
        now = so3.from_quat(self._to_world(state.thing[0])[3:])
        turn = so3.log(wanted @ now.T)
        turn *= min(1.0, BALL_FARTHEST / max(float(np.linalg.norm(turn)), 1e-9))
        self.aim(self.task.turned(state, turn[None]).goal[0])

    def bodies(self) -> Sequence[StageBody]:
        """The ball of glass."""
        ball = self.task.touched.thing
        return [b._replace(opacity=GLASS) if b.name == ball else b for b in super().bodies()]

    def marks(self) -> Sequence[StageBody]:
        """Two pairs of rods."""
        centre = np.zeros(3)
        goal = rods([(centre, tip) for tip in REACH[:, None] * RODS], GOAL_RADIUS)
        now = rods([(centre, tip) for tip in SHORTER * REACH[:, None] * RODS], NOW_RADIUS)
        return [StageBody("goal", *goal, GOAL_COLOR), StageBody("now", *now, NOW_COLOR)]

    def mark_poses(self, thing: np.ndarray) -> np.ndarray:
        """(2, 7)"""
        return np.stack([self._rods_at(self._goal_in_world()), self._rods_at(thing)])

    def began(self, start: States) -> None:
        """Rods stand out of the hand, however the ball came to rest."""
        self._home = so3.from_quat(self._to_world(start.thing[0])[3:])

    def _rods_at(self, ball: np.ndarray) -> np.ndarray:
        """(7,) of rods on a ball at ``ball`` (7,)."""
        turn = so3.from_quat(ball[3:]) @ self._home.T
        return np.concatenate([ball[:3], so3.to_quat(turn)])

    def _goal_in_world(self) -> np.ndarray:
        return self._to_world(self.hand.goal)

    def _to_world(self, pose: np.ndarray) -> np.ndarray:
        """(7,) of a pose in the forearm's frame."""
        forearm = se3.from_pose7(np.asarray(self.world.hands[0].forearm, float))
        return se3.to_pose7(forearm @ se3.from_pose7(pose))
