"""A hand picks an object up, lifts it, shakes it and lets it go, as it is told."""

from collections.abc import Callable, Sequence

import numpy as np

from prehensile.control.candidates import Candidate
from prehensile.control.carry import Shake
from prehensile.control.grasp import best_attempt, default_grip, find_candidates
from prehensile.control.job import MOST_GRIP, job_of
from prehensile.control.live_scene import LiveGraspScene
from prehensile.control.stand import stand_pose
from prehensile.hand.spec import parse_hand
from prehensile.lie import se3
from prehensile.stage.background import Background
from prehensile.stage.choices import button, hand_choice, object_choice
from prehensile.stage.messages import Control, Vec3
from prehensile.stage.scene import SceneOptions
from prehensile.stage.world_scene import WorldScene
from prehensile.world.catalogue import load_object
from prehensile.world.world import Frame

SIDEWAYS = np.array([1.0, 0.0, 0.0])


class GraspStage(WorldScene):
    """Choose an object and a hand; approach, lift, shake, let go. The grip follows its slider."""

    look_at = (0.0, 0.0, 0.26)  # between the stand and a lifted object
    look_from = (0.56, -0.54, 0.5)

    def __init__(self, options: SceneOptions | None = None):
        super().__init__(options)
        self._object, self._hand = self.options.object, self.options.hand
        self._plans: dict[tuple[str, str], Candidate] = {}
        self._planning: Background[Candidate] | None = None
        self._asked_to_approach = False
        self._build()

    def controls(self) -> Sequence[Control]:
        """Object, hand, grip, and what to do."""
        live = self._live
        return (
            object_choice(self._object),
            hand_choice(self._hand),
            Control(
                name="grip",
                label="Grip",
                kind="slider",
                value=self._grip,
                low=1.0,
                high=min(MOST_GRIP, max(60.0, 2 * self._grip_at_first)),
                step=0.5,
                unit="N",
                group="Grasp",
                help="Sum of the normal forces on the object.",
            ),
            button("approach", "Approach & grasp", live.ready or not live.planned, primary=True),
            button("carry", self._job.name.capitalize(), live.holding),
            button("shake", "Shake", live.holding),
            button("let_go", "Let go", live.holding),
            button("again", "Again", True),
        )

    def set(self, name: str, value: float | str | bool) -> None:
        """Another object or hand begins anew; the grip acts at once."""
        match name, value:
            case "object", str():
                load_object(value)  # refused before anything changes
                self._object = value
                self._build()
            case "hand", str():
                parse_hand(value)
                self._hand = value
                self._build()
            case "grip", float():
                self._grip = value
                self._live.set_grip(value)

    def press(self, name: str) -> None:
        """Do it."""
        match name:
            case "approach" if self._live.planned:
                self._live.approach()
            case "approach":
                self._asked_to_approach = True
                self.say("info", "Planning the grasp; the hand sets out as soon as it knows how.")
            case "carry":
                self._live.move(self._job.carry(se3.from_pose7(stand_pose(self._thing))))
            case "shake":
                self._live.move(Shake(SIDEWAYS))
            case "let_go":
                self._live.let_go()
            case "again":
                self.reset()

    def pull(self, body: str, anchor: Vec3, target: Vec3) -> None:
        """Pull the object, off its stand if it still is on it."""
        super().pull(body, anchor, target)
        self._live.take_off_stand()

    def reset(self) -> None:
        """The same object and hand from the start."""
        self.world.let_go()
        self._live.again()
        self._asked_to_approach = False
        self._last = None

    def close(self) -> None:
        """Stop planning."""
        if self._planning is not None:
            self._planning.cancel()

    def advance(self) -> Frame:
        """One step; a plan that is ready is taken up."""
        if self._planning is not None and self._planning.done:
            self._take_up_plan(self._planning)
        return self._live.step()

    @property
    def phase(self) -> str:
        """The hand's own word, or planning."""
        return "planning" if self._planning is not None else self._live.doing

    def _build(self) -> None:
        self._thing = load_object(self._object)
        self._built_hand = parse_hand(self._hand).build()
        self._job = job_of(self._thing)
        self._grip = self._grip_at_first = default_grip(self._thing)
        self._asked_to_approach = False
        self._live = LiveGraspScene(self._thing, self._built_hand, self._grip, self.options.folder)
        self.use(self._live.world)
        self.close()
        self._planning = None
        known = self._plans.get((self._object, self._hand))
        if known is not None:
            self._live.plan(known)
            return
        self._planning = Background(self._planner())
        self.say("info", f"Planning how to grasp the {self._thing.name} …")

    def _planner(self) -> Callable[[Callable[..., None]], Candidate]:
        thing, hand, grip, seed = self._thing, self._built_hand, self._grip, self.options.seed

        def plan(check: Callable[..., None]) -> Candidate:
            found = find_candidates(thing, hand, seed)
            check()
            # One that holds is enough here: nobody waits for the best of four.
            return best_attempt(thing, hand, found, grip, seed, enough=1, progress=check).candidate

        return plan

    def _take_up_plan(self, planning: Background[Candidate]) -> None:
        self._planning = None
        if planning.result is None:
            self.say("bad", str(planning.error or "the planner stopped."))
            return
        self._plans[self._object, self._hand] = planning.result
        self._live.plan(planning.result)
        self.say("good", f"Ready to grasp the {self._thing.name}.")
        if self._asked_to_approach:
            self._live.approach()
