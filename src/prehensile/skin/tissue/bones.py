"""Bones for the mechanics of soft tissue: rods with round ends, thinner than the flesh on them.

They are simplified on purpose, so that none meets another at any angle of the joints: each ends
a little before the joint, and the flesh between two of them bends like a rubber hinge.
"""

from dataclasses import dataclass

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, FINGERS
from prehensile.hand.segments import PALM, digit_segments
from prehensile.hand.skeleton import metacarpal_ends
from prehensile.lie import se3
from prehensile.mesh.marching_tetrahedra import zero_level_mesh
from prehensile.mesh.remesh import isotropic_mesh
from prehensile.skin.flesh.rounded import smooth_min

OF_DEPTH, PALM_OF_DEPTH = 0.55, 0.45
"""Radius of a rod over the least depth of its axis below the skin: of a digit, of the palm."""
HEAD_GAP, BASE_GAP = -0.6, 1.5
"""Distance of the rods' ends from the joint over their radius: at the far end of the bone before
the joint, which reaches beyond it (the knuckle is its head; without it, stretched skin would sink
into the joint), and at the near end of the one after."""
SHAFT = 0.3
"""Share of a metacarpal that lies in the carpal block."""
CARPUS_X, ARM_X = 0.32, -0.25
"""Ends of the carpal block along the palm over hand breadth."""
CARPUS_RADIUS = 0.13
"""Radius of the carpal block over hand breadth."""
CARPUS_FAN = {"index": 0.10, "middle": 0.03, "ring": -0.06, "little": -0.12}
"""Where the metacarpals leave the carpal block, sideways over hand breadth."""
TIP = 0.62
"""Share of the last segment at which the centre of its bone's end lies."""
JOIN = 0.05
"""Reach of the blend between the rods of one bone over hand breadth."""
EDGE_OF_RADIUS, LEAST_EDGE, PALM_EDGE = 1.0, 0.038, 0.07
"""Edges of a bone's surface: over its radius, and bounds over hand breadth."""


@dataclass(frozen=True, eq=False)
class Rod:
    """A straight piece of bone with round ends."""

    start: np.ndarray
    """(3,) [m] centre of the first cap"""
    end: np.ndarray
    """(3,) [m] centre of the last cap"""
    radius: float
    """[m] of the rod and of both caps"""

    def distance(self, points: np.ndarray) -> np.ndarray:
        """Signed distance (N,) [m] of points (N, 3) [m]."""
        axis = self.end - self.start
        h = np.clip((points - self.start) @ axis / (axis @ axis), 0, 1)
        return np.linalg.norm(points - self.start - h[:, None] * axis, axis=1) - self.radius


def tissue_bones(
    hand: Hand, poses: dict[str, np.ndarray], vertices: np.ndarray
) -> dict[str, tuple[Rod, ...]]:
    """The rods of every segment of a right hand that carries skin.

    Args:
        hand: a right hand.
        poses: segment → (4, 4) in the pose of the vertices.
        vertices: (V, 3) [m] of the closed skin.

    Raises:
        InputError: the skin is too thin, or lies elsewhere than the bones.
    """
    from scipy.spatial import KDTree

    skin = KDTree(vertices)
    b, T_palm = hand.spec.breadth, poses[PALM]
    found: dict[str, tuple[Rod, ...]] = {}
    metacarpals = []
    for finger in FINGERS:
        base, head = se3.apply(T_palm, np.stack(metacarpal_ends(hand.spec, finger)))
        metacarpals.append(_rod(skin, PALM, base + SHAFT * (head - base), head, 0.0, HEAD_GAP))
    block = b * np.array([[CARPUS_X, 0.02, -0.02], [ARM_X, 0.0, 0.0]])
    wrist, arm = se3.apply(T_palm, block)
    found[PALM] = (*metacarpals, Rod(wrist, arm, CARPUS_RADIUS * b))
    for finger, rod in zip(FINGERS, metacarpals, strict=True):
        root = b * np.array([CARPUS_X, CARPUS_FAN[finger], -0.01])
        found[PALM] += (Rod(se3.apply(T_palm, root), rod.start, rod.radius),)
    for digit in DIGITS:
        for name in digit_segments(digit):
            T, last = poses[name], name.endswith("distal")
            # The pad reaches beyond the last bone.
            length = hand.segments[name].length * (TIP if last else 1.0)
            end = se3.apply(T, np.array([length, 0, 0]))
            head = -1.0 if last else HEAD_GAP
            found[name] = (_rod(skin, name, T[:3, 3], end, BASE_GAP, head),)
    return found


def _rod(skin, segment: str, start: np.ndarray, end: np.ndarray, base: float, head: float) -> Rod:
    length = float(np.linalg.norm(end - start))
    along = (end - start) / length
    depth = skin.query(start + np.linspace(0.15, 0.85, 7)[:, None] * (end - start))[0].min()
    radius = (PALM_OF_DEPTH if segment == PALM else OF_DEPTH) * float(depth)
    left = length - (base + head + 2) * radius
    if not left > 0.1 * radius:
        raise InputError(
            f"no bone fits into {segment}: it is {length:.4g} m long with {depth:.4g} m of flesh "
            "around it. Give a skin in the bind pose of this hand."
        )
    return Rod(start + (base + 1) * radius * along, end - (head + 1) * radius * along, radius)


def bone_surface(rods: tuple[Rod, ...], breadth: float) -> tuple[np.ndarray, np.ndarray]:
    """A closed mesh, vertices (V, 3) [m] and faces (F, 3), around one bone's rods.

    Args:
        rods: of one rigid bone; they are blended where they meet.
        breadth: [m] of the hand.
    """
    radius = min(rod.radius for rod in rods)
    edge = max(EDGE_OF_RADIUS * radius, LEAST_EDGE * breadth)
    edge = PALM_EDGE * breadth if len(rods) > 1 else edge

    def distance(points: np.ndarray) -> np.ndarray:
        total = np.full(len(points), np.inf)
        for rod in rods:
            total = smooth_min(total, rod.distance(points), JOIN * breadth)
        return total

    def laid_on(points: np.ndarray) -> np.ndarray:
        step = 1e-3 * radius
        for _ in range(2):
            sides = [distance(points + e) - distance(points - e) for e in step * np.eye(3)]
            slope = np.stack(sides, axis=1) / (2 * step)
            square = np.maximum((slope**2).sum(axis=1, keepdims=True), 0.2)
            points = points - distance(points)[:, None] * slope / square
        return points

    ends = np.array(
        [p + s * rod.radius for rod in rods for p in (rod.start, rod.end) for s in (-1, 1)]
    )
    cell = 0.5 * edge
    low = ends.min(axis=0) - 2.5 * cell
    shape = np.ceil((ends.max(axis=0) + 2.5 * cell - low) / cell).astype(int) + 1
    grid = np.stack(np.meshgrid(*map(np.arange, shape), indexing="ij"), axis=-1)
    vertices, faces = zero_level_mesh(distance(low + cell * grid.reshape(-1, 3)).reshape(shape))
    start = low + cell * vertices
    return isotropic_mesh(start, faces, lambda p: np.full(len(p), edge), laid_on, rounds=5)
