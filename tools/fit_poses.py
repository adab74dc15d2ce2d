"""Make src/prehensile/hand/data/poses.json: the pose corpus, fitted to virtual objects.

    python tools/fit_poses.py

Each grasp of the Feix taxonomy is a recipe: rough joint angles, a virtual object (what the grasp is
for), and which segments touch it. A least-squares fit on the mean right hand then moves fingers and
object until those segments lie on the surface, nothing sinks into anything, and the angles stay as
near the rough ones as that allows. No randomness: the same recipes give the same file.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.optimize import least_squares

from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, FINGERS, JOINT_NAMES
from prehensile.hand.segments import Capsule, digit_segments
from prehensile.kinematics.forward import segment_transforms

OUT = Path(__file__).parents[1] / "src/prehensile/hand/data/poses.json"
DEG = np.pi / 180
PADS = "timrl"
SEPARATION = 15.5
LETTER = dict(zip(PADS, DIGITS, strict=True))


@dataclass
class Recipe:
    """One grasp. Angles in degrees, lengths in millimetres."""

    title: str
    feix: int | None
    kind: str
    thumb_role: str
    thumb: tuple[float, float, float, float]
    index: tuple[float, float, float, float]
    middle: tuple[float, float, float, float]
    ring: tuple[float, float, float, float]
    little: tuple[float, float, float, float]
    shape: str = ""
    """cylinder, sphere or disk; empty for poses without an object"""
    size: tuple[float, ...] = ()
    """cylinder, disk: radius, half length; sphere: radius"""
    centre: tuple[float, float, float] = (0, 0, 0)
    axis: tuple[float, float, float] = (0, 1, 0)
    touch: str = ""
    """Space-separated: t i m r l for pads, i1 for a finger's first phalanx …, p for the palm."""
    stay: float = 1.0
    """How strongly the rough angles are kept."""


def recipes() -> dict[str, Recipe]:
    """The corpus, by name."""
    R = Recipe
    return {
        "neutral": R(
            "relaxed hand",
            None,
            "rest",
            "none",
            (2, 0, 12, 15),
            (3, 22, 30, 12),
            (0, 26, 34, 14),
            (2, 29, 37, 15),
            (5, 30, 38, 15),
        ),
        "flat": R(
            "flat hand, fingers a little spread",
            None,
            "rest",
            "none",
            (-14, -10, 0, 0),
            (8, 0, 0, 0),
            (0, 0, 0, 0),
            (6, 0, 0, 0),
            (14, 0, 0, 0),
        ),
        "fist": R(
            "fist, thumb across the fingers",
            None,
            "rest",
            "none",
            (22, 30, 45, 45),
            (0, 86, 98, 62),
            (0, 88, 100, 62),
            (0, 88, 100, 62),
            (0, 86, 98, 60),
        ),
        # Power grasps, palm against the object
        "large_diameter": R(
            "large diameter",
            1,
            "power",
            "abducted",
            (40, -8, 8, 22),
            (8, 32, 32, 18),
            (0, 34, 34, 20),
            (4, 34, 36, 20),
            (10, 36, 36, 22),
            "cylinder",
            (40, 70),
            (72, -2, -52),
            (0, 1, 0),
            "t i1 i2 i m1 m2 m r2 r l2 l p",
            0.5,
        ),
        "medium_wrap": R(
            "medium wrap",
            3,
            "power",
            "abducted",
            (46, 16, 18, 30),
            (2, 52, 52, 32),
            (0, 54, 54, 34),
            (0, 54, 56, 34),
            (4, 56, 54, 34),
            "cylinder",
            (22, 70),
            (74, -2, -34),
            (0, 1, 0),
            "t i1 i2 i m1 m2 m r1 r2 r l2 l p",
            0.5,
        ),
        "small_diameter": R(
            "small diameter",
            2,
            "power",
            "abducted",
            (44, 30, 42, 48),
            (0, 72, 76, 46),
            (0, 74, 78, 48),
            (0, 74, 80, 48),
            (0, 74, 76, 46),
            "cylinder",
            (11, 70),
            (78, -2, -24),
            (0, 1, 0),
            "t i1 i2 i m1 m2 m r1 r2 r l2 l",
            0.6,
        ),
        "adducted_thumb": R(
            "adducted thumb: a rod along the thumb",
            4,
            "power",
            "adducted",
            (-8, 4, 0, 0),
            (0, 50, 56, 34),
            (0, 56, 62, 36),
            (0, 62, 66, 38),
            (0, 66, 66, 38),
            "cylinder",
            (15, 80),
            (66, 0, -27),
            (0.45, 0.89, -0.05),
            "t i1 i2 m1 m2 m r1 r2 r l2 l p",
            0.6,
        ),
        "light_tool": R(
            "light tool",
            5,
            "power",
            "adducted",
            (-4, 18, 24, 10),
            (0, 74, 94, 62),
            (0, 80, 96, 62),
            (0, 84, 96, 62),
            (0, 86, 92, 60),
            "cylinder",
            (7, 80),
            (74, 0, -20),
            (0.2, 0.98, 0),
            "i1 i2 m1 m2 r2 l2",
            0.8,
        ),
        "index_extension": R(
            "index finger extension",
            17,
            "power",
            "adducted",
            (2, 16, 18, 14),
            (0, 22, 14, 6),
            (0, 66, 74, 46),
            (0, 74, 78, 46),
            (0, 78, 76, 44),
            "cylinder",
            (12, 90),
            (74, 2, -27),
            (0.5, 0.85, -0.1),
            "t i m1 m2 m r1 r2 r l2 l",
            0.6,
        ),
        "fixed_hook": R(
            "fixed hook",
            15,
            "power",
            "adducted",
            (-26, -14, 4, 8),
            (0, 18, 92, 62),
            (0, 20, 94, 62),
            (0, 22, 94, 60),
            (0, 24, 90, 58),
            "cylinder",
            (10, 60),
            (106, -2, -26),
            (0, 1, 0),
            "i1 i2 i m1 m2 m r2 r",
            0.9,
        ),
        "power_sphere": R(
            "power sphere",
            11,
            "power",
            "abducted",
            (44, 2, 10, 20),
            (20, 34, 40, 26),
            (4, 34, 42, 28),
            (14, 38, 42, 28),
            (28, 42, 38, 26),
            "sphere",
            (36,),
            (78, -2, -46),
            (0, 0, 1),
            "t i1 i2 i m1 m2 m r1 r2 r l2 l p",
            0.5,
        ),
        "power_disk": R(
            "power disk",
            10,
            "power",
            "abducted",
            (30, -20, 2, 30),
            (34, 12, 52, 44),
            (6, 10, 54, 46),
            (18, 14, 54, 46),
            (30, 22, 50, 42),
            "disk",
            (46, 12),
            (82, 0, -26),
            (0, 0, 1),
            "t i m r l p",
            0.5,
        ),
        "palmar": R(
            "palmar: a flat thing against the palm",
            30,
            "power",
            "adducted",
            (-26, 8, 4, 6),
            (0, 10, 34, 58),
            (0, 10, 36, 60),
            (0, 14, 38, 60),
            (0, 20, 40, 58),
            "disk",
            (42, 6),
            (84, -4, -20),
            (0, 0, 1),
            "i m r l",
            0.8,
        ),
        "sphere_3_finger": R(
            "sphere, three fingers",
            28,
            "power",
            "abducted",
            (46, -2, 8, 16),
            (24, 38, 36, 20),
            (-6, 40, 38, 22),
            (4, 12, 16, 6),
            (14, 8, 10, 4),
            "sphere",
            (26,),
            (88, 12, -46),
            (0, 0, 1),
            "t i1 i2 i m1 m2 m",
            0.6,
        ),
        "ring": R(
            "ring: thumb and index round a cylinder",
            31,
            "power",
            "abducted",
            (42, 4, 14, 26),
            (0, 48, 54, 34),
            (0, 66, 84, 44),
            (0, 70, 86, 44),
            (0, 72, 84, 44),
            "cylinder",
            (24, 40),
            (92, 20, -44),
            (0.15, 0.98, 0),
            "t i1 i2 i",
            0.6,
        ),
        # Intermediate: the side of a finger against the thumb
        "lateral": R(
            "lateral (key) pinch",
            16,
            "intermediate",
            "adducted",
            (-9, 14, 20, 16),
            (0, 34, 74, 44),
            (0, 44, 88, 52),
            (0, 50, 92, 54),
            (0, 54, 90, 52),
        ),
        "adduction_grip": R(
            "adduction grip: a stick between index and middle",
            23,
            "intermediate",
            "abducted",
            (-14, -18, 4, 6),
            (-2, 6, 2, 0),
            (-6, 8, 4, 0),
            (6, 44, 62, 32),
            (10, 52, 66, 34),
        ),
        # Precision grasps, pads only
        "palmar_pinch": R(
            "palmar pinch",
            9,
            "precision",
            "abducted",
            (30, 16, 4, 2),
            (0, 62, 24, 8),
            (0, 6, 8, 4),
            (4, 4, 6, 4),
            (10, 2, 4, 2),
            "sphere",
            (6,),
            (92, 22, -62),
            (0, 0, 1),
            "t i",
            0.7,
        ),
        "tip_pinch": R(
            "tip pinch",
            24,
            "precision",
            "abducted",
            (36, 6, 26, 48),
            (0, 42, 62, 52),
            (4, 22, 20, 10),
            (10, 16, 16, 8),
            (18, 12, 14, 6),
            "sphere",
            (3,),
            (88, 24, -56),
            (0, 0, 1),
            "t i",
            0.8,
        ),
        "inferior_pincer": R(
            "inferior pincer",
            33,
            "precision",
            "abducted",
            (34, -10, 0, 0),
            (4, 50, 20, 14),
            (0, 66, 62, 30),
            (2, 72, 66, 32),
            (4, 74, 66, 32),
            "sphere",
            (14,),
            (104, 26, -66),
            (0, 0, 1),
            "t i",
            0.7,
        ),
        "tripod": R(
            "tripod",
            14,
            "precision",
            "abducted",
            (40, 14, 6, 8),
            (6, 58, 30, 12),
            (-4, 62, 32, 14),
            (2, 42, 52, 26),
            (6, 44, 54, 26),
            "sphere",
            (14,),
            (92, 12, -66),
            (0, 0, 1),
            "t i m",
            0.7,
        ),
        "writing_tripod": R(
            "writing tripod",
            20,
            "precision",
            "abducted",
            (26, 12, 22, 30),
            (4, 46, 40, 6),
            (0, 52, 62, 34),
            (0, 62, 90, 56),
            (2, 64, 92, 58),
            "sphere",
            (5,),
            (98, 16, -58),
            (0, 0, 1),
            "t i m",
            0.7,
        ),
        "quadpod": R(
            "quadpod",
            27,
            "precision",
            "abducted",
            (46, 16, 2, 4),
            (12, 48, 24, 8),
            (0, 54, 26, 10),
            (0, 56, 28, 10),
            (16, 4, 6, 2),
            "sphere",
            (22,),
            (96, 4, -68),
            (0, 0, 1),
            "t i m r",
            0.7,
        ),
        "prismatic_4_finger": R(
            "prismatic, four fingers",
            6,
            "precision",
            "abducted",
            (54, 22, 4, 4),
            (0, 66, 22, 6),
            (0, 68, 26, 8),
            (0, 70, 26, 8),
            (0, 72, 20, 6),
            "cylinder",
            (8, 60),
            (92, -6, -66),
            (0, 1, 0),
            "t i m r l",
            0.7,
        ),
        "precision_sphere": R(
            "precision sphere",
            13,
            "precision",
            "abducted",
            (48, -4, 10, 22),
            (24, 20, 58, 40),
            (2, 20, 60, 42),
            (16, 24, 60, 42),
            (28, 30, 56, 40),
            "sphere",
            (28,),
            (94, -2, -52),
            (0, 0, 1),
            "t i m r l",
            0.6,
        ),
        "precision_disk": R(
            "precision disk",
            12,
            "precision",
            "abducted",
            (32, -20, -8, 10),
            (34, 36, 14, 26),
            (8, 34, 18, 28),
            (20, 36, 20, 28),
            (30, 44, 14, 26),
            "disk",
            (38, 9),
            (94, 0, -70),
            (0, 0, 1),
            "t i m r l",
            0.6,
        ),
        "parallel_extension": R(
            "parallel extension",
            22,
            "precision",
            "adducted",
            (18, 6, -6, -10),
            (0, 84, 2, 0),
            (0, 86, 2, 0),
            (0, 86, 2, 0),
            (0, 86, 2, 0),
            "disk",
            (45, 4),
            (100, 0, -70),
            (0.9, 0, 0.4),
            "t i m r l",
            0.6,
        ),
    }


class Fit:
    """Residuals of one recipe on one hand."""

    def __init__(self, hand: Hand, recipe: Recipe, others: np.ndarray):
        self.hand, self.recipe = hand, recipe
        angles = [(0, 0, 0), *(getattr(recipe, d) for d in DIGITS)]
        self.q0 = np.concatenate(angles) * DEG
        self.lo, self.hi = hand.lower + 0.2 * DEG, hand.upper - 0.2 * DEG
        self.q0 = np.clip(self.q0, self.lo, self.hi)
        self.capsules = [
            (name, d, k, s.shapes[0])
            for d in DIGITS
            for k, name in enumerate(digit_segments(d))
            if isinstance((s := hand.segments[name]).shapes[0], Capsule)
        ]
        self.palm = [s for s in hand.segments["wrist"].shapes if isinstance(s, Capsule)]
        self.radii = np.array([c.radius for *_, c in self.capsules] + [c.radius for c in self.palm])
        self.pairs = self.find_pairs()
        self.others = others

    def axis_points(self, q, count=4):
        T = segment_transforms(self.hand, q)
        lines = {}
        for name, _, _, c in self.capsules:
            t = np.linspace(0, 1, count)[:, None]
            local = c.start * (1 - t) + c.end * t
            lines[name] = local @ T[name][:3, :3].T + T[name][:3, 3]
        return T, lines

    def sdf(self, p, centre, axis):
        """Signed distance of points (N, 3) [m] to the virtual object."""
        r = self.recipe
        size = np.array(r.size) * 1e-3
        d = p - centre
        if r.shape == "sphere":
            return np.linalg.norm(d, axis=-1) - size[0]
        u = axis / np.linalg.norm(axis)
        along = d @ u
        if r.shape == "cylinder":
            return np.linalg.norm(d - along[..., None] * u, axis=-1) - size[0]
        radial = np.linalg.norm(d - along[..., None] * u, axis=-1) - size[0]
        edge = np.stack([radial, np.abs(along) - size[1]], axis=-1)
        return np.linalg.norm(np.maximum(edge, 0), axis=-1) + np.minimum(edge.max(-1), 0)

    def residuals(self, x):
        q = np.concatenate([np.zeros(3), x[:20]])
        r = self.recipe
        T, lines = self.axis_points(q)
        out = [r.stay * 3.0 * (q - self.q0)[3:]]
        # Two poses of the corpus must be told apart: SEPARATION degrees RMS over all joints.
        apart = np.sqrt(((q - self.others) ** 2).mean(-1)) / DEG
        out.append(2.0 * np.minimum(apart - SEPARATION, 0))
        # DIP follows PIP in real fingers.
        for d in FINGERS:
            i = JOINT_NAMES.index(f"{d}_pip_flex")
            out.append([0.3 * ((q[i + 1] - self.q0[i + 1]) - 0.6 * (q[i] - self.q0[i]))])
        out.append(3.0 * self.overlaps(lines))
        if r.shape:
            centre, axis = x[20:23] * 0.1, x[23:26]
            out.append(0.25 * (x[20:23] - np.array(r.centre) * 0.01))
            out.append([np.linalg.norm(axis) - 1])
            out.append(0.5 * (axis - np.array(r.axis) / np.linalg.norm(r.axis)))
            out.append(self.touching(T, centre, axis))
            radii = {name: c.radius for name, _, _, c in self.capsules}
            inside = [np.minimum(self.sdf(p, centre, axis) - radii[n], 0) for n, p in lines.items()]
            out.append(0.8 * np.concatenate(inside) * 1e3)
            palm = np.array(
                [c.start * (1 - s) + c.end * s for c in self.palm for s in (0.3, 0.65, 1)]
            )
            pr = np.array([c.radius for c in self.palm for _ in range(3)])
            out.append(0.8 * np.minimum(self.sdf(palm, centre, axis) - pr, 0) * 1e3)
        return np.concatenate([np.atleast_1d(o) for o in out])

    def touching(self, T, centre, axis):
        out = []
        for token in self.recipe.touch.split():
            if token == "p":
                points = np.array([c.start * 0.35 + c.end * 0.65 for c in self.palm[:4]])
                radii = np.array([c.radius for c in self.palm[:4]])
                out.append(0.5 * 1e3 * (self.sdf(points, centre, axis) - radii).min(keepdims=True))
                continue
            digit = LETTER[token[0]]
            k = int(token[1]) - 1 if len(token) > 1 else 2
            name = digit_segments(digit)[k]
            s = self.hand.segments[name]
            radius = s.shapes[0].radius
            local = (
                np.array([s.pad[0], 0, 0]) if s.pad is not None else np.array([s.length / 2, 0, 0])
            )
            p = T[name][:3, :3] @ local + T[name][:3, 3]
            out.append([0.6 * 1e3 * (self.sdf(p[None], centre, axis)[0] - radius)])
            # The palmar side faces the object.
            h = 1e-5
            grad = np.array(
                [
                    (
                        self.sdf(p[None] + h * e, centre, axis)[0]
                        - self.sdf(p[None] - h * e, centre, axis)[0]
                    )
                    / (2 * h)
                    for e in np.eye(3)
                ]
            )
            facing = 1.0 if s.pad is not None else 0.3
            out.append(facing * (T[name][:3, :3] @ s.palmar + grad))
        return np.concatenate(out)

    def overlaps(self, lines):
        """Depth [mm] by which segments overlap that should not: negative numbers, or zero."""
        names = [n for n, *_ in self.capsules]
        ends = np.concatenate(
            [
                np.stack([lines[n][[0, -1]] for n in names]),
                np.stack([np.stack([c.start, c.end]) for c in self.palm]),
            ]
        )
        a, b = self.pairs.T
        gap = segment_gaps(ends[a], ends[b]) - self.radii[a] - self.radii[b]
        return np.minimum(gap * 1e3 - 0.2, 0.0)

    def find_pairs(self):
        """Pairs of capsules (rows: digits' segments, then the palm's) that must not overlap."""
        n = len(self.capsules)
        pairs = []
        for i, (a, da, _, _) in enumerate(self.capsules):
            pairs += [(i, j) for j in range(i + 1, n) if self.capsules[j][1] != da]
            if a.endswith("distal") or a.endswith("intermediate"):
                pairs += [(i, n + k) for k in range(len(self.palm))]
        return np.array(pairs)


def segment_gaps(a, b):
    """Distances between pairs of line segments, both (N, 2, 3). (N,)"""
    u, v, w = a[:, 1] - a[:, 0], b[:, 1] - b[:, 0], a[:, 0] - b[:, 0]

    def dot(x, y):
        return (x * y).sum(-1)

    A, B, C, D, E = dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w)
    s = np.clip((B * E - C * D) / np.maximum(A * C - B * B, 1e-14), 0, 1)
    t = np.clip((B * s + E) / C, 0, 1)
    s = np.clip((B * t - D) / A, 0, 1)
    return np.linalg.norm(w + s[:, None] * u - t[:, None] * v, axis=-1)


def fit(
    hand: Hand, recipe: Recipe, others: np.ndarray
) -> tuple[np.ndarray, np.ndarray | None, np.ndarray | None, float]:
    f = Fit(hand, recipe, others)
    x0 = f.q0[3:]
    lo, hi = f.lo[3:], f.hi[3:]
    if recipe.shape:
        axis = np.array(recipe.axis, float) / np.linalg.norm(recipe.axis)
        x0 = np.concatenate([x0, np.array(recipe.centre) * 0.01, axis])
        lo, hi = np.concatenate([lo, np.full(6, -3)]), np.concatenate([hi, np.full(6, 3)])
    result = least_squares(f.residuals, x0, bounds=(lo, hi), max_nfev=80)
    q = np.concatenate([np.zeros(3), result.x[:20]])
    _, lines = f.axis_points(q)
    worst = -f.overlaps(lines).min()
    if not recipe.shape:
        return q, None, None, worst
    axis = result.x[23:26] / np.linalg.norm(result.x[23:26])
    return q, result.x[20:23] * 0.1, axis, worst


def main() -> None:
    hand = Hand()
    corpus, fitted = {}, np.zeros((0, hand.dof))
    for name, recipe in recipes().items():
        q, centre, axis, worst = fit(hand, recipe, fitted)
        fitted = np.vstack([fitted, q])
        entry = {
            "title": recipe.title,
            "feix": recipe.feix,
            "kind": recipe.kind,
            "thumb": recipe.thumb_role,
            "degrees": {j: round(float(v / DEG), 1) for j, v in zip(JOINT_NAMES, q, strict=True)},
        }
        if centre is not None and axis is not None:
            entry["object"] = {
                "shape": recipe.shape,
                "size_mm": list(recipe.size),
                "centre_mm": [round(float(v) * 1e3, 1) for v in centre],
                "axis": [round(float(v), 3) for v in axis],
                "touch": recipe.touch,
            }
        corpus[name] = entry
        print(f"{name:20s} overlap {worst:5.2f} mm")
    header = {"made_by": "python tools/fit_poses.py", "hand": "mean right hand", "seed": None}
    OUT.write_text(
        json.dumps({"schema": "prehensile.poses/1", **header, "poses": corpus}, indent=1) + "\n"
    )
    names = list(corpus)
    Q = np.array([[corpus[n]["degrees"][j] for j in JOINT_NAMES] for n in names])
    d = np.sqrt(((Q[:, None] - Q[None]) ** 2).mean(-1))
    for i, j in zip(*np.where(np.triu(d < 15, 1)), strict=True):
        print(f"too near: {names[i]} ~ {names[j]}: {d[i, j]:.1f} degrees RMS")


if __name__ == "__main__":
    main()
