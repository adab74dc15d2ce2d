"""A hand picks an object up, lifts it, shakes it and lets it go, as it is told."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from prehensile.control.arm.carry import Shake
from prehensile.control.attempt.by_example import settings_for
from prehensile.control.attempt.job import default_grip, job_of
from prehensile.control.example.choice import usual_styles
from prehensile.control.example.style import STYLES, load_style
from prehensile.control.law.gains import EVERYDAY
from prehensile.control.live.example import ExampleSettings
from prehensile.control.live.example_stand import ExampleStand
from prehensile.control.live.sequence_stand import SequenceStand
from prehensile.control.place.sought import Sought
from prehensile.control.place.stand import On, stand_pose
from prehensile.control.place.wishes import Wishes
from prehensile.lie import se3
from prehensile.motion.verdict import Verdict
from prehensile.stage.choices import hand_choice, object_choice
from prehensile.stage.example_controls import changed, example_controls
from prehensile.stage.messages import Control, Step, Vec3
from prehensile.stage.progress import Progress
from prehensile.stage.scene import SceneFrame, SceneOptions, StageBody
from prehensile.stage.shows.grasp_controls import (
    ANYWHERE,
    SUITS,
    anywhere_button,
    controller_choice,
    example_choice,
    force_mode,
    grip_slider,
    way_choice,
)
from prehensile.stage.shows.grasp_planner import GraspPlanner
from prehensile.stage.shows.grasp_plans import FoundGrasp, WantedGrasp
from prehensile.stage.verdicts.carried_out import CarryJudge
from prehensile.stage.verdicts.where_held import with_where
from prehensile.stage.world_scene import WorldScene
from prehensile.world.catalogue import load_object
from prehensile.world.world import Frame

SIDEWAYS = np.array([1.0, 0.0, 0.0])
OPENING_SECONDS = 1.0
"""[s] that a hand takes to let go"""
JUDGE_SECONDS = 0.1
"""[s] between two judgements of what is held"""
CARRIES = {
    "lift": "The arm lifts it by 15 cm.",
    "turn": "The arm turns it about its hinge.",
    "hang": "The arm hangs its weight on it.",
}
"""what is done with an object, by the name of its job"""
GRASP_FIRST = "The hand has to grasp first."
LET_GO_FIRST = "The hand has to let go first."


class GraspStage(WorldScene):
    """Choose an object, a hand and how it grasps: as one example showed, or in sequence.

    Grasp, lift, shake, let go. All numbers of the example's controller act at once. A click on the
    object says where it is taken; of several ways one can be chosen.
    """

    look_at = (0.0, 0.0, 0.26)  # between the stand and a lifted object
    look_from = (
        -0.73,
        0.27,
        0.5,
    )  # across the forearms of most plans, with thumb and fingers in view

    def __init__(self, options: SceneOptions | None = None):
        super().__init__(options)
        self._object, self._hand = self.options.object, self.options.hand.name
        clip = self.options.clip
        self._examples = STYLES if clip is None else (*STYLES, str(clip))
        self._wanted_example: str | None = None
        self._wanted_controller = "example"
        self._settings = settings_for(None)
        self._planner = GraspPlanner(self.options.seed)
        self._standing: tuple[str, str, On, tuple[str, ...]] | None = None
        """controller and style of the hand that is there, what the object rests on, and digits"""
        self._progress = Progress()
        self._judge: CarryJudge | None = None
        self._verdict: Verdict | None = None
        self._build()

    def steps(self) -> Sequence[Step]:
        """Grasp, lift (or turn, or hang on it), shake, let go, and all of it again."""
        now, job = self._progress, self._job.name
        holding = self._live.holding
        over = now.is_done("let_go") or (now.is_done("approach") and not holding)
        return (
            now.step("approach", "Grasp", self._about_grasping()),
            now.step("carry", job.capitalize(), CARRIES[job], holding, GRASP_FIRST),
            now.step("shake", "Shake", "The arm shakes what it holds.", holding, GRASP_FIRST),
            now.step("let_go", "Let go", "The hand opens.", holding, GRASP_FIRST),
            now.step("again", "Again", "From the start.", over, LET_GO_FIRST),
        )

    def verdict(self) -> Verdict | None:
        """Whether the hand holds what it lifted; as it was last, once it has let go."""
        return self._verdict

    def controls(self) -> Sequence[Control]:
        """What stands there, and the numbers of the controller."""
        example = self._controller == "example"
        return (
            object_choice(self._object),
            hand_choice(self._hand, self.options.hand),
            controller_choice(self._controller, self._thing.mount is None),
            *((example_choice(self._wanted_example, self._examples),) if example else ()),
            way_choice(self._wanted.way, self._most_ways),
            anywhere_button(self._thing.name, self._wanted.where is not None),
            grip_slider(self._grip, self._grip_at_first),
            *((force_mode(self._settings.grip is not None),) if example else ()),
            *(example_controls(self._settings) if example else ()),
        )

    def set(self, name: str, value: float | str | bool) -> None:
        """Another object, hand or controller begins anew; numbers act at once."""
        match name, value:
            case "object", str():
                load_object(value)  # refused before anything changes
                self._object = value
                self._build()
            case "hand", str():
                self._hand = value
                self._build()
            case "controller", str():
                self._wanted_controller = value
                self._build()
            case "example", str():
                if value != SUITS:
                    load_style(value)
                self._wanted_example = None if value == SUITS else value
                self._build()
            case "way", str():
                self._want(self._wanted.of_way(int(value)), play=True)
            case "grip", float():
                self._grip_with(value, True)
                self._own_grip = True
            case "newtons", bool():
                self._grip_with(self._grip, value)
                self._own_grip = True
            case "alpha", float():
                self._tune(replace(changed(self._settings, name, value), grip=None))
                self._own_grip = True
            case _:
                self._tune(changed(self._settings, name, value))

    def press(self, name: str) -> None:
        """Tell the hand what to do next, or begin anew."""
        if name == "again":
            self.reset()
            return
        if name == ANYWHERE:
            self.point(None, None)
            return
        match name:
            case "approach":
                self._approach()
            case "carry":
                carry = self._job.carry(se3.from_pose7(stand_pose(self._thing)))
                self._judge = CarryJudge(self.world, self._thing)
                self._live.move(carry)
                self._ends_at = self.world.time + carry.seconds
            case "shake":
                shake = Shake(SIDEWAYS)
                self._live.move(shake)
                self._ends_at = self.world.time + shake.seconds
            case "let_go":
                self._live.let_go()
                self._ends_at = self.world.time + OPENING_SECONDS
        self._progress.begin(name)

    def _approach(self) -> None:
        """Set out, as soon as the plan is there; make one if there is none."""
        if self._live.planned and not self._planner.busy:
            self._live.approach()
            return
        if not self._planner.busy:
            self._plan()
        self.say("info", "Planning the grasp; the hand sets out as soon as it knows how.")

    def point(self, body: str | None, at: Vec3 | None) -> None:
        """Take the object where somebody clicked it, and show it; a click elsewhere forgets it."""
        if body == self._thing.name and at is not None:
            Sought(self._thing, Wishes(where=at))  # refused before anything changes
            self._want(replace(self._wanted, where=at, way=1), play=True)
        elif self._wanted.where is not None:
            self._want(replace(self._wanted, where=None, way=1), play=False)

    def reset(self) -> None:
        """The same object and hand from the start."""
        self.world.let_go()
        self._tune(replace(self._settings, setpoint=None))
        self._live.again()
        self._begin_steps()
        self.show_present()

    def close(self) -> None:
        """Stop planning."""
        self._planner.cancel()

    def advance(self) -> Frame:
        """One step; a plan that is ready is taken up, and what is held is judged."""
        if self._planner.done:
            self._take_up_plan()
        frame = self._live.step()
        self._go_on()
        self._judge_now(frame)
        return frame

    def frame(self) -> SceneFrame:
        """With the place that was pointed at; and, while the hand that shall grasp waits for its
        plan, with the hand where it is tried.
        """
        shown = super().frame()
        where = self._wanted.where
        if where is not None:
            row = [o.name for o in self.world.objects].index(self._thing.name)
            mark = se3.apply(se3.from_pose7(shown.bodies[row]), np.array(where))
            shown = replace(shown, marks=mark[None])
        tried = self._planner.tried
        if tried is None or self._progress.running != "approach":
            return shown
        q, forearm = tried
        return replace(shown, q=[q], forearm=[forearm], tried=True)

    def bodies(self) -> Sequence[StageBody]:
        """The object can be pointed at."""
        return [b._replace(pointable=b.name == self._thing.name) for b in super().bodies()]

    def _judge_now(self, frame: Frame) -> None:
        """Judge what the hand holds, now and then, while the arm rests."""
        rests = not self._progress.running and self._live.holding
        if self._judge is not None and rests and frame.time >= self._judge_at:
            verdict = self._judge.verdict(frame)
            if self._sought is not None:
                verdict = with_where(verdict, self._sought, frame, self.world, self._thing.name)
            self._verdict = verdict
            self._judge_at = frame.time + JUDGE_SECONDS

    def _go_on(self) -> None:
        """End the step that runs when the hand has done it."""
        running = self._progress.running
        if running == "approach":
            if self._live.holding:
                self._progress.end()
                if self._carries_then:
                    self._carries_then = False
                    self.press("carry")
        elif running and self.world.time >= self._ends_at:
            self._progress.end()

    def _begin_steps(self) -> None:
        self._progress.reset()
        self._judge = self._verdict = None
        self._carries_then = False
        self._ends_at = self._judge_at = 0.0

    @property
    def phase(self) -> str:
        """The hand's own word, or planning."""
        return "planning" if self._planner.busy else self._live.doing

    @property
    def _controller(self) -> str:
        """Which acts: an example knows lifting only."""
        return self._wanted_controller if self._thing.mount is None else "sequence"

    @property
    def _most_ways(self) -> int:
        """How many can be chosen from, as far as is known."""
        return self._planner.most_ways(self._wanted) if self._controller == "example" else 1

    def _about_grasping(self) -> str:
        """What the first step does; how far the planner is, while it works."""
        thing = self._thing.name
        if self._planner.words:
            return f"Planning: {self._planner.words}."
        return f"The hand goes to the {thing} and closes on it; click the {thing} to say where."

    def _grip_with(self, newtons: float, in_newtons: bool) -> None:
        if isinstance(self._live, SequenceStand):
            self._live.set_grip(newtons)
        else:
            wanted = replace(self._settings, grip=newtons if in_newtons else None)
            # Newtons are newtons: α would press beyond them.
            self._tune(replace(wanted, alpha=0.0) if in_newtons else wanted)
        self._grip = newtons

    def _tune(self, settings: ExampleSettings) -> None:
        if isinstance(self._live, ExampleStand):
            self._live.tune(settings)
        self._settings = settings

    def _build(self) -> None:
        self._thing = load_object(self._object)
        self._built_hand = self.options.hand.choices[self._hand].build()
        self._job = job_of(self._thing)
        self._grip = self._grip_at_first = default_grip(self._thing)
        self._own_grip = False
        controller, example = self._controller, None
        if controller == "example":
            example = self._wanted_example
        self._wanted = WantedGrasp(self._object, self._hand, controller, example)
        self._sought: Sought | None = None
        self._begin_steps()
        self._standing = None
        first = (example or usual_styles(self._thing)[0]) if controller == "example" else ""
        self._stand(controller, first)
        self._plan()
        if self._planner.busy:
            self.say("info", f"Planning how to grasp the {self._thing.name} …")

    def _want(self, wanted: WantedGrasp, play: bool) -> None:
        """Begin anew with another grasp of the same object; ``play``: take and carry it at once."""
        self._wanted = wanted
        self._sought = None
        if wanted.where is not None:
            self._sought = Sought(self._thing, Wishes(where=wanted.where))
        self.reset()
        if play:
            self._progress.begin("approach")
            self._carries_then = True
        self._plan()

    def _plan(self) -> None:
        """Take up what is wanted if it is known, or begin to plan it."""
        self._planner.cancel()
        known = self._planner.known(self._wanted)
        if known is None:
            self._planner.begin(self._thing, self._built_hand, self._wanted)
        else:
            self._take_up(known)

    def _take_up_plan(self) -> None:
        wanted, complaint = self._planner.fetch(self._wanted)
        if complaint:
            self.say("bad", complaint)
        if wanted is None:
            self._do_without()
            return
        self._wanted = wanted
        found = self._planner.known(wanted)
        assert found is not None, "it was just found"
        ready = "; ".join(filter(None, (f"Ready to grasp the {self._thing.name}", found.said)))
        self.say("good" if found.met else "bad", f"{ready}.")
        self._take_up(found)

    def _do_without(self) -> None:
        """What was wanted cannot be had; the hand goes back to what it would do by itself."""
        self._progress.fail()
        self._carries_then = False
        plain = replace(self._wanted, where=None, way=1)
        known = self._planner.known(plain)
        if known is not None:
            self._wanted, self._sought = plain, None
            self._take_up(known)

    def _take_up(self, found: FoundGrasp) -> None:
        """Put a hand there that grasps like this; it sets out if it was told to."""
        how = found.controller, found.style, found.on, found.fingers
        if how != self._standing:
            self._stand(*how)
        elif self._live.planned:
            self._live.again()  # it stood where its last plan began, perhaps beyond the object
            self.show_present()
        if not self._own_grip:
            self._grip = self._grip_at_first = found.grip
            self._settings = self._settings_at_first()
            self._grip_with(found.grip, True)
        self._live.plan(found.candidate)
        if self._progress.running == "approach":
            self._live.approach()

    def _stand(
        self, controller: str, style: str, on: On = "table", fingers: tuple[str, ...] = ()
    ) -> None:
        """Put the object and a hand there that has no plan yet; with some ``fingers`` only."""
        thing, hand, folder = self._thing, self._built_hand, self.options.folder
        same_cast = self._standing is not None and self._standing[2] == on
        if controller == "sequence":
            self._live = SequenceStand(thing, hand, self._grip, folder, on)
        else:
            self._settings, mine = self._settings_at_first(), load_style(style)
            mine = (replace(mine, fingers=fingers) if fingers else mine).on(hand)
            self._live = ExampleStand(thing, hand, mine, self._settings, folder, on)
        self._standing = controller, style, on, fingers
        self.use(self._live.world, same_cast)

    def _settings_at_first(self) -> ExampleSettings:
        """A grip that suits the object, unless somebody has chosen one; the other numbers as they
        were, unless too weak for it.
        """
        first = replace(self._settings, setpoint=None)
        first = first if self._own_grip else replace(first, grip=self._grip)
        return first if first.strong_enough else replace(first, gains=EVERYDAY)
