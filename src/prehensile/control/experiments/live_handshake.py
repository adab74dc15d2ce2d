"""Two hands that shake, wave and let go when they are told."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from prehensile.control.arm.path import CarriedArm
from prehensile.control.experiments.clasp import coming, going
from prehensile.control.experiments.handshake import (
    ALPHA,
    CLOSING,
    FIRM,
    GUEST,
    HOST,
    SHAKE,
    Shaker,
    shake_of,
    shaking_hands,
)
from prehensile.control.law.gains import HANDSHAKE
from prehensile.control.live.example import OPENING
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.world.world import Frame, World

PAUSE = CLOSING + 0.2
"""[s] between the clasp and the shake: the fingers close, and come to rest"""


class LiveHandshake:
    """Two right hands of different size, apart at first.

    Args:
        alpha: grip strength of both.
        strength: of the gains of both, when they hold each other; in the air 1, as published.
        arm_term: whether τ_ARM acts.
        guard_folder: as `World` takes it.
        host: in place of a hand of percentile `HOST`; a right one.

    Raises:
        InputError: the host's is a left hand.
    """

    def __init__(
        self,
        alpha: float = ALPHA,
        strength: float = FIRM.strength,
        arm_term: bool = True,
        guard_folder: Path | None = None,
        host: Hand | None = None,
    ):
        if host is not None and host.side != "right":
            raise InputError("the handshake is one of right hands; this is a left one.")
        first, second = (HandSpec.at_percentile(size).build() for size in (HOST, GUEST))
        self._placed = shaking_hands(first if host is None else host, second)
        # No object to hold still: the preset without friction's last digits, twice as quick.
        self.world = World(self._placed, preset="fast", floor=False, guard_folder=guard_folder)
        self._start = self.world.snapshot()
        self._settings = (alpha, strength, arm_term)
        self.again()

    @property
    def apart(self) -> bool:
        """Whether the hands wait for each other."""
        return not self._met and not self._busy

    @property
    def clasped(self) -> bool:
        """Whether they hold each other, and neither comes nor goes."""
        return self._met and not self._busy

    @property
    def doing(self) -> str:
        """What the two are at, in a word or two."""
        if self._parting:
            return "part" if self._busy else "apart"
        if not self._busy:
            return "clasped" if self._met else "apart"
        if not self._met:
            return "wave"
        return "shake" if self.world.time >= self._shakes_at else "come"

    def shake(self) -> None:
        """Shake; if the hands are apart they come first."""
        self._told()
        now = self.world.time
        for k, arm in enumerate(self._arms):
            if not self._met:
                for carry in coming(k):
                    arm.go(now, carry)
                arm.wait(PAUSE)
            self._shakes_at = max(now, arm.busy_until)
            arm.go(now, shake_of(k))
        self._meet(True)

    def wave(self) -> None:
        """Shake in the air, where nothing steadies the fingers."""
        self._told()
        if self._met:
            raise InputError("the hands hold each other: let go first, or shake.")
        for arm in self._arms:
            arm.go(self.world.time, SHAKE)

    def let_go(self) -> None:
        """Open both hands, then part them."""
        self._told()
        if not self._met:
            raise InputError("the hands are apart: shake first.")
        for k, (arm, controller) in enumerate(zip(self._arms, self._controllers, strict=True)):
            controller.release()
            for carry in going(k):
                arm.go(self.world.time + OPENING, carry)
        self._parting = True

    def again(self) -> None:
        """Put both hands back where they began, apart."""
        self.world.restore(self._start)
        self._arms = [CarriedArm(np.asarray(h.forearm)) for h in self._placed]
        self._controllers = [
            Shaker(self.world, h, k, arm)
            for k, (h, arm) in enumerate(zip(self._placed, self._arms, strict=True))
        ]
        self._parting, self._shakes_at = False, np.inf
        self._meet(False)
        for controller, h in zip(self._controllers, self._placed, strict=True):
            controller.reset(self.world.observe(h.name))

    def set(self, alpha: float, strength: float, arm_term: bool) -> None:
        """Other numbers, from now on."""
        self._settings = (alpha, strength, arm_term)
        for controller in self._controllers:
            controller.alpha = alpha
            controller.press(HANDSHAKE.stronger(strength) if self._met else HANDSHAKE)
            controller.law.terms = replace(controller.law.terms, arm=arm_term)

    def step(self) -> Frame:
        """One step of the world, with both controllers."""
        if self._parting and not self._busy:  # apart again: ready for another
            self._parting = False
            self._meet(False)
            for controller in self._controllers:
                controller.states.reset()
        names = [h.name for h in self._placed]
        return self.world.step(
            {
                name: controller.act(self.world.observe(name))
                for name, controller in zip(names, self._controllers, strict=True)
            }
        )

    def _meet(self, met: bool) -> None:
        """A hand that is offered or waves is at ease; one that comes to hold another is not."""
        self._met = met
        self.set(*self._settings)

    @property
    def _busy(self) -> bool:
        return any(self.world.time < arm.busy_until for arm in self._arms)

    def _told(self) -> None:
        if self._busy:
            raise InputError(f"the hands are busy ({self.doing}); wait until they have finished.")
