"""Soft tissue led along a path of poses, each balance the start of the next.

Nodes are described by where they would be at rest if the bones carried them (blended by harmonic
weights): there, a finger that merely turns does not move at all. The next balance is foretold in
that description, to first order by one linear solve and to second from the one before.
"""

from collections.abc import Callable

import numpy as np

from prehensile.extras import optional
from prehensile.skin.tissue.mesh import TissueMesh
from prehensile.skin.tissue.statics import (
    ITERATIONS,
    Equilibrium,
    Tissue,
    ngsolve_mesh,
    node_values,
)

PROBE = 1e-3
"""Share of a step over which its direction is taken."""
SMALLEST = 1 / 32
"""Share of the stride below which a path is given up."""
SNAP_ITERATIONS = 60
"""Newton steps allowed in the smallest turns: where flesh snaps into a fold, the new balance is far
however short the turn."""
EASY = 3
"""Newton steps up to which the next turn may be longer."""

BoneMaps = Callable[[np.ndarray], np.ndarray]
"""Joint angles (dof,) [rad] → maps (B, 4, 4) of the bones from rest to that pose."""


class LedTissue:
    """Tissue with its bones at a pose, and the last balance before it.

    Args:
        tissue: its held nodes are those on bones, and any more that follow the blended bones.
        weights: (N + E, B) how much each bone carries each node; 1 on its own.
        maps: of the bones.
        q: (dof,) [rad] the pose at rest, where every map is the identity.
    """

    def __init__(self, tissue: Tissue, weights: np.ndarray, maps: BoneMaps, q: np.ndarray):
        self.tissue, self._weights, self._maps = tissue, weights, maps
        self.q = np.asarray(q, float)
        self._before: tuple[np.ndarray, np.ndarray] | None = None
        self._turn: float | None = None

    def start_from(self, q: np.ndarray, positions: np.ndarray) -> Equilibrium:
        """Go on from a balance (N + E, 3) [m] found earlier at ``q`` (dof,) [rad]."""
        self.tissue.adopt(self._held(q, positions))
        self.q, self._before, self._turn = np.asarray(q, float), None, None
        return self.tissue.balance()

    def lead(self, q: np.ndarray, stride: float) -> Equilibrium:
        """Move the bones straight to ``q`` (dof,) [rad], finding balance on the way.

        Args:
            q: (dof,) [rad] the joint angles to reach.
            stride: [rad] most that a joint turns between two balances; halved where one fails.

        Returns:
            All Newton steps together. If it failed, the tissue is at the last balance found.
        """
        start, goal = self.q, np.asarray(q, float)
        far = float(np.abs(goal - start).max())
        turn = min(self._turn or stride, stride)
        done, steps = 0.0, 0
        while far * (1 - done) > 1e-9:
            part = min(turn / far, 1 - done)
            patience = ITERATIONS if turn >= 2 * SMALLEST * stride else SNAP_ITERATIONS
            found = self._step(start + (done + part) * (goal - start), patience)
            steps += found.iterations
            if found.found:
                done += part
                self._turn = turn = min(turn * (1.5 if found.iterations <= EASY else 1.0), stride)
            elif turn < SMALLEST * stride:
                return Equilibrium(False, steps, f"{found.reason}, {done:.0%} of the way")
            else:
                turn = 0.5 * part * far
        return Equilibrium(True, steps, "")

    def _step(self, q: np.ndarray, patience: int) -> Equilibrium:
        tissue, here = self.tissue, self.q
        positions = tissue.positions
        rest = self._pulled(here, positions)
        near = here + PROBE * (q - here)
        guess = self._held(near, self._pushed(near, rest))
        moved = tissue.response(guess - positions)
        slope = (self._pulled(near, positions + moved) - rest) / PROBE
        guesses = [rest + slope]
        if self._before is not None:
            # The parabola through the balance before, if it lies on this line.
            last_q, last = self._before
            ratio = _ratio(here - last_q, q - here)
            if ratio:
                guesses.append(guesses[0] + (last - rest + ratio * slope) / ratio**2)
        self._place_best(q, guesses)
        found = tissue.balance(patience)
        if found.found:
            self._before, self.q = (here, rest), q
        else:
            tissue.positions = positions
        return found

    def _place_best(self, q: np.ndarray, guesses: list[np.ndarray]) -> None:
        """Put the nodes at the guess of least energy: after a snap the parabola misleads."""
        places = [self._held(q, self._pushed(q, guess)) for guess in guesses]
        energies = []
        for place in places:
            self.tissue.positions = place
            energies.append(self.tissue.energy())
        best = np.argmin(np.where(np.isfinite(energies), energies, np.inf))
        self.tissue.positions = places[best]

    def _blend(self, q: np.ndarray) -> np.ndarray:
        return np.einsum("nb,bij->nij", self._weights, self._maps(q)[:, :3])

    def _pushed(self, q: np.ndarray, rest: np.ndarray) -> np.ndarray:
        map_ = self._blend(q)
        return np.einsum("nij,nj->ni", map_[:, :, :3], rest) + map_[:, :, 3]

    def _pulled(self, q: np.ndarray, positions: np.ndarray) -> np.ndarray:
        map_ = self._blend(q)
        moved = (positions - map_[:, :, 3])[..., None]
        return np.linalg.solve(map_[:, :, :3], moved)[..., 0]

    def _held(self, q: np.ndarray, positions: np.ndarray) -> np.ndarray:
        """Positions (N + E, 3) [m] with the held nodes where the bones have them at ``q``."""
        found, held = np.array(positions), self.tissue.held
        found[held] = self._pushed(q, self.tissue.mesh.nodes)[held]
        return found


def _ratio(last: np.ndarray, now: np.ndarray) -> float:
    """Length of the last step over that of the one now; 0 if they do not point the same way."""
    size, turn = np.linalg.norm(last), np.linalg.norm(now)
    if size * turn == 0 or last @ now < 0.999 * size * turn:
        return 0.0
    return float(size / turn)


def harmonic_weights(mesh: TissueMesh) -> np.ndarray:
    """(N + E, B): 1 on a bone, 0 on the others, harmonic between; rows sum to 1."""
    ng = optional("ngsolve")
    grid, edge_rows = ngsolve_mesh(mesh)
    space = ng.H1(grid, order=2)
    u, v = space.TnT()
    form = ng.BilinearForm(ng.Grad(u) * ng.Grad(v) * ng.dx).Assemble()
    n = len(mesh.corners)
    free = ng.BitArray(space.ndof)
    free.Set()
    for k in np.flatnonzero(mesh.bone >= 0).tolist():
        free.Clear(k)
    for k in edge_rows[mesh.node_bone[n:] >= 0].tolist():
        free.Clear(n + k)
    inverse = form.mat.Inverse(free, "sparsecholesky")
    columns = []
    for bone in range(len(mesh.segments)):
        field = ng.GridFunction(space)
        field.vec[:] = 0
        field.vec.FV().NumPy()[:n][mesh.bone == bone] = 1
        force = field.vec.CreateVector()
        force.data = form.mat * field.vec
        field.vec.data -= inverse * force
        columns.append(node_values(mesh, edge_rows, grid, field.vec.FV().NumPy()))
    return np.stack(columns, axis=1)
