"""A captured grasp on another object: the hand follows its reference on springs, and yields."""

from collections.abc import Callable, Sequence

import numpy as np

from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.motion.verdict import Verdict
from prehensile.stage.background import Background
from prehensile.stage.choices import switch
from prehensile.stage.messages import Control, Step, Vec3
from prehensile.stage.progress import Progress
from prehensile.stage.scene import SceneFrame, SceneOptions, StageBody, StageHand, StageScene
from prehensile.stage.shows.captured_motion import captured_motion
from prehensile.stage.shows.live_synthesis import LiveSynthesis
from prehensile.stage.shows.synthesis_figures import synthesis_figures
from prehensile.stage.shows.synthesis_values import SynthesisValues
from prehensile.stage.shows.touched_tips import TouchedTips
from prehensile.stage.shows.where_it_stood import THING, stood_there
from prehensile.stage.verdicts.picked_up import Met, picked_up_verdict
from prehensile.stage.world_scene import ContactTable
from prehensile.synthesis.made_clip import MadeClip
from prehensile.synthesis.play.playing import RATE_HZ, ROOM
from prehensile.world.catalogue import load_object

THINGS = ("box", "apple", "bulb", "ball", "cylinder", "bottle", "mug")
"""about as wide as the hand of the shipped grasp opens"""
FIRST = "apple"
GHOST, GHOSTLY = "captured", 0.3
"""name and opacity of the captured hand"""
GLASS = 0.6
"""opacity of the thing, so that captured fingers are seen within it"""
FRAME_STEPS = 5
"""Steps from one frame of a recording to the next: 100 Hz."""
READ_STEPS = 125
"""Steps between two readings of the figures: four times a second."""
JUDGE_STEPS = 25


class ResynthStage(StageScene):
    """Kry 2005, chapter 5, live. ``SceneOptions.clip`` is a captured motion of one's own.

    Another object begins the grasp anew; everything else acts in the next step.
    """

    timestep = 1 / RATE_HZ

    def __init__(self, options: SceneOptions | None = None):
        super().__init__(options)
        self._motion = captured_motion(self.options)
        self._progress, self._ghost = Progress(), True
        self._values = SynthesisValues(mass=0.0, friction=0.0)
        self._taking: tuple[LiveSynthesis, MadeClip] | None = None
        self._warming: Background[LiveSynthesis] | None = None
        self._time, self._count = 0.0, 0
        asked = self.options.object  # a mug stands there where nobody asked for anything
        self._choose(FIRST if asked == SceneOptions.object else asked)
        x, y, z = (float(number) for number in self._motion.place.middle)
        side = 1.0 if self._motion.hand.side == "right" else -1.0
        self.look_at, self.look_from = (x - 0.02, y, z + 0.03), (x + 0.26, y + side * 0.31, z + 0.2)

    def steps(self) -> Sequence[Step]:
        """Grasp, put down, again."""
        now, ready = self._progress, self._live is not None
        hint = f"The hand does as it was captured, and meets the {self._thing.name}."
        return (
            now.step("grasp", "Grasp", hint if ready else "It begins as soon as all is ready."),
            now.step(
                "put_down", "Put down", "It goes back as captured, and opens.",
                now.is_done("grasp"), "Grasp first.",
            ),
            now.step(
                "again", "Again", "From the start, with the values as they are.",
                now.is_done("put_down"), "Put it down first.",
            ),
        )  # fmt: skip

    def verdict(self) -> Verdict | None:
        """Held, slipping, slipped out, too heavy, or not touched; it follows the sliders."""
        return self._verdict

    def controls(self) -> Sequence[Control]:
        """What stands there, and what acts at once."""
        names = THINGS if self._asked in THINGS else (self._asked, *THINGS)
        return (
            Control(
                name="object",
                label="Object",
                kind="choice",
                value=self._asked,
                choices=names,
                group="Object",
                help="What stands where the captured thing stood. The grasp begins anew.",
            ),
            *self._values.controls(self._thing.mass),
            switch(
                "ghost", "Captured hand", self._ghost,
                "Where the hand would be were nothing there: what it follows.",
            ),
            *self._figures,
        )  # fmt: skip

    def set(self, name: str, value: float | str | bool) -> None:
        """Everything but the object acts in the next step."""
        match name, value:
            case "object", str():
                self._choose(value)
            case "ghost", bool():
                self._ghost = value
                self.changed_cast()
            case _, float() | bool():
                self._values = self._values.changed(name, value)
                if self._live is not None:
                    self._values.give(self._live)

    def press(self, name: str) -> None:
        """Go on to where the hand is up, or to the end; or begin anew."""
        if name == "again":
            self.reset()
            return
        self._progress.begin(name)

    def reset(self) -> None:
        """The hand is open and the thing stands there; values stay."""
        self._progress.reset()
        self._begin()

    def step(self) -> None:
        """One step of the simulation; the reference goes on while a step of the scene runs."""
        self._time += self.timestep
        if self._live is None and not self._take_over():
            return
        live, now, motion = self._live, self._progress, self._motion
        assert live is not None, "it was made, or has just been taken over"
        if now.running:
            end = motion.held if now.running == "grasp" else len(motion.references) - 1
            self._k = min(self._k + 1, end)
            if self._k == end:
                now.end()
        live.step(motion.references[self._k])
        self._count += 1
        self._follow(live)
        if self._taking is not None and self._taking[0] is live and self._count % FRAME_STEPS == 0:
            self._taking[1].add(self._time, live.before, live.contacts, live.wrench)
            self.taken += 1

    def frame(self) -> SceneFrame:
        """The hand on its springs, the captured one, the thing, and what they do to each other."""
        live, motion = self._live, self._motion
        at = motion.references[self._k]
        q, forearm = at.theta[: motion.hand.dof], se3.to_pose7(at.T_base)
        ghost = ([q], [forearm]) if self._ghost else ([], [])
        if live is None:
            poses = np.array([o.pose for o in self._placed], float)
            return SceneFrame(
                self._time, [q, *ghost[0]], [forearm, *ghost[1]], poses, phase="getting ready"
            )
        contacts, slip, force = live.touching()
        pull = np.zeros((0, 3))
        if live.pull is not None:
            pull = np.stack(
                [live.pull.point(live.before.T_bodies[0]), live.pull.target, live.pulled]
            )
        return SceneFrame(
            time=self._time,
            q=[live.before.theta[: motion.hand.dof], *ghost[0]],
            forearm=[live.forearm(), *ghost[1]],
            bodies=live.poses(),
            contacts=self._table.shown(contacts, slip),
            group_force=force[None],
            pull=pull,
            phase=self._phase(),
            blood=np.concatenate([self._tips.blood] * (1 + self._ghost)),
        )

    def hands(self) -> Sequence[StageHand]:
        """The one on springs, and the captured one as a ghost."""
        hand = self._motion.hand
        ghost = [StageHand(GHOST, hand, GHOSTLY)] if self._ghost else []
        return [StageHand(self._motion.name, hand), *ghost]

    def bodies(self) -> Sequence[StageBody]:
        """The thing, and what it stands on."""
        return [
            StageBody(
                o.name, o.object.vertices, o.object.faces, o.object.color, o.name == THING,
                GLASS if o.name == THING and self._ghost else 1.0, o.object.texture,
            )
            for o in self._placed
        ]  # fmt: skip

    def pull(self, body: str, anchor: Vec3, target: Vec3) -> None:
        """Pull the thing with the mouse."""
        if body == THING and self._live is not None:
            self._live.hang(np.array(anchor), np.array(target))

    def let_go(self) -> None:
        """Nobody pulls."""
        if self._live is not None:
            self._live.pull = None

    def begin_take(self) -> None:
        """Record a hundred frames a second."""
        live = self._live
        self._taking, self.taken = None if live is None else (live, live.clip_maker()), 0

    def end_take(self) -> Clip | None:
        """The clip of what was recorded."""
        taking, self._taking = self._taking, None
        return None if taking is None or not self.taken else taking[1].clip({})

    def close(self) -> None:
        """Nobody waits any more."""
        if self._warming is not None:
            self._warming.cancel()

    def _choose(self, name: str) -> None:
        """Another thing; what was under way begins anew with it."""
        self.close()
        thing = load_object(name)
        self._asked, self._thing = name, thing
        self._placed = stood_there(thing, self._motion.place)
        self._values = self._values.on(thing)
        begun = self._progress.running or self._progress.is_done("grasp")
        self._progress.reset()
        self._live: LiveSynthesis | None = None
        self._begin()
        if begun:
            self._progress.begin("grasp")
        self.changed_cast()
        self._warming = Background(self._make)

    def _make(self, check: Callable[..., None]) -> LiveSynthesis:
        """Build the simulation, and compile what it needs where that has not been done yet."""
        motion = self._motion
        live = LiveSynthesis(
            motion.hand, motion.name, motion.compliance, motion.references[0], self._placed
        )
        for _ in range(2):
            check()
            live.step(motion.references[motion.held])
        live.restart()
        return live

    def _take_over(self) -> bool:
        """Whether the simulation is there now."""
        work = self._warming
        if work is None or not work.done:
            return False
        self._warming = None
        if work.result is None:
            self.say("bad", f"The {self._thing.name} cannot stand there: {work.error}")
            self._progress.fail()
            return False
        live = self._live = work.result
        self._table = ContactTable(live.reader.names, [live.name])
        self._values.give(live)
        self._begin()
        return True

    def _begin(self) -> None:
        """At the reference's beginning; what is pressed stays pressed."""
        self._k, self._highest, self._touched = 0, 0.0, False
        self._verdict: Verdict | None = None
        self._figures = synthesis_figures(None)
        self._tips = TouchedTips(self._motion.hand, self._motion.name, self.options.dress.blush)
        if self._live is not None:
            self._live.restart()

    def _follow(self, live: LiveSynthesis) -> None:
        """Watch the thing: fingertips' colour, how high it came, what is to be said."""
        self._tips.follow(live, self.timestep)
        if self._count % READ_STEPS == 0:
            self._figures = synthesis_figures(live)
        if self._count % JUDGE_STEPS == 0 or (self._is_held and self._verdict is None):
            self._judge(live)

    def _judge(self, live: LiveSynthesis) -> None:
        """Say how the thing fares; what left the room begins anew."""
        force = live.touching()[2]
        self._highest = max(self._highest, live.lift)
        self._touched |= bool(force.any())
        if np.abs(live.state.T_bodies[0, :3, 3]).max() > ROOM:
            self.say("info", f"The {self._thing.name} left the room: it begins anew.")
            self.reset()
        elif self._is_held:
            self._verdict = picked_up_verdict(
                Met(
                    self._thing.name, self._motion.rise, live.lift, self._highest, force,
                    live.hand_slip(), self._touched, live.rests,
                )
            )  # fmt: skip

    @property
    def _is_held(self) -> bool:
        """Whether the hand is up, and waits."""
        now = self._progress
        return self._k == self._motion.held and now.is_done("grasp") and not now.running

    def _phase(self) -> str:
        running = self._progress.running
        if running:
            return "grasping" if running == "grasp" else "putting down"
        return "holding" if self._is_held else "waiting"
