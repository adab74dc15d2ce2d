"""Fingernail sensors: four LEDs and six photodiodes on a nail see its blood (Kry 2005, 3.2.3).

The simulator is driven by how six patches of a nail blanch (`nail.blanching`). What makes the real
one hard is in it: blood lags, light drifts over minutes, shear and posture move blood too, and the
room's light and the cameras' strobes fall on the photodiodes (`nail.scan`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from prehensile.capture.recording.stream import Stream
from prehensile.capture.sensors.nail.blanching import PATCHES, nail_blanching
from prehensile.capture.sensors.nail.scan import DARK, SCAN, Scan
from prehensile.capture.sensors.sampling import between, converted, sample_times, watched
from prehensile.capture.sensors.tip_forces import tip_forces
from prehensile.capture.signals.one_pole import one_pole
from prehensile.errors import UnknownNameError
from prehensile.hand.joints import DIGITS
from prehensile.motion.clip import Clip
from prehensile.motion.tracked_hand import angles_of, hand_of

PHOTODIODES, LEDS = 6, 4
LED_PLACES = ((0.49, 0.48), (0.25, 0.66), (0.73, 0.66), (0.49, 0.84))
"""(4, 2) of the LEDs, as the patches count: each photodiode lies above one patch"""
REACH = 0.15
"""over which light falls off in the nail's bed, in widths of a photograph"""
SHEAR = (0.03, 0.03, 0.0, 0.0, -0.04, -0.04)
"""change of each patch for a newton along the finger: blood moves towards the cuticle"""
POSTURE = (0.05, 0.05, 0.02, 0.02, -0.03, -0.03)
"""change of each patch for a radian that the last two joints bend"""


@dataclass(frozen=True)
class Fingernail:
    """Sensors on some nails. Twelve wires each, so that a hand has thirty channels."""

    name: str = "fingernail"
    hand: str = ""
    """its name in the clip; the first if empty"""
    digits: tuple[str, ...] = DIGITS
    each_led: bool = False
    """24 readings a nail, each LED alone, rather than 6; the circuit of appendix A would have to be
    changed for it, so that each reading is timed as if it were the frame's only one"""
    lag: float = 0.25
    """[s] time constant of blood"""
    drift: float = 0.02
    """change of the light over a minute, standard deviation of each patch's random walk"""
    noise: float = 0.002
    """[V] of a scan"""
    volts: float = 1.0
    """[V] of a photodiode over the unpressed nail, all LEDs lit"""
    room: float = 0.5
    """[V] of the room's light; it flickers by a tenth at twice the mains' 60 Hz"""
    shear: float = 1.0
    """times `SHEAR`"""
    posture: float = 1.0
    """times `POSTURE`"""
    scan: Scan = field(default_factory=Scan)
    bits: int = 16

    def __post_init__(self) -> None:
        for digit in self.digits:
            if digit not in DIGITS:
                raise UnknownNameError("digit", digit, DIGITS)

    @property
    def rate_hz(self) -> float:
        """One difference a frame of the cameras."""
        return self.scan.frame_hz

    def errors(self) -> Mapping[str, Any]:
        """Poor (Table 3.1); good for some hertz."""
        return {"fastest_hz": 10.0, "lag_s": self.lag, "drift_per_minute": self.drift}

    @property
    def channels(self) -> tuple[str, ...]:
        """``digit/photodiode``, or ``digit/LED/photodiode``."""
        lit = [f"led{k + 1}/" for k in range(LEDS)] if self.each_led else [""]
        return tuple(
            f"{digit}/{led}p{p + 1}"
            for digit in self.digits
            for led in lit
            for p in range(PHOTODIODES)
        )

    def observe(self, clip: Clip, rng: np.random.Generator) -> Stream:
        """Differences of lit and dark scans [V]."""
        times = sample_times(clip, self.rate_hz)
        rows = [DIGITS.index(digit) for digit in self.digits]
        track = watched(clip, self.hand)
        force = between(clip, tip_forces(clip, track).force[:, rows], times)
        bend = between(clip, last_bends(clip, self.hand).sum(-1)[:, rows], times)
        change = self.patch_change(force, bend, rng)
        light = self.volts * np.einsum("lpk,ndk->ndlp", mixing(), 1 + change)
        if not self.each_led:
            light = light.sum(2, keepdims=True)
        dark, later = (self._room(times + count / self.scan.counter_hz) for count in (DARK, SCAN))
        read = self.scan.difference(
            light, dark[:, None, None, None], later[:, None, None, None]
        ) + rng.normal(0, np.sqrt(2) * self.noise, light.shape)
        read, _ = converted(read, -10.0, 10.0, self.bits)
        return Stream(
            self.name,
            "voltages",
            times,
            read.reshape(len(times), -1),
            self.channels,
            rate_hz=self.rate_hz,
            frame="sensor",
            sensor={
                "model": "fingernail sensor",
                "blanching": nail_blanching().source,
                "leds": "each alone" if self.each_led else "all",
                **self.errors(),
            },
            delivery="push",
        )

    def patch_change(
        self, force: np.ndarray, bend: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        """(N, D, 6) of forces (N, D, 3) [N] in the last segments' frames and bends (N, D) [rad]."""
        wanted = nail_blanching().at(np.maximum(-force[..., 2], 0.0))
        wanted = wanted + self.shear * force[..., :1] * np.array(SHEAR)
        wanted = wanted + self.posture * bend[..., None] * np.array(POSTURE)
        blood = one_pole(wanted, np.exp(-1 / (self.lag * self.rate_hz)))
        walk = np.cumsum(rng.normal(size=blood.shape), axis=0) / np.sqrt(60 * self.rate_hz)
        return blood + self.drift * walk

    def _room(self, times: np.ndarray) -> np.ndarray:
        return self.room * (1 + 0.1 * np.sin(2 * np.pi * 120 * times))


def last_bends(clip: Clip, hand: str = "") -> np.ndarray:
    """(T, 5, 2) [rad] bends of the last two joints of every digit (PIP and DIP; MP and IP)."""
    track = watched(clip, hand)
    whose, q = hand_of(track), angles_of(track)
    names = [
        [f"{d}_mp_flex", f"{d}_ip_flex"] if d == "thumb" else [f"{d}_pip_flex", f"{d}_dip_flex"]
        for d in DIGITS
    ]
    return np.stack(
        [np.stack([whose.joint_angle(q, joint) for joint in row], axis=-1) for row in names],
        axis=1,
    )


def mixing() -> np.ndarray:
    """(4, 6, 6) share of LED l's light that comes through patch k to photodiode p; summed over LEDs
    and patches it is 1.
    """
    led, patch = np.array(LED_PLACES), np.array(PATCHES)
    out = np.exp(-np.linalg.norm(led[:, None] - patch, axis=-1) / REACH)
    back = np.exp(-2 * np.linalg.norm(patch[:, None] - patch, axis=-1) / REACH)
    share = out[:, None, :] * back[None]
    return share / share.sum((0, 2), keepdims=True)
