"""Solver settings with names: `hold` for grasps that must not creep, `rehearse` for trying whether
one will hold, `fast` for learning.

All use elliptic friction cones and MuJoCo's discrete integrator, which is implicit in position
inside the contact solve; with the others, stiff fingers at 1/60 s drop what they hold. `hold` then
lets the noslip solver run until it has converged: 60 to 90 iterations in easy grasps, 350 in hard
ones. Cut off at 50, a held 0.2 kg object creeps 2 to 10 µm/s; at 200 a hard one still creeps 20;
let run to the end, all stay below 2 (`prehensile bench holding` measures it).

`rehearse` cuts it off early. On 50 placements, of the mug, the hammer and five other things, it
told slip from hold as `hold` does, in 0.36 of the time; without any noslip, as `fast` has it, nine
went otherwise.
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
    jacobian: mujoco.mjtJacobian
    """The same numbers, one way or the other. Sparse makes `fast` 4 to 20 % faster with a hand and
    an object; the noslip solver of `hold` takes 1.2 to 2.2 times as long with it."""

    def apply(self, option: mujoco.MjOption) -> None:
        """Set the solver options of a spec or a model."""
        option.integrator = mujoco.mjtIntegrator.mjINT_DISCRETE
        option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
        option.impratio = IMPRATIO
        option.noslip_iterations = self.noslip_iterations
        option.noslip_tolerance = self.noslip_tolerance
        option.jacobian = self.jacobian


PRESETS = {
    "hold": Preset(500, 1e-11, mujoco.mjtJacobian.mjJAC_DENSE),
    "rehearse": Preset(20, 1e-6, mujoco.mjtJacobian.mjJAC_DENSE),
    "fast": Preset(0, 1e-6, mujoco.mjtJacobian.mjJAC_SPARSE),
}


def preset(name: str) -> Preset:
    """A preset by name."""
    try:
        return PRESETS[name]
    except KeyError:
        raise UnknownNameError("preset", name, PRESETS) from None
