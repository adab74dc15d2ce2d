"""Two right hands of different size shake; the switch for τ_ARM shows why fingers do not wave."""

from collections.abc import Sequence

from prehensile.control.experiments.live_handshake import LiveHandshake
from prehensile.stage.choices import button, slider
from prehensile.stage.messages import Control
from prehensile.stage.scene import SceneOptions
from prehensile.stage.world_scene import WorldScene
from prehensile.world.world import Frame

STRONGEST = 8.0


class HandshakeStage(WorldScene):
    """Shake, let go, again; how hard, and with or without compensation of the arm."""

    look_at = (0.0, 0.0, 0.98)
    look_from = (0.12, -1.02, 1.28)
    floor = False

    def __init__(self, options: SceneOptions | None = None):
        super().__init__(options)
        self._alpha, self._strength, self._arm = 0.3, 1.0, True
        worn = next(iter(self.options.dress.worn), None)
        self._live = LiveHandshake(
            alpha=self._alpha,
            strength=self._strength,
            guard_folder=self.options.folder,
            host=None if worn is None else worn.build(),
        )
        self.use(self._live.world)

    def controls(self) -> Sequence[Control]:
        """How hard, what acts, and what to do."""
        live = self._live
        return (
            slider(
                "alpha",
                "Grip α",
                self._alpha,
                (0.0, 0.8),
                "How much past the gripping pose.",
                step=0.05,
                group="Hands",
            ),
            slider(
                "strength",
                "Strength",
                self._strength,
                (1.0, STRONGEST),
                "Multiplies stiffness and damping; 1 is published.",
                step=0.05,
                group="Hands",
            ),
            Control(
                name="arm",
                label="Compensate the arm (τ_ARM)",
                kind="switch",
                value=self._arm,
                group="Hands",
                help="Without it the fingers lag behind a shaking arm: they wave.",
            ),
            button("shake", "Shake hands", live.apart or live.clasped, primary=True),
            button("wave", "Shake in the air", live.apart),
            button("let_go", "Let go", live.clasped),
            button("again", "Again", True),
        )

    def set(self, name: str, value: float | str | bool) -> None:
        """Everything acts at once."""
        match name, value:
            case "alpha", float():
                self._alpha = value
            case "strength", float():
                self._strength = value
            case "arm", bool():
                self._arm = value
        self._live.set(self._alpha, self._strength, self._arm)

    def press(self, name: str) -> None:
        """Do it."""
        match name:
            case "shake":
                self._live.shake()
            case "wave":
                self._live.wave()
            case "let_go":
                self._live.let_go()
            case "again":
                self.reset()

    def reset(self) -> None:
        """The hands are apart again."""
        self._live.again()
        self._last = None

    def advance(self) -> Frame:
        """One step of both hands."""
        return self._live.step()

    @property
    def phase(self) -> str:
        """What they do."""
        return self._live.doing
