"""A hand picks an object up, lifts it, shakes it and lets it go, as it is told."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from prehensile.control.arm.carry import Shake
from prehensile.control.attempt.attempt import Ask
from prehensile.control.attempt.by_sequence import best_attempt, find_candidates
from prehensile.control.attempt.job import default_grip, job_of
from prehensile.control.attempt.like_example import grasp_like
from prehensile.control.example.choice import usual_styles
from prehensile.control.example.style import STYLES, load_style
from prehensile.control.grasp import CONTROLLERS
from prehensile.control.law.gains import EVERYDAY
from prehensile.control.law.grip_range import MOST_GRIP
from prehensile.control.live.example import ExampleSettings
from prehensile.control.live.example_stand import ExampleStand
from prehensile.control.live.sequence_stand import SequenceStand
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.stand import stand_pose
from prehensile.errors import PrehensileError
from prehensile.lie import se3
from prehensile.motion.verdict import Verdict
from prehensile.stage.background import Background
from prehensile.stage.choices import hand_choice, object_choice, slider, switch
from prehensile.stage.example_controls import changed, example_controls
from prehensile.stage.messages import Control, Step
from prehensile.stage.progress import Progress
from prehensile.stage.scene import SceneOptions
from prehensile.stage.verdicts.carried_out import CarryJudge
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
PLANNERS_TURN = threading.Lock()
"""One plan at a time: a planner may take seconds to notice that its scene was left."""


class GraspStage(WorldScene):
    """Choose an object, a hand and how it grasps: as one example showed, or in sequence.

    Grasp, lift, shake, let go. All numbers of the example's controller act at once.
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
        self._settings = ExampleSettings()
        self._plans: dict[tuple[str, ...], Candidate] = {}
        self._planning: Background[Candidate] | None = None
        self._progress = Progress()
        self._judge: CarryJudge | None = None
        self._verdict: Verdict | None = None
        self._build()

    def steps(self) -> Sequence[Step]:
        """Grasp, lift (or turn, or hang on it), shake, let go, and all of it again."""
        now, thing, job = self._progress, self._thing.name, self._job.name
        holding = self._live.holding
        over = now.is_done("let_go") or (now.is_done("approach") and not holding)
        return (
            now.step("approach", "Grasp", f"The hand goes to the {thing} and closes on it."),
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
            self._controller_choice(),
            *((self._example_choice(),) if example else ()),
            self._grip_slider(),
            *(self._force_mode() if example else ()),
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
                load_style(value)
                self._wanted_example = value
                self._build()
            case "grip", float():
                self._grip_with(value, True)
            case "newtons", bool():
                self._grip_with(self._grip, value)
            case "alpha", float():
                self._tune(replace(changed(self._settings, name, value), grip=None))
            case _:
                self._tune(changed(self._settings, name, value))

    def press(self, name: str) -> None:
        """Tell the hand what to do next, or begin anew."""
        if name == "again":
            self.reset()
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
        if self._live.planned:
            self._live.approach()
            return
        if self._planning is None:
            self._plan()
        self.say("info", "Planning the grasp; the hand sets out as soon as it knows how.")

    def reset(self) -> None:
        """The same object and hand from the start."""
        self.world.let_go()
        self._tune(replace(self._settings, setpoint=None))
        self._live.again()
        self._begin_steps()
        self.show_present()

    def close(self) -> None:
        """Stop planning."""
        if self._planning is not None:
            self._planning.cancel()

    def advance(self) -> Frame:
        """One step; a plan that is ready is taken up, and what is held is judged."""
        if self._planning is not None and self._planning.done:
            self._take_up_plan(self._planning)
        frame = self._live.step()
        self._go_on()
        self._judge_now(frame)
        return frame

    def _judge_now(self, frame: Frame) -> None:
        """Judge what the hand holds, now and then, while the arm rests."""
        rests = not self._progress.running and self._live.holding
        if self._judge is not None and rests and frame.time >= self._judge_at:
            self._verdict = self._judge.verdict(frame)
            self._judge_at = frame.time + JUDGE_SECONDS

    def _go_on(self) -> None:
        """End the step that runs when the hand has done it."""
        running = self._progress.running
        if running == "approach":
            if self._live.holding:
                self._progress.end()
        elif running and self.world.time >= self._ends_at:
            self._progress.end()

    def _begin_steps(self) -> None:
        self._progress.reset()
        self._judge = self._verdict = None
        self._ends_at = self._judge_at = 0.0

    @property
    def phase(self) -> str:
        """The hand's own word, or planning."""
        return "planning" if self._planning is not None else self._live.doing

    @property
    def _controller(self) -> str:
        """Which acts: an example knows lifting only."""
        return self._wanted_controller if self._thing.mount is None else "sequence"

    @property
    def _example(self) -> str:
        """Which example: the one that was chosen, or one that suits the object's size."""
        return self._wanted_example or usual_styles(self._thing)[0]

    @property
    def _plan_key(self) -> tuple[str, ...]:
        example = self._example if self._controller == "example" else ""
        return self._controller, example, self._object, self._hand

    def _controller_choice(self) -> Control:
        return Control(
            name="controller",
            label="Controller",
            kind="choice",
            value=self._controller,
            choices=tuple(sorted(CONTROLLERS)),
            group="Scene",
            enabled=self._thing.mount is None,
            help="As one example showed, or finger by finger in sequence.",
        )

    def _example_choice(self) -> Control:
        return Control(
            name="example",
            label="Example",
            kind="choice",
            value=self._example,
            choices=self._examples,
            group="Scene",
            help="The recording whose grasp this hand has learnt; --clip brings your own.",
        )

    def _force_mode(self) -> tuple[Control, ...]:
        text = "The grip as a force on the object; off: by its strength, as the example showed."
        on = self._settings.grip is not None
        return (switch("newtons", "Grip in newtons", on, text, group="Grip", advanced=True),)

    def _grip_slider(self) -> Control:
        return slider(
            "grip",
            "Grip",
            self._grip,
            (1.0, min(MOST_GRIP, max(60.0, 2 * self._grip_at_first))),
            "Sum of the normal forces on the object.",
            unit="N",
            step=0.5,
            group="Grip",
        )

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
        self._begin_steps()
        self._live = self._begin()
        self.use(self._live.world)
        self.close()
        self._planning = None
        known = self._plans.get(self._plan_key)
        if known is not None:
            self._live.plan(known)
            return
        self._plan()
        self.say("info", f"Planning how to grasp the {self._thing.name} …")

    def _plan(self) -> None:
        self._planning = Background(self._planner(), PLANNERS_TURN)

    def _begin(self) -> SequenceStand | ExampleStand:
        thing, hand, folder = self._thing, self._built_hand, self.options.folder
        if self._controller == "sequence":
            return SequenceStand(thing, hand, self._grip, folder)
        self._settings = self._settings_at_first()
        return ExampleStand(thing, hand, load_style(self._example).on(hand), self._settings, folder)

    def _settings_at_first(self) -> ExampleSettings:
        """A grip that suits the object; the other numbers as they were, unless too weak for it."""
        first = replace(self._settings, grip=self._grip, setpoint=None)
        return first if first.strong_enough else replace(first, gains=EVERYDAY)

    def _planner(self) -> Callable[[Callable[..., None]], Candidate]:
        thing, hand, grip, seed = self._thing, self._built_hand, self._grip, self.options.seed

        def in_sequence(check: Callable[..., None]) -> Candidate:
            found = find_candidates(thing, hand, seed)
            check()
            # One that holds is enough here: nobody waits for the best of four.
            return best_attempt(thing, hand, found, grip, seed, enough=1, progress=check).candidate

        def like(check: Callable[..., None]) -> Candidate:
            found = grasp_like(style, thing, hand, Ask(grip, seed, progress=check))
            if found is None:
                raise PrehensileError(
                    f"{style.name!r} has no way to lay the hand against the {thing.name}; "
                    "choose another example, or the sequence."
                )
            return found.candidate

        if self._controller == "sequence":
            return in_sequence
        style = load_style(self._example)
        return like

    def _take_up_plan(self, planning: Background[Candidate]) -> None:
        self._planning = None
        if planning.result is None:
            self.say("bad", str(planning.error or "the planner stopped."))
            self._progress.fail()
            return
        self._plans[self._plan_key] = planning.result
        self._live.plan(planning.result)
        self.say("good", f"Ready to grasp the {self._thing.name}.")
        if self._progress.running == "approach":
            self._live.approach()
