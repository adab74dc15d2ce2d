"""`Size`: how large a reduced mechanism is, and what it costs."""

from dataclasses import dataclass
from typing import Any

from prehensile.forks.reduced.model import ReducedModel

SHOWN_MODES = 6
"""Frequencies in a line; the rest becomes an ellipsis."""


@dataclass(frozen=True, eq=False)
class Size:
    """A reduced mechanism's links, spectrum and times, as figures and as lines for a person."""

    model: ReducedModel
    build_ms: float
    step_us: float
    base_held: bool
    """whether a base that could move is held still"""

    @property
    def threshold(self) -> float | None:
        """Compliance [1/Nm] below which a direction counts as rigid; None where none does."""
        s = self.model.spectrum
        # Half-way, in orders of magnitude, across the gap.
        return float(s.values[s.rank - 1] / s.gap**0.5) if s.rank < len(s.values) else None

    def figures(self) -> dict[str, Any]:
        """What is known of the size, by name, fit for JSON."""
        mechanism, s = self.model.mechanism, self.model.spectrum
        return {
            "mechanism": mechanism.name,
            "links": mechanism.moving,
            "joints": len(mechanism.joints),
            "dof": mechanism.dof,
            "loops": mechanism.loops,
            "radius_m": mechanism.radius,
            "base_held": self.base_held,
            "end_effectors": list(self.model.linearisation.effectors),
            "rank": s.rank,
            "of": len(s.values),
            "threshold": self.threshold,
            "spectrum": s.values.tolist(),
            "modes_hz": self.model.frequencies.tolist(),
            "build_ms": self.build_ms,
            "step_us": self.step_us,
        }

    def lines(self) -> list[str]:
        """Five lines for a terminal: links and joints, end effectors, times, compliance, modes."""
        m, s, modes = self.model.mechanism, self.model.spectrum, self.model.frequencies
        loops = f", {m.loops} loops" if m.loops else ""
        held = "; its free base is held" if self.base_held else ""
        rigid = "" if self.threshold is None else f"; below {self.threshold:.2g} counts as rigid"
        more = ", …" if len(modes) > SHOWN_MODES else ""
        return [
            f"{m.name}: {m.moving} links, {len(m.joints)} joints ({m.dof} degrees of freedom)"
            f"{loops}, radius {m.radius:.3g} m{held}",
            f"  end effectors: {', '.join(self.model.linearisation.effectors)}",
            f"  built in {self.build_ms:.1f} ms, a step takes {self.step_us:.1f} µs",
            f"  kept {s.rank} of {len(s.values)} directions: compliance {s.values[0]:.2g} to "
            f"{s.values[s.rank - 1]:.2g} 1/Nm{rigid}",
            f"  modes: {', '.join(f'{f:.3g}' for f in modes[:SHOWN_MODES])}{more} Hz",
        ]


def newtons(force: Any) -> str:
    """A force (3,) [N] in a line."""
    return "(" + ", ".join(f"{v:.3g}" for v in force) + ") N"
