"""What a recording tells of a fingertip: pushed by a platform, or its pad pressed."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from prehensile.capture.recording.recording import Recording
from prehensile.compliance.model.literature import likely_compliance
from prehensile.compliance.recorded.session import Session, session_of
from prehensile.compliance.recorded.windows import moved_joints
from prehensile.compliance.tip.endpoint import Endpoint, endpoint
from prehensile.compliance.tip.fingerpad import (
    MOST_FORCE,
    HertzFit,
    hertz_fit,
    root_compliance,
    stiffness_under_load,
)
from prehensile.compliance.tip.perturbation import Perturbed, fit_perturbation
from prehensile.compliance.tip.presses import Press, Presses, presses_of
from prehensile.compliance.tip.pushed_chain import PushedChain, chosen_chain
from prehensile.compliance.tip.pushes import Push, pushes_of
from prehensile.errors import InputError

LOAD = 2.0
"""[N] at which the pad's stiffness is told (4.4)"""


class Pushed(NamedTuple):
    """A fingertip that a platform pushed P times."""

    pushes: tuple[Push, ...]
    chain: PushedChain
    endpoints: tuple[Endpoint, ...]
    """(P,) in the posture of each push, from the joints of ``chain``"""
    published: tuple[Perturbed | None, ...]
    """(P,) (4.13), one mass on one spring; None where no window made sense"""


class Pressed(NamedTuple):
    """A fingerpad that was pressed."""

    presses: Presses
    loading: HertzFit
    """of all presses together"""
    unloading: HertzFit
    young_by_press: np.ndarray
    """(K, 2) [Pa] loading and unloading of each alone; NaN where it cannot be told"""
    stiffness: float
    """[N/m] loading, at `LOAD`"""


@dataclass(frozen=True, eq=False)
class TipResults:
    """Either, or both."""

    pushed: Pushed | None = None
    pressed: Pressed | None = None

    def rows(self) -> list[tuple[str, str]]:
        """What a page or a terminal shows: name and value with its unit."""
        told, shown = self.to_json(), []
        if "pushed" in told:
            one = told["pushed"]
            shown += [
                ("pushes", str(one["pushes"])),
                ("stiffness 1/(nᵀCn), free sideways", f"{one['stiffness_free']:.0f} N/m"),
                ("stiffness nᵀC⁻¹n, held sideways", f"{one['stiffness_held']:.0f} N/m"),
            ]
            fit = one["published"]
            if fit is not None:
                shown.append((
                    "one mass on one spring (4.13)",
                    f"m {1e3 * fit['mass']:.1f} g, b {fit['damping']:.2f} Ns/m, "
                    f"k {fit['stiffness']:.0f} N/m, f₀ {fit['rest_force']:.2f} N",
                ))  # fmt: skip
        if "pressed" in told:
            one = told["pressed"]
            shown += [
                ("presses", str(one["presses"])),
                ("Young's modulus, loading", f"{1e-3 * one['young_loading']:.0f} kPa"),
                ("Young's modulus, unloading", f"{1e-3 * one['young_unloading']:.0f} kPa"),
                ("pad's stiffness at 2 N", f"{1e-3 * one['stiffness_2N']:.2f} kN/m"),
                ("compliance that justifies at the root", f"{one['root_compliance']:.2g} m/N"),
            ]
        return shown

    def to_json(self) -> dict[str, Any]:
        """Numbers by name, SI units."""
        told: dict[str, Any] = {}
        if self.pushed is not None:
            chain, published = self.pushed.chain, [p for p in self.pushed.published if p]
            told["pushed"] = {
                "pushes": len(self.pushed.pushes),
                "window_s": chain.seconds,
                "compliance": dict(zip(chain.joints, chain.compliance.tolist(), strict=True)),
                "stiffness_free": float(np.median([e.free for e in self.pushed.endpoints])),
                "stiffness_held": float(np.median([e.held for e in self.pushed.endpoints])),
                "published": {
                    name: float(np.median([getattr(p, name) for p in published]))
                    for name in ("mass", "damping", "stiffness", "rest_force")
                }
                if published
                else None,
            }
        if self.pressed is not None:
            told["pressed"] = {
                "presses": len(self.pressed.presses.presses),
                "young_loading": self.pressed.loading.young(),
                "young_unloading": self.pressed.unloading.young(),
                "stiffness_2N": self.pressed.stiffness,
                "root_compliance": root_compliance(self.pressed.stiffness),
            }
        return told


def tip_results(recording: Recording, session: Session | None = None) -> TipResults | None:
    """Pushes or presses of a recording in which the plate's own markers were seen.

    Args:
        recording: with the pose of what is touched; others have nothing to tell of a fingertip.
        session: as `session_of` reads it, if it was read already.

    Returns:
        None where it is no recording of a platform or of a pad.

    Raises:
        InputError: it is one, but what it shows makes no sense.
    """
    if not recording.of_kind("rigid_poses"):
        return None
    read = session_of(recording) if session is None else session
    pushes = pushes_of(recording, read)
    if pushes:
        return TipResults(pushed=pushed(read, pushes))
    presses = presses_of(recording, read)
    return None if presses is None else TipResults(pressed=pressed(presses))


def pushed(session: Session, pushes: tuple[Push, ...]) -> Pushed:
    """Both fits of a session's pushes."""
    joints, hand = moved_joints(session), session.hand
    likely = np.array([likely_compliance(name, session.task) for name in joints])
    chain = chosen_chain(hand, pushes, joints, likely)
    columns = [hand.joint_index(name) for name in joints]
    ends = tuple(endpoint(p.lever[:, columns], p.normal, chain.compliance) for p in pushes)
    return Pushed(pushes, chain, ends, tuple(_published(push) for push in pushes))


def pressed(presses: Presses) -> Pressed:
    """Moduli and stiffness of a pad from all its presses."""
    parts = [_phase(presses, name) for name in ("loading", "unloading")]
    fits = [hertz_fit(force, depth, press=number) for force, depth, number in parts]
    alone = [[_alone(press, getattr(press, name), presses.least)
              for name in ("loading", "unloading")] for press in presses.presses]  # fmt: skip
    force, depth, number = parts[0]
    stiffness = stiffness_under_load(force, depth, LOAD, number)
    return Pressed(presses, fits[0], fits[1], np.array(alone), stiffness)


def _phase(presses: Presses, name: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Force, depth and number of the press, of all samples of a phase that are no noise."""
    parts = []
    for number, press in enumerate(presses.presses):
        rows = getattr(press, name) & (press.force > presses.least)
        parts.append((press.force[rows], press.depth[rows], np.full(rows.sum(), number)))
    force, depth, numbers = (np.concatenate(part) for part in zip(*parts, strict=True))
    return force, depth, numbers


def _alone(press: Press, rows: np.ndarray, least: float) -> float:
    inside = rows & (press.force > least) & (press.force < MOST_FORCE)
    try:
        return hertz_fit(press.force[inside], press.depth[inside]).young()
    except InputError:
        return float("nan")


def _published(push: Push) -> Perturbed | None:
    try:
        return fit_perturbation(push.time, push.z, push.force)
    except InputError:
        return None
