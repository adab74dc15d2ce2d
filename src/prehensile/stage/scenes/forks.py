"""Pull a reduced mechanism by its end effectors, and see the full simulation behind it."""

from collections.abc import Callable, Sequence

import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.forks.contact.full_simulation import FullContactSimulation
from prehensile.forks.contact.scenes import CONTACT_SCENES
from prehensile.forks.full.simulation import FullSimulation
from prehensile.forks.measure.step_time import step_us
from prehensile.forks.mechanism.fixed_base import on_fixed_base
from prehensile.forks.models.shipped import SHIPPED, shipped
from prehensile.forks.reduced.model import ReducedModel, reduce
from prehensile.motion.clip import Clip
from prehensile.motion.verdict import Verdict
from prehensile.stage.background import Background
from prehensile.stage.messages import Control, Step, Vec3
from prehensile.stage.scene import SceneFrame, SceneOptions, StageBody, StageHand, StageScene
from prehensile.stage.shows.pulled import PulledShow
from prehensile.stage.shows.show import Pulls, Show
from prehensile.stage.shows.touching import TouchingShow
from prehensile.stage.shows.trial import Trial

FULL_TIME = 0.009
"""[s] of a frame that the full simulation may take: the rest keeps 60 Hz."""
READ_EVERY = 30
"""Frames between two readings of the step times."""
SWING = 90
"""Frames for which it swings back before it is pulled again."""


class ForksStage(StageScene):
    """A mechanism as the few numbers that its end effectors need, beside all of it in MuJoCo.

    The hand holds a ball, the hexapod stands on uneven ground: contacts are on in both, and the
    ball and the trunk can be dragged too.
    """

    timestep = 1 / 60

    def __init__(self, options: SceneOptions | None = None):
        super().__init__(options)
        self._name = "helix50"
        self._ghost = True
        self._preparing: Background[Show] | None = None
        self._taking: Show | None = None
        self._build()

    def controls(self) -> Sequence[Control]:
        """Which mechanism, and whether the full simulation is shown."""
        return (
            Control(
                name="mechanism",
                label="Mechanism",
                kind="choice",
                value=self._name,
                choices=tuple(SHIPPED),
                group="Mechanism",
                help="Drag the points at its end effectors, the hand's ball, the hexapod's trunk.",
            ),
            Control(
                name="full",
                label="Full simulation",
                kind="switch",
                value=self._ghost,
                group="Mechanism",
                help="Every link and joint in MuJoCo, blue, under the same force.",
            ),
        )

    def set(self, name: str, value: float | str | bool) -> None:
        """Another mechanism, or the full simulation on or off."""
        match name, value:
            case "mechanism", str():
                self._name = value
                self._build()
            case "full", bool():
                self._ghost = value
                self.changed_cast()

    def steps(self) -> Sequence[Step]:
        """Pull it, and let it go."""
        pulling = self._asked or self._trial is not None
        held = self._trial is not None and self._trial.over
        pull = Step(
            "pull",
            "Pull",
            f"Both mechanisms are pulled at {self._show.pulled} by the same force."
            if self._preparing is None
            else "Begins as soon as the full simulation is built.",
            "done" if held or self._swinging else "running" if pulling else "ready",
        )
        let_go = Step(
            "let_go",
            "Let go",
            "Both swing back." if held or self._swinging else "Pull first.",
            "ready" if held else "running" if self._swinging else "locked",
        )
        return pull, let_go

    def verdict(self) -> Verdict | None:
        """How near and how much faster the reduced mechanism was in the last pull."""
        return self._verdict

    def press(self, name: str) -> None:
        """Pull the show's own handle, or let it go; what cannot be done now is left out."""
        if name not in (names := [step.name for step in self.steps()]):
            raise UnknownNameError("step", name, names)
        if next(step for step in self.steps() if step.name == name).state != "ready":
            return
        if name == "let_go":
            self._trial, self._swinging = None, SWING
        else:
            self._asked = True

    def reset(self) -> None:
        """At rest, nothing pulled."""
        self._show.reset()
        self._targets: dict[str, np.ndarray] = {}
        self._trial: Trial | None = None
        self._verdict: Verdict | None = None
        self._asked, self._swinging = False, 0
        self._time, self._reading, self._count = 0.0, "", 0

    def step(self) -> None:
        """Both simulations, once the second one is there."""
        self._time += self.timestep
        if self._preparing is not None and not self._take_over():
            return
        if self._asked:
            self._begin_trial()
        shares = (0.0, 0.0) if self._trial is None else self._trial.shares
        made = self._show.step(Pulls(self._targets, shares), self._ghost, FULL_TIME)
        self._swinging = max(0, self._swinging - 1)
        self._judge(made)
        if self._show.lost:
            self.say("info", f"{self._show.lost}: it begins anew.")
            self.reset()
        if self._count % READ_EVERY == 0:
            self._reading = self._read()
            for remark in self._show.remarks(self._ghost):
                self.say("info", remark)
        self._count += 1
        if self._taking is self._show:
            self._show.keep()
            self.taken += 1

    def frame(self) -> SceneFrame:
        """What the show shows."""
        phase = "building" if self._preparing is not None else self._reading
        return self._show.frame(self._time, phase, self._ghost)

    def bodies(self) -> Sequence[StageBody]:
        """Links and what they touch, and blue ones for the full simulation."""
        return self._show.bodies(self._ghost)

    def hands(self) -> Sequence[StageHand]:
        """The one that holds the ball."""
        return self._show.hands()

    def handles(self) -> Sequence[str]:
        """The end effectors, and what else can be pulled."""
        return self._show.handles

    def drag(self, handle: str, target: Vec3 | None) -> None:
        """Pull an end effector towards a point, or let it go."""
        if handle not in self.handles():
            raise InputError(f"{handle!r} is no end effector of {self._name}.")
        if target is None:
            self._targets.pop(handle, None)
        else:
            self._targets[handle] = np.asarray(target, float)

    def let_go(self) -> None:
        """Nobody pulls with the mouse."""
        self._targets.clear()

    def begin_take(self) -> None:
        """Record the reduced mechanism sixty times a second."""
        self._taking, self.taken = self._show, 0

    def end_take(self) -> Clip | None:
        """The clip of what was recorded."""
        show, self._taking = self._taking, None
        return None if show is None else show.taken(self.timestep)

    def close(self) -> None:
        """Nobody waits for the full simulation any more."""
        if self._preparing is not None:
            self._preparing.cancel()

    def _build(self) -> None:
        self.close()
        model = reduce(on_fixed_base(shipped(self._name)))
        self._bring(PulledShow(model))
        self.changed_cast()
        self._preparing = Background(lambda check: self._prepare(model, check))

    def _prepare(self, model: ReducedModel, check: Callable[..., None]) -> Show:
        """Build the full simulation; compile and time the reduced one."""
        if self._name in CONTACT_SCENES:
            scene = CONTACT_SCENES[self._name]()
            check()
            return TouchingShow(scene, FullContactSimulation(scene.simulation))
        return PulledShow(model, FullSimulation(model.mechanism), step_us(model, check))

    def _bring(self, show: Show) -> None:
        """A show takes the place of the one before, if there was one."""
        self._show = show
        self.floor, self.look_at, self.look_from = show.floor, show.look_at, show.look_from
        self.reset()

    def _take_over(self) -> bool:
        """Whether the work in the background is over; takes its result."""
        work = self._preparing
        assert work is not None, "nothing is being prepared"
        if not work.done:
            return False
        self._preparing = None
        if work.result is not None:
            before, asked, time = self._show, self._asked, self._time
            self._bring(work.result)
            self._asked, self._time = asked, time
            if self._taking is before:  # nothing was recorded yet
                self._taking = self._show
            if type(before) is not type(self._show):
                self.changed_cast()
        elif work.error is not None:
            self.say("bad", f"No full simulation: {work.error}")
        return True

    def _begin_trial(self) -> None:
        """From rest, so that both begin alike."""
        self._show.reset()
        self._asked, self._verdict = False, None
        self._trial = Trial(self._show, self._ghost and self._show.has_full)

    def _judge(self, made: int) -> None:
        """Go on with the pull, if there is one, and judge it at its end."""
        if self._trial is None:
            return
        self._trial.go_on(made, self._ghost)
        if self._trial.over and self._verdict is None:
            self._verdict = self._trial.verdict()

    def _read(self) -> str:
        """Both step times, in as many words as there is room for."""
        text = f"{self._show.step_us:.2g} µs a step"
        if np.isnan(self._show.full_step_us) or not self._ghost:
            return text
        return f"{text}, full {self._show.full_step_us:,.0f} µs"
