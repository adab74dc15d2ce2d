"""A finger presses on a pane of glass: its nail pales, and flushes when it lets go."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from prehensile.appearance.worn import Blush
from prehensile.control.experiments.glass_press import FINGER, GLASS, HEIGHT, GlassPress
from prehensile.export.blush_pictures import texture_scale
from prehensile.hand.joints import DIGITS
from prehensile.hand.spec import HandSpec
from prehensile.motion.verdict import Verdict
from prehensile.skin.paint.tones import TONES
from prehensile.stage.choices import hand_choice, slider
from prehensile.stage.messages import Control, Plot, Step, Vec3
from prehensile.stage.progress import Progress
from prehensile.stage.scene import NO_CONTACTS, SceneFrame, SceneOptions, StageBody
from prehensile.stage.verdicts.blanched import BlanchJudge, NailBlood
from prehensile.stage.world_scene import WorldScene
from prehensile.world.world import Frame

LIGHTLY, HARD, HARDEST = 1.5, 15.0, 20.0
"""[N]"""
HOLD_S = 1.2
"""[s] that a press lasts before the step counts as done: blood has moved by then"""
LONGEST_S = 4.0
"""[s] after which a step ends even if the wanted force is not there"""
CLEAR = 0.16
"""Opacity of the pane."""
NAIL, GLASS_SIDE, SIDE = "nail", "behind the glass", "side"
TIP = (0.0, -0.008, HEIGHT)
"""[m] about the middle of the fingertip that presses"""
EYES: dict[str, Vec3] = {
    NAIL: (0.01, -0.075, 0.045),
    GLASS_SIDE: (0.01, 0.09, 0.01),
    SIDE: (0.12, -0.05, 0.025),
}
"""[m] from there to the eye"""
HANDLE = "press"
HANDLE_X, HANDLE_REACH = 0.017, 0.02
"""[m] beside the finger, and the way that the point goes from no force to the largest"""
SLOWEST = 2.0
"""[s]"""
COLORLESS = Verdict(
    False,
    "No colour: this hand has none that follows its blood.",
    reason="no colour",
    advice="Start the Stage without --no-blush and --bare.",
)


class BlushStage(WorldScene):
    """Press lightly, press hard, let go; look at the nail, or at the pad through the glass."""

    floor = False
    plot = Plot("Blood", ("First", "Second", "Third", "Fourth"))

    def __init__(self, options: SceneOptions | None = None):
        super().__init__(options)
        self._hand = self.options.hand.name
        self._view = NAIL
        blush = self.options.dress.blush
        self._model = blush.model if isinstance(blush, Blush) and not self._bare else None
        self._nail = None if self._model is None else NailBlood(self._model)
        self._scale = 1.0 if blush is None else np.array(texture_scale(blush))
        self._build()
        self._look()

    def steps(self) -> Sequence[Step]:
        """Lightly, hard, off; then again."""
        now, wants = self._progress, self._press.force > 0
        return (
            now.step("light", "Press lightly", "The finger touches the glass with 1.5 N."),
            now.step("hard", "Press hard", "It presses with 15 N; look at the nail."),
            now.step("let_go", "Let go", "The colour comes back.", wants, "Press first."),
            now.step("again", "Again", "From the start.", self._pressed, "Press first."),
        )

    def verdict(self) -> Verdict | None:
        """How pale the nail went, and how fast it was red again."""
        return self._verdict

    def controls(self) -> Sequence[Control]:
        """How hard, seen from where, on which hand."""
        found = [
            slider(
                "force",
                "Force",
                self._press.force,
                (0.0, HARDEST),
                "Of the finger on the glass. The glowing point beside it does the same.",
                unit="N",
                step=0.1,
                group="Finger",
            ),
            _choice("view", "View", self._view, tuple(EYES), "Where you look from.", "Scene"),
            hand_choice(self._hand, self.options.hand),
        ]
        if self._has_tone:
            tone = self.options.dress.tone
            found.append(_choice("tone", "Skin tone", tone, tuple(TONES), "", "Scene"))
        if self._model is not None:
            found += [
                self._seconds("blanch", "Paling time", self._model.blanch_s, "leaves"),
                self._seconds("refill", "Refill time", self._model.refill_s, "comes back"),
            ]
        return found

    def set(self, name: str, value: float | str | bool) -> None:
        """Force and times act at once; another hand begins anew."""
        match name, value:
            case "force", float():
                self._want(value)
            case "view", str():
                self._view = value
                self._look()
            case "hand", str():
                self._hand = value
                self._build()
            case "tone", str():
                dress = replace(self.options.dress, tone=value)
                self.options = replace(self.options, dress=dress)
                self.changed_cast()
            case "blanch" | "refill", float() if self._model is not None:
                self._model = replace(self._model, **{f"{name}_s": value})
                self.blood.color = Blush(self._model)

    def press(self, name: str) -> None:
        """Take a step."""
        if name == "again":
            self.reset()
            return
        if name != "let_go":
            self._progress.begin("let_go")  # done or not: it is to be done now
        self._progress.begin(name)
        self._since = self._began = self.world.time
        self._press.force = {"light": LIGHTLY, "hard": HARD, "let_go": 0.0}[name]
        if name != "let_go":
            self._verdict = None
            self._pressed = True

    def handles(self) -> Sequence[str]:
        """A point that is dragged up to press harder."""
        return (HANDLE,)

    def drag(self, handle: str, target: Vec3 | None) -> None:
        """How hard, by where the point is dragged to."""
        if target is not None:
            share = (target[2] - (TIP[2] - HANDLE_REACH / 2)) / HANDLE_REACH
            self._want(float(np.clip(share, 0.0, 1.0)) * HARDEST)

    def reset(self) -> None:
        """The finger is off the glass."""
        self._press.reset()
        self.show_present()
        self._begin()

    def advance(self) -> Frame:
        """One step; judged whenever the finger let go."""
        frame = self._press.step()
        blood = self.blood.now[0, DIGITS.index(FINGER)]
        if self._judge is not None:
            self._judge.follow(frame.time, self._press.pressing, blood)
            if self._judge.verdict is not None:
                self._settle(self._judge.verdict)
        elif self._pressed and self._press.force == 0 and self._press.pressing == 0:
            self._settle(COLORLESS)
        self._proceed(frame.time)
        return frame

    def frame(self) -> SceneFrame:
        """With the blood of the finger that presses: by how much each eigentexture changes −ln of
        a colour where it does most.
        """
        row = DIGITS.index(FINGER)
        height = TIP[2] + HANDLE_REACH * (self._press.force / HARDEST - 0.5)
        return replace(
            super().frame(),
            contacts=NO_CONTACTS,  # an arrow would stand on the nail
            handles=np.array([[HANDLE_X, TIP[1], height]]),
            plotted=self.blood.now[0, row] * self._scale,
        )

    def bodies(self) -> Sequence[StageBody]:
        """The pane can be seen through."""
        return [b._replace(opacity=CLEAR) if b.name == GLASS else b for b in super().bodies()]

    @property
    def phase(self) -> str:
        """How hard it presses."""
        return f"{self._press.pressing:.1f} N"

    @property
    def _bare(self) -> bool:
        return self.options.dress.bare

    @property
    def _has_tone(self) -> bool:
        """Whether the hand wears our own skin, which has one."""
        spec = self.options.hand.choices[self._hand]
        return not self._bare and isinstance(spec, HandSpec) and not self.options.dress.worn

    def _seconds(self, name: str, label: str, value: float, what: str) -> Control:
        text = f"Until two thirds of the blood that {what} have moved."
        return slider(
            name, label, value, (0.02, SLOWEST), text, unit="s", group="Finger", advanced=True,
            symbol="τ",
        )  # fmt: skip

    def _want(self, force: float) -> None:
        """A force by hand: whatever step was under way ends."""
        if force > 0:
            self._progress.begin("let_go")  # done or not: it is to be done now
            self._pressed, self._verdict = True, None
        self._progress.fail()
        self._press.force = force

    def _settle(self, verdict: Verdict) -> None:
        """What was found; of no interest if the finger is about to press again."""
        if self._press.force == 0:
            self._verdict = verdict
        self._judge = self._new_judge()

    def _proceed(self, time: float) -> None:
        """A press is done when it has lasted, letting go when there is something to say."""
        name = self._progress.running
        if not name:
            return
        if name == "let_go":
            if self._verdict is not None or time - self._began > LONGEST_S + SLOWEST:
                self._progress.end()
            return
        off = abs(self._press.pressing - self._press.force)
        if off > 0.1 * self._press.force:
            self._since = time
        if time - self._since > HOLD_S or time - self._began > LONGEST_S:
            self._progress.end()

    def _new_judge(self) -> BlanchJudge | None:
        return None if self._nail is None else BlanchJudge(self._nail)

    def _begin(self) -> None:
        self._progress = Progress()
        self._verdict: Verdict | None = None
        self._pressed = False
        self._since = self._began = 0.0
        self._judge = self._new_judge()

    def _look(self) -> None:
        x, y, z = (float(a + b) for a, b in zip(TIP, EYES[self._view], strict=True))
        self.look_at, self.look_from = TIP, (x, y, z)

    def _build(self) -> None:
        hand = self.options.hand.choices[self._hand].build()
        self._press = GlassPress(hand, self.options.folder)
        self._begin()
        self.use(self._press.world)
        if self._model is not None:
            self.blood.color = Blush(self._model)


def _choice(
    name: str, label: str, value: str, choices: tuple[str, ...], text: str, group: str
) -> Control:
    return Control(name, label, "choice", text, value, choices=choices, group=group)
