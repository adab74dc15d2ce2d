"""What is held stands still: creep, balance, energy, on seeded grasps of a ball."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from prehensile.bench.synthesis.grasped_ball import drawn_grasp, grasped_ball
from prehensile.synthesis.body import kinetic_energy
from prehensile.synthesis.simulation import Simulation

REFERENCE = {
    "stick_creep_um_per_s": "≤ 0.01",
    "balance_err_N": "≤ 1e-6",
    "energy_ok": "true",
    "grasps_held": "all of 10",
}
CLOSING, WAITED, WATCHED = 500, 5000, 30_000
"""steps of 2 ms: the fingers close; 10 s at rest; 60 s are watched"""
GAINED = 1e-9
"""[J] that rounding may add"""
FAR = 0.05
"""[m] from which a ball has been lost"""


class Stillness(NamedTuple):
    """One grasp."""

    creep: float
    """[m/s]"""
    balance: float
    """[N]"""
    gained: float
    """[J] most in one step"""
    unsolved: int
    held: bool


def stillness(seed: int, waited: int = WAITED, watched: int = WATCHED) -> Stillness:
    """Of one seeded grasp, damping on."""
    s = grasped_ball(drawn_grasp(seed), CLOSING)
    begun, stiffness = s.state.T_bodies[0, :3, 3], np.linalg.inv(s.compliance)
    energy, gained = _energy(s, stiffness), -np.inf
    for _ in range(waited):
        s.step()
        after = _energy(s, stiffness)
        gained, energy = max(gained, after - energy), after
    before, wrench = s.state.T_bodies[0, :3, 3], np.zeros((0, 6))
    for _ in range(watched):
        wrench = s.step().wrench
    there = s.state.T_bodies[0, :3, 3]
    weight = s.setting.bodies[0].mass * np.asarray(s.setting.gravity)
    return Stillness(
        float(np.linalg.norm(there - before)) / (watched * s.setting.timestep),
        float(np.abs(weight - wrench[:, :3].sum(axis=0)).max()),
        gained,
        len(s.unsolved),
        bool(np.linalg.norm(there - begun) < FAR),
    )


def stillness_figures(seeds: Iterable[int], **steps: int) -> dict[str, Any]:
    """The worst of some grasps."""
    found = [stillness(seed, **steps) for seed in seeds]
    return {
        "stick_creep_um_per_s": 1e6 * max(one.creep for one in found),
        "balance_err_N": max(one.balance for one in found),
        "energy_ok": all(one.gained <= GAINED for one in found),
        "unsolved_steps": sum(one.unsolved for one in found),
        "grasps_held": sum(one.held for one in found),
    }


def _energy(s: Simulation, stiffness: np.ndarray) -> float:
    """[J] of the ball and the springs"""
    body, bent = s.setting.bodies[0], s.state.theta - s.state.reference.theta
    fallen = body.mass * float(np.asarray(s.setting.gravity) @ s.state.T_bodies[0, :3, 3])
    return kinetic_energy(body, s.state.phi[0]) - fallen + 0.5 * float(bent @ stiffness @ bent)
