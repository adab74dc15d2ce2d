"""Static equilibrium of soft tissue: nearly incompressible neo-Hookean, quadratic tetrahedra.

The energy of a deformation x(X) with gradient F, J = det F, at shear modulus 1, is

    ∫ ½(|F|² − 3) − ln J  +  ½ℓ²|∇F|²  dV  +  Σ_T ½κ V_T (J_T − 1)²

where J_T is the mean of J over tetrahedron T: displacement P2, pressure p_T = κ(J_T − 1) constant
per tetrahedron and eliminated. Plain P1 tetrahedra lock near incompressibility (their volume
constraints nearly outnumber their freedoms); here there are about four freedoms a constraint.
The term with the length ℓ, a share of the tetrahedron's edge, resists bending: a compressed surface
creases (Biot's instability, which has no length of its own), and without it would crease as
sharply as the mesh allows. It vanishes with refinement, and for affine deformations.
−ln J keeps tetrahedra from turning inside out at their quadrature points.
"""

from typing import Any, NamedTuple

import numpy as np

from prehensile.extras import optional
from prehensile.skin.tissue.mesh import TissueMesh

POISSON = 0.49
"""Poisson's ratio of the tissue; 0.5 would be incompressible."""
STIFFENING = 0.45
"""ℓ over the edge of a regular tetrahedron of the same volume."""
QUADRATURE = -1
"""Change of NGSolve's own order of quadrature; one less (four points) lets creases cheat: P2 has
folds that no point of it sees."""
TOLERANCE = 1e-7
"""Equilibrium is when one more Newton step would gain less than this share of the energy."""
ITERATIONS = 14
"""Most Newton steps; a balance near enough to be trusted takes three or four."""
SHORTEST_STEP = 1 / 64
"""A line search that wants less than this share of a Newton step gives up, and the step is taken
again with a stiffer matrix."""
MEMORY = 3
"""Energies among which a step must lower the highest."""
PROBE = 1e-3
"""Share of a step over which the change of volumes is taken."""
FIRST_SHIFT, LAST_SHIFT = 0.02, 20.0
"""How much of the matrix at rest is added to an indefinite one; above the last it is hopeless."""


class Equilibrium(NamedTuple):
    """Whether a solve found a balance, and at what cost."""

    found: bool
    iterations: int
    """Newton steps, each one factorisation"""
    reason: str
    """why none was found; empty if one was"""


class Tissue:
    """Soft tissue whose held nodes are moved, and whose free nodes find their balance.

    Args:
        mesh: the tissue at rest.
        held: (N + E,) bool, the nodes whose places are given.
        poisson: Poisson's ratio, below 0.5.
        stiffening: ℓ of the energy over the edge of each tetrahedron, 0 or more.
    """

    def __init__(
        self,
        mesh: TissueMesh,
        held: np.ndarray,
        poisson: float = POISSON,
        stiffening: float = STIFFENING,
    ):
        self.mesh, self.held = mesh, held
        self._ng = ng = optional("ngsolve")
        self._grid, self._edge_rows = ngsolve_mesh(mesh)
        self._bulk = bulk = 2 * (1 + poisson) / (3 * (1 - 2 * poisson))
        V = ng.VectorH1(self._grid, order=2)
        space = V * ng.L2(self._grid, order=0)
        u, p = space.TrialFunction()
        F = ng.Id(3) + ng.Grad(u)
        J = ng.Det(F)
        density = 0.5 * (ng.InnerProduct(F, F) - 3) - ng.log(J)
        density += p * (J - 1) - p * p / (2 * bulk)
        self._form = ng.BilinearForm(space, condense=True, symmetric=True)
        self._form += ng.Variation(density.Compile() * ng.dx(bonus_intorder=QUADRATURE))
        self._bending = _bending_matrix(ng, space, stiffening * _edge_lengths(mesh))
        self._state = ng.GridFunction(space)
        self._parts = [c.vec.FV().NumPy() for c in self._state.components[0].components]
        self._pressure = self._state.components[1].vec.FV().NumPy()
        F = ng.Id(3) + ng.Grad(self._state.components[0])
        self._J = ng.Det(F).Compile()
        self._bubble = edge_height(ng, self._grid)
        self._free = self._free_dofs(space)
        self._inverse: Any = None
        self._rest_matrix: Any = None
        self._balanced_pressure = np.zeros(len(mesh.tetrahedra))

    def _free_dofs(self, space):
        """NGSolve numbers x of all nodes, then y, then z, then the pressures."""
        one = np.empty(len(self.held), bool)
        corners = len(self.mesh.corners)
        one[:corners] = ~self.held[:corners]
        one[corners + self._edge_rows] = ~self.held[corners:]
        free = self._ng.BitArray(space.ndof)
        free.Clear()
        for k in np.flatnonzero(np.tile(one, 3)).tolist():
            free.Set(k)
        return free

    @property
    def positions(self) -> np.ndarray:
        """(N + E, 3) [m] of all nodes now."""
        n = len(self.mesh.corners)
        moved = np.empty_like(self.mesh.nodes)
        ends = self.mesh.edges
        for k, part in enumerate(self._parts):
            corner = part[:n]
            moved[:n, k] = corner
            moved[n:, k] = corner[ends].mean(axis=1) + self._bubble * part[n + self._edge_rows]
        return self.mesh.nodes + moved

    @positions.setter
    def positions(self, at: np.ndarray) -> None:
        n, ends = len(self.mesh.corners), self.mesh.edges
        moved = at - self.mesh.nodes
        for k, part in enumerate(self._parts):
            corner = moved[:n, k]
            part[:n] = corner
            part[n + self._edge_rows] = (moved[n:, k] - corner[ends].mean(axis=1)) / self._bubble

    def adopt(self, balanced: np.ndarray) -> None:
        """Place the nodes (N + E, 3) [m] where they are known to be about in balance."""
        self.positions = balanced
        self._balanced_pressure = self._bulk * (self.volume_ratios() - 1)

    def volume_ratios(self) -> np.ndarray:
        """(T,) volume of every tetrahedron now over that at rest."""
        now = self._ng.Integrate(self._J, self._grid, order=3, element_wise=True)
        return np.array(now) / self.mesh.volumes

    def energy(self) -> float:
        """Elastic energy of the tissue as it lies now, in shear modulus × m³.

        Not finite if anything is inverted.
        """
        self._pressure[:] = self._bulk * (self.volume_ratios() - 1)
        bent = self._bend_force()
        bending = 0.5 * float(self._ng.InnerProduct(bent, self._state.vec))
        return float(self._form.Energy(self._state.vec)) + bending

    def _bend_force(self):
        force = self._state.vec.CreateVector()
        force.data = self._bending * self._state.vec
        return force

    def response(self, moved: np.ndarray) -> np.ndarray:
        """First-order balance: moves (N + E, 3) [m] of all nodes for small ones of the held.

        Free nodes of ``moved`` may hold a guess, and come back corrected.
        """
        here = self.positions
        self._factorise()
        before = self._state.vec.CreateVector()
        before.data = self._state.vec
        self.positions = here + moved
        step, force = before.CreateVector(), before.CreateVector()
        step.data = self._state.vec - before
        step[len(self.held) * 3 :] = 0
        force.data = self._form.mat * step
        step.data -= self._inverse * force
        self._state.vec.data = before + step
        after = self.positions
        self._state.vec.data = before
        return after - here

    def _factorise(self, shift: float = 0.0, pressure: np.ndarray | None = None) -> None:
        """Matrix at the present positions, with another ``pressure`` (T,) than theirs if given."""
        self.energy()
        if pressure is not None:
            self._pressure[:] = pressure
        self._form.AssembleLinearization(self._state.vec)
        self.energy()
        values = self._form.mat.AsVector()
        values.data += self._bending.AsVector()
        if self._inverse is None:
            self._inverse = self._form.mat.Inverse(self._free, "sparsecholesky")
            self._rest_matrix = values.CreateVector()
            self._rest_matrix.data = values
            return
        if shift:
            values.data += shift * self._rest_matrix
        self._inverse.Update()

    def balance(self, most: int = ITERATIONS) -> Equilibrium:
        """Move the free nodes to the nearest equilibrium: Newton's method with line search.

        The matrix takes pressures that follow the volumes to first order only, as in Newton's
        method for displacements and pressures together: those of the volumes themselves are
        exaggerated by the bulk modulus while the positions are still off. For the same reason
        the energy may rise for a step or two. Where the matrix is not positive (the flesh is
        about to buckle), a share of the matrix at rest is added.

        Args:
            most: Newton steps before it is given up; a snap into a fold takes dozens.
        """
        if self._inverse is None:
            at = self.positions
            self.positions = self.mesh.nodes
            self._factorise()
            self.positions = at
        here, force = self._state.vec.CreateVector(), self._state.vec.CreateVector()
        step = self._state.vec.CreateVector()
        recent, shift = [self.energy()], 0.0
        floor = 1e-12 * float(self.mesh.volumes.sum())
        if not np.isfinite(recent[0]):
            return Equilibrium(False, 0, "a tetrahedron of the first guess is inside out")
        pressure = self._balanced_pressure
        for k in range(1, most + 1):
            self._factorise(shift, pressure)
            self._form.Apply(self._state.vec, force)
            force.data += self._bend_force()
            step.data = self._inverse * force
            step[3 * len(self.held) :] = 0
            gain = float(self._ng.InnerProduct(step, force))
            here.data = self._state.vec
            share = 1.0
            while gain > 0 and share >= SHORTEST_STEP:
                self._state.vec.data = here - share * step
                energy = self.energy()
                if energy <= max(recent) - 1e-4 * share * gain + 1e-13 * abs(recent[-1]):
                    break
                share *= 0.5
            if not gain > 0 or share < SHORTEST_STEP:
                self._state.vec.data = here
                shift = max(4 * shift, FIRST_SHIFT)
                if not shift < LAST_SHIFT:
                    return Equilibrium(False, k, "no step goes downhill")
                continue
            reached = self._state.vec.CreateVector()
            reached.data = self._state.vec
            pressure = self._linear_pressure(here, step, share)
            self._state.vec.data = reached
            recent = [*recent[-MEMORY + 1 :], self.energy()]
            if share == 1 and shift == 0 and gain < TOLERANCE * recent[-1] + floor:
                self._balanced_pressure = np.array(self._pressure)
                return Equilibrium(True, k, "")
            if share < 0.3:
                shift = max(3 * shift, FIRST_SHIFT / 2)
            elif share == 1:
                shift = shift / 4 if shift > FIRST_SHIFT / 8 else 0.0
        return Equilibrium(False, most, f"no balance after {most} Newton steps")

    def _linear_pressure(self, here, step, share: float) -> np.ndarray:
        """(T,) pressures if volumes changed along a step as they begin to."""
        ratios = []
        for small in (-PROBE, PROBE):
            self._state.vec.data = here - small * step
            ratios.append(self.volume_ratios())
        slope = (ratios[1] - ratios[0]) / (2 * PROBE)
        return self._bulk * (0.5 * (ratios[0] + ratios[1]) - 1 + share * slope)


def _edge_lengths(mesh: TissueMesh) -> np.ndarray:
    """(T,) [m] edges of regular tetrahedra of the same volumes."""
    return np.cbrt(6 * np.sqrt(2) * mesh.volumes)


def _bending_matrix(ng, space, lengths: np.ndarray):
    """Constant matrix of ½ℓ²|∇F|², of the same pattern as that of the rest of the energy."""
    (u, p), (v, q) = space.TnT()
    square = ng.GridFunction(ng.L2(space.mesh, order=0))
    square.vec.FV().NumPy()[:] = lengths**2
    form = ng.BilinearForm(space, condense=True, symmetric=True)
    bend = ng.InnerProduct(u.Operator("hesse"), v.Operator("hesse"))
    form += square * bend * ng.dx(bonus_intorder=-4)
    form += p * q * ng.dx  # eliminated again, and without effect: pressures do not bend
    form.Assemble()
    return form.mat


def ngsolve_mesh(mesh: TissueMesh):
    """The mesh as NGSolve's, and the number there (E,) of every edge of ours."""
    meshing, point = optional("netgen.meshing"), optional("netgen.csg").Pnt
    netgen = meshing.Mesh(dim=3)
    ids = [netgen.Add(meshing.MeshPoint(point(*p))) for p in mesh.corners.tolist()]
    netgen.Add(meshing.FaceDescriptor(surfnr=1, domin=1, domout=0, bc=1))
    for corners in mesh.tetrahedra.tolist():
        netgen.Add(meshing.Element3D(1, [ids[k] for k in corners]))
    grid = optional("ngsolve").Mesh(netgen)
    theirs = np.sort([[v.nr for v in edge.vertices] for edge in grid.edges], axis=1)
    n = len(mesh.corners)
    key = theirs[:, 0] * n + theirs[:, 1]
    order = np.argsort(key)
    ours = mesh.edges[:, 0] * n + mesh.edges[:, 1]
    return grid, order[np.searchsorted(key[order], ours)]


def node_values(mesh: TissueMesh, edge_rows: np.ndarray, grid, dofs: np.ndarray) -> np.ndarray:
    """Values (N + E,) at our nodes of a quadratic function with NGSolve's coefficients."""
    n = len(mesh.corners)
    middle = dofs[:n][mesh.edges].mean(axis=1)
    middle += edge_height(optional("ngsolve"), grid) * dofs[n + edge_rows]
    return np.concatenate([dofs[:n], middle])


def edge_height(ng, grid) -> float:
    """Height of NGSolve's edge function in the middle of its edge."""
    one = ng.GridFunction(ng.H1(grid, order=2))
    one.vec[:] = 0
    one.vec[grid.nv] = 1
    edge = next(iter(grid.edges))
    middle = np.mean([grid[v].point for v in edge.vertices], axis=0)
    return float(one(grid(*middle)))
