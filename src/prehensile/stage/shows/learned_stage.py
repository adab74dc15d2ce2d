"""What scenes with a learned hand share: it works towards a goal that may be moved meanwhile."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from prehensile.errors import InputError
from prehensile.manipulate.judging import TIMESTEP
from prehensile.manipulate.learning import lookup_of
from prehensile.manipulate.shipped import check_hand, check_task, policy_named
from prehensile.manipulate.starting import world_at
from prehensile.manipulate.states import States
from prehensile.motion.verdict import Verdict
from prehensile.stage.background import Background
from prehensile.stage.choices import RIGHT_HAND
from prehensile.stage.messages import Control, Plot, Step
from prehensile.stage.progress import Progress
from prehensile.stage.scene import SceneFrame, SceneOptions, StageBody
from prehensile.stage.shows.learned_figures import learned_figures
from prehensile.stage.shows.learned_hand import LearnedHand
from prehensile.stage.world_scene import WorldScene
from prehensile.world.world import Frame, World

READ_STEPS = 30
"""Steps between two readings of the figures: four times a second."""

WARM_STEPS = 240
"""within which a hand has got hold of the thing"""


class LearnedStage(WorldScene):
    """A hand that was learned for a task, at 1/120 s with preset ``fast``, as it is judged.

    Nothing moves until the first step is pressed or the goal dragged; from then on the hand works
    for as long as the thing is in it.
    """

    task_name: str
    plot = Plot("Grasp", ("Quality", "Value"))

    def __init__(self, options: SceneOptions | None = None):
        super().__init__(options)
        policy = policy_named(self.options.policy or self.task_name)
        check_task(policy, self.task_name)
        if self.options.hand.name != RIGHT_HAND.name:  # somebody asked for one
            check_hand(policy, self.options.hand.spec.build())
        self._lookup, self._progress = lookup_of(policy), Progress()
        self.task = self._lookup.task
        self._starts = 0
        self._ready = False
        self.use(World(*self.task.scene(), preset="fast", timestep=TIMESTEP))
        self._fresh = self.world.snapshot()
        self._begin()
        self._warming: Background[None] | None = Background(self._warm_up)

    @abstractmethod
    def goal_turn(self, rng: np.random.Generator) -> np.ndarray:
        """(3,) [rad] to a goal at random from how the thing is turned: a rotation vector, world
        axes.
        """

    @abstractmethod
    def judged(self) -> Verdict:
        """How it stands with the goal, whose time is over or which is reached."""

    def turned_from(self) -> States:
        """The present state, one row, from which goals are turned."""
        return self.hand.state

    def began(self, start: States) -> None:
        """The thing is where a start has it, one row."""
        return

    @abstractmethod
    def marks(self) -> Sequence[StageBody]:
        """What shows the goal, and how the thing is turned now."""

    @abstractmethod
    def mark_poses(self, thing: np.ndarray) -> np.ndarray:
        """(m, 7) of the marks, with the thing at ``thing`` (7,)."""

    @abstractmethod
    def handle_places(self) -> np.ndarray:
        """(k, 3) [m] of the goal's handles."""

    def steps(self) -> Sequence[Step]:
        """Turn it, to another goal, and from the start."""
        now, thing = self._progress, self.task_name
        idle = now.is_done("turn") and not now.running
        return (
            now.step("turn", "Turn", f"The hand turns the {thing} until red lies on yellow."),
            Step(
                "elsewhere",
                "Another goal",
                "Or drag the end of the yellow mark, at any time."
                if idle and not self._fell
                else "It fell: begin again." if idle else "Turn first.",
                "running" if now.running == "elsewhere"
                else "ready" if idle and not self._fell
                else "locked",
            ),
            now.step("again", "Again", "In another pose of the hand.", idle, "Turn first."),
        )  # fmt: skip

    def verdict(self) -> Verdict | None:
        """Whether the thing is turned as it should be, once that is known."""
        return self._verdict

    def controls(self) -> Sequence[Control]:
        """Figures only; the goal is dragged."""
        return self._figures

    def press(self, name: str) -> None:
        """Work towards the goal, or another one; or begin anew."""
        if name == "again":
            self._starts += 1
            self.reset()
            return
        if name == "elsewhere":
            if not self._progress.is_done("turn") or self._fell:
                raise InputError("turn first.")
            self._aim_by(self.goal_turn(self._rng))
        self._progress.begin(name)

    def reset(self) -> None:
        """The hand stands at the thing, and nothing has been done."""
        self._begin()

    def step(self) -> None:
        """Time stands still until the hand begins to work."""
        if self._warming is not None and self._warming.done:
            error, self._warming = self._warming.error, None
            if error is not None:
                self.say("bad", f"The hand cannot work: {error}")
                self._progress.fail()
            self._ready = error is None
        if self._ready and self._works:
            super().step()

    def advance(self) -> Frame:
        """One step of the hand at work."""
        frame, hand, now = self.hand.step(), self.hand, self._progress
        if now.running and hand.outcome.over[0]:
            now.end()
            self._verdict = self.judged()
        self._count += 1
        if self._count % READ_STEPS == 0:
            self._figures = learned_figures(hand)
        return frame

    def frame(self) -> SceneFrame:
        """With marks, handles, and what the policy makes of it."""
        seen = super().frame()
        thing = seen.bodies[[o.name for o in self.world.objects].index(self.task.touched.thing)]
        numbers = (self.hand.quality, self.hand.value) if self._ready else (0.0, 0.0)
        return replace(
            seen,
            bodies=np.concatenate([seen.bodies, self.mark_poses(thing)]),
            handles=self.handle_places(),
            plotted=np.array(numbers),
        )

    @property
    def phase(self) -> str:
        """Of the cycle."""
        if self._warming is not None and self._works:
            return "getting ready"
        return self.hand.phase

    def bodies(self) -> Sequence[StageBody]:
        """The world's objects, and the marks."""
        return [*super().bodies(), *self.marks()]

    def close(self) -> None:
        """Nobody waits any more."""
        if self._warming is not None:
            self._warming.cancel()

    def aim(self, goal: np.ndarray) -> None:
        """The hand works towards a goal (g,) from now on; what has fallen is past that."""
        if self._fell:
            return
        self.hand.aim(goal)
        self._verdict = None
        if not self._progress.running:
            self._progress.begin("turn")

    @property
    def _works(self) -> bool:
        return bool(self._progress.running) or self._progress.is_done("turn")

    @property
    def _fell(self) -> bool:
        return bool(self.hand.outcome.dropped[0])

    def _aim_by(self, turn: np.ndarray) -> None:
        """Towards a goal from how the thing is turned now, in the place where it began."""
        self.hand.aim(self.task.turned(self.turned_from(), turn[None]).goal[0])
        self._verdict = None

    def _begin(self) -> None:
        self._progress.reset()
        self._verdict: Verdict | None = None
        self._rng = np.random.default_rng([self.options.seed, self._starts])
        start = self.task.starts(1, self._rng)
        start = self.task.turned(start, self.goal_turn(self._rng)[None])
        self.world.restore(self._fresh)
        self.task.put(self.world, start)
        self.show_present()
        self.hand, self._count = LearnedHand(self._lookup, self.world, start), 0
        self.began(start)
        self._figures = learned_figures(None)

    def _warm_up(self, check: Callable[..., None]) -> None:
        """Compile what the hand needs where that has not been done yet, in a world of its own."""
        start = self.task.starts(1, np.random.default_rng(0))
        hand = LearnedHand(self._lookup, world_at(self.task, start, TIMESTEP), start)
        for _ in range(WARM_STEPS):
            check()
            hand.step()
            if hand.quality:  # every kernel has run
                break
        learned_figures(hand)
