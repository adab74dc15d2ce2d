"""Two right hands of different size shake; the switch for τ_ARM shows why fingers do not wave."""

from collections.abc import Sequence

from prehensile.control.experiments.handshake import ALPHA, FIRM
from prehensile.control.experiments.live_handshake import LiveHandshake
from prehensile.motion.verdict import Verdict
from prehensile.stage.choices import slider, switch
from prehensile.stage.messages import Control, Step
from prehensile.stage.progress import Progress
from prehensile.stage.scene import SceneOptions
from prehensile.stage.verdicts.shaken import ShakeJudge
from prehensile.stage.world_scene import WorldScene
from prehensile.world.world import Frame

STRONGEST = 10.0
"""times the published strength"""
CLASP_FIRST = "They have to hold each other first."
PART_FIRST = "They have to shake and part first."


class HandshakeStage(WorldScene):
    """Shake, let go, shake in the air; how hard, and with or without compensation of the arm."""

    look_at = (0.0, 0.0, 0.98)
    look_from = (0.12, -1.02, 1.28)
    floor = False

    def __init__(self, options: SceneOptions | None = None):
        super().__init__(options)
        self._alpha, self._strength, self._arm = ALPHA, FIRM.strength, True
        self._progress = Progress()
        self._judge: ShakeJudge | None = None
        self._verdict: Verdict | None = None
        worn = next(iter(self.options.dress.worn), None)
        self._live = LiveHandshake(
            alpha=self._alpha,
            strength=self._strength,
            guard_folder=self.options.folder,
            host=None if worn is None else worn.build(),
        )
        self.use(self._live.world)

    def steps(self) -> Sequence[Step]:
        """Come together and shake, part; and the same shake in the air."""
        now, live = self._progress, self._live
        shaken = now.is_done("shake") or now.is_done("wave")
        return (
            now.step("shake", "Shake hands", "They come, clasp and shake.", live.apart),
            now.step("let_go", "Let go", "They open and part.", live.clasped, CLASP_FIRST),
            now.step("wave", "In the air", "They shake with nothing to steady them.", live.apart),
            now.step("again", "Again", "From the start.", shaken and live.apart, PART_FIRST),
        )

    def verdict(self) -> Verdict | None:
        """Whether they kept hold of each other, or their fingers waved, in the last shake."""
        return self._verdict

    def controls(self) -> Sequence[Control]:
        """How hard they grip, and what acts."""
        return (
            slider(
                "alpha",
                "Grip",
                self._alpha,
                (0.0, 0.8),
                "How much past the gripping pose.",
                step=0.05,
                group="Hands",
                symbol="α",
            ),
            slider(
                "strength",
                "Strength",
                self._strength,
                (1.0, STRONGEST),
                "Multiplies stiffness and damping of hands that hold each other; 1 is published.",
                step=0.05,
                group="Hands",
            ),
            switch(
                "arm",
                "Compensate the arm",
                self._arm,
                "Without it the fingers lag behind a shaking arm: they wave.",
                group="Hands",
                symbol="τ_ARM",
            ),
        )

    def set(self, name: str, value: float | str | bool) -> None:
        """Other numbers for both hands, which act at once."""
        match name, value:
            case "alpha", float():
                self._alpha = value
            case "strength", float():
                self._strength = value
            case "arm", bool():
                self._arm = value
        self._live.set(self._alpha, self._strength, self._arm)

    def press(self, name: str) -> None:
        """Tell both hands what to do, or begin anew."""
        match name:
            case "shake":
                self._live.shake()
                self._judge = ShakeJudge(self.world, in_the_air=False)
            case "wave":
                self._live.wave()
                self._judge = ShakeJudge(self.world, in_the_air=True)
            case "let_go":
                self._live.let_go()
            case "again":
                self.reset()
                return
        self._progress.begin(name)

    def reset(self) -> None:
        """Bring the hands apart, as they were at first."""
        self._live.again()
        self._progress.reset()
        self._judge = self._verdict = None
        self.show_present()

    def advance(self) -> Frame:
        """One step of both hands; a shake that has ended is judged."""
        frame = self._live.step()
        if self._judge is not None and self._live.doing in ("shake", "wave"):
            self._judge.add(frame)
        running = self._progress.running
        if running and (self._live.clasped if running == "shake" else self._live.apart):
            self._progress.end()
            if self._judge is not None:
                self._verdict, self._judge = self._judge.verdict(), None
        return frame

    @property
    def phase(self) -> str:
        """What the hands do, in a word."""
        return self._live.doing
