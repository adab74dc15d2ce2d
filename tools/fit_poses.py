"""Make src/prehensile/hand/data/poses.json: the pose corpus, fitted to virtual objects.

    python tools/fit_poses.py

Each grasp of the Feix taxonomy is a recipe: rough joint angles, a virtual object (what the grasp is
for), and which segments touch it. A least-squares fit on the mean right hand then moves fingers and
object until those segments lie on the surface, nothing sinks into anything, and the angles stay as
near the rough ones as that allows. Small and large hands are watched too: the same angles may make
their fingers overlap a little, not much. No randomness: the same recipes give the same file.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import least_squares

from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, FINGERS, JOINT_NAMES
from prehensile.hand.segments import PALM, Capsule, digit_segments
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import segment_transforms

OUT = Path(__file__).parents[1] / "src/prehensile/hand/data/poses.json"
DEG = np.pi / 180
DIGIT_OF_LETTER = dict(zip("timrl", DIGITS, strict=True))
SEPARATION_DEG = 15.5
"""RMS over all joints by which any two poses differ; the corpus promises 15."""
CLEARANCE_MM = 0.2
"""Between segments of the mean hand that do not touch by intention."""
OTHER_SIZES = (5, 95)
"""Percentiles on which overlaps are watched."""
OTHER_OVERLAP_MM = 0.9
"""What hands of other sizes may overlap before it counts."""


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
    # fmt: off
    return {
        "neutral": R("relaxed hand", None, "rest", "none",
            (2, 0, 12, 15), (3, 22, 30, 12), (0, 26, 34, 14), (2, 29, 37, 15), (5, 30, 38, 15)),
        "flat": R("flat hand, fingers a little spread", None, "rest", "none",
            (-14, -10, 0, 0), (8, 0, 0, 0), (0, 0, 0, 0), (6, 0, 0, 0), (14, 0, 0, 0)),
        "fist": R("fist, thumb across the fingers", None, "rest", "none",
            (44, -14, 60, 22), (0, 86, 98, 62), (0, 88, 100, 62), (0, 88, 100, 62), (0, 86, 98,
            60)),
        "large_diameter": R("large diameter", 1, "power", "abducted",
            (40, -8, 8, 22), (8, 32, 32, 18), (0, 34, 34, 20), (4, 34, 36, 20), (10, 36, 36, 22),
            "cylinder", (40, 70), (72, -2, -52), (0, 1, 0), "t i1 i2 i m1 m2 m r2 r l2 l p", 0.5),
        "medium_wrap": R("medium wrap", 3, "power", "abducted",
            (46, 16, 18, 30), (2, 52, 52, 32), (0, 54, 54, 34), (0, 54, 56, 34), (4, 56, 54, 34),
            "cylinder", (22, 70), (74, -2, -34), (0, 1, 0),
            "t i1 i2 i m1 m2 m r1 r2 r l2 l p", 0.5),
        "small_diameter": R("small diameter", 2, "power", "abducted",
            (46, -10, 44, 30), (0, 66, 80, 50), (0, 66, 82, 52), (0, 66, 84, 52), (0, 66, 80, 50),
            "cylinder", (13, 70), (78, -2, -24), (0.3, 0.95, 0), "t i1 i2 m1 m2 r1 r2 l1 l2", 2.5),
        "adducted_thumb": R("adducted thumb: a rod along the thumb", 4, "power", "adducted",
            (-8, 4, 0, 0), (0, 50, 56, 34), (0, 56, 62, 36), (0, 62, 66, 38), (0, 66, 66, 38),
            "cylinder", (15, 80), (66, 0, -27), (0.45, 0.89, -0.05),
            "t i1 i2 m1 m2 m r1 r2 r l2 l p", 0.6),
        "light_tool": R("light tool", 5, "power", "adducted",
            (-4, 18, 24, 10), (0, 74, 94, 62), (0, 80, 96, 62), (0, 84, 96, 62), (0, 86, 92, 60),
            "cylinder", (7, 80), (74, 0, -20), (0.2, 0.98, 0), "i1 i2 m1 m2 r2 l2", 0.8),
        "index_extension": R("index finger extension", 17, "power", "adducted",
            (2, 16, 18, 14), (0, 22, 14, 6), (0, 66, 74, 46), (0, 74, 78, 46), (0, 78, 76, 44),
            "cylinder", (12, 90), (74, 2, -27), (0.5, 0.85, -0.1), "t i m1 m2 m r1 r2 r l2 l", 0.6),
        "fixed_hook": R("fixed hook", 15, "power", "adducted",
            (-26, -14, 4, 8), (0, 18, 92, 62), (0, 20, 94, 62), (0, 22, 94, 60), (0, 24, 90, 58),
            "cylinder", (10, 60), (106, -2, -26), (0, 1, 0), "i1 i2 i m1 m2 m r2 r", 0.9),
        "power_sphere": R("power sphere", 11, "power", "abducted",
            (44, 2, 10, 20), (20, 34, 40, 26), (4, 34, 42, 28), (14, 38, 42, 28), (28, 42, 38, 26),
            "sphere", (36,), (78, -2, -46), (0, 0, 1), "t i1 i2 i m1 m2 m r1 r2 r l2 l p", 0.5),
        "power_disk": R("power disk", 10, "power", "abducted",
            (30, -20, 2, 30), (34, 12, 52, 44), (6, 10, 54, 46), (18, 14, 54, 46), (30, 22, 50, 42),
            "disk", (46, 12), (82, 0, -26), (0, 0, 1), "t i m r l p", 0.5),
        "palmar": R("palmar: a flat thing against the palm", 30, "power", "adducted",
            (-26, 8, 4, 6), (0, 10, 34, 58), (0, 10, 36, 60), (0, 14, 38, 60), (0, 20, 40, 58),
            "disk", (42, 6), (84, -4, -20), (0, 0, 1), "i m r l", 0.8),
        "sphere_3_finger": R("sphere, three fingers", 28, "power", "abducted",
            (46, -2, 8, 16), (24, 38, 36, 20), (-6, 40, 38, 22), (4, 12, 16, 6), (14, 8, 10, 4),
            "sphere", (26,), (88, 12, -46), (0, 0, 1), "t i1 i2 i m1 m2 m", 0.6),
        "ring": R("ring: thumb and index round a cylinder", 31, "power", "abducted",
            (42, 4, 14, 26), (0, 48, 54, 34), (0, 66, 84, 44), (0, 70, 86, 44), (0, 72, 84, 44),
            "cylinder", (24, 40), (92, 20, -44), (0.15, 0.98, 0), "t i1 i2 i", 0.6),
        "lateral": R("lateral (key) pinch", 16, "intermediate", "adducted",
            (-9, 14, 20, 16), (0, 34, 74, 44), (0, 44, 88, 52), (0, 50, 92, 54), (0, 54, 90, 52)),
        "adduction_grip": R("adduction grip: a stick between index and middle", 23,
            "intermediate", "abducted",
            (-14, -18, 4, 6), (-2, 6, 2, 0), (-6, 8, 4, 0), (6, 44, 62, 32), (10, 52, 66, 34)),
        "palmar_pinch": R("palmar pinch", 9, "precision", "abducted",
            (30, 16, 4, 2), (0, 62, 24, 8), (0, 6, 8, 4), (4, 4, 6, 4), (10, 2, 4, 2),
            "sphere", (6,), (92, 22, -62), (0, 0, 1), "t i", 0.7),
        "tip_pinch": R("tip pinch", 24, "precision", "abducted",
            (36, 6, 26, 48), (0, 42, 62, 52), (4, 22, 20, 10), (10, 16, 16, 8), (18, 12, 14, 6),
            "sphere", (3,), (88, 24, -56), (0, 0, 1), "t i", 0.8),
        "inferior_pincer": R("inferior pincer", 33, "precision", "abducted",
            (34, -10, 0, 0), (4, 50, 20, 14), (0, 66, 62, 30), (2, 72, 66, 32), (4, 74, 66, 32),
            "sphere", (14,), (104, 26, -66), (0, 0, 1), "t i", 0.7),
        "tripod": R("tripod", 14, "precision", "abducted",
            (40, 14, 6, 8), (6, 58, 30, 12), (-4, 62, 32, 14), (2, 42, 52, 26), (6, 44, 54, 26),
            "sphere", (14,), (92, 12, -66), (0, 0, 1), "t i m", 0.7),
        "writing_tripod": R("writing tripod", 20, "precision", "abducted",
            (36, 0, 40, 20), (4, 44, 58, 20), (0, 46, 68, 36), (0, 52, 90, 56), (2, 54, 92, 58),
            "sphere", (5,), (93, 7, -56), (0, 0, 1), "t i m", 0.7),
        "quadpod": R("quadpod", 27, "precision", "abducted",
            (46, 16, 2, 4), (12, 48, 24, 8), (0, 54, 26, 10), (0, 56, 28, 10), (16, 4, 6, 2),
            "sphere", (22,), (96, 4, -68), (0, 0, 1), "t i m r", 0.7),
        "prismatic_4_finger": R("prismatic, four fingers", 6, "precision", "abducted",
            (54, 22, 4, 4), (0, 66, 22, 6), (0, 68, 26, 8), (0, 70, 26, 8), (0, 72, 20, 6),
            "cylinder", (8, 60), (92, -6, -66), (0, 1, 0), "t i m r l", 0.7),
        "precision_sphere": R("precision sphere", 13, "precision", "abducted",
            (48, -4, 10, 22), (24, 20, 58, 40), (2, 20, 60, 42), (16, 24, 60, 42), (28, 30, 56, 40),
            "sphere", (28,), (94, -2, -52), (0, 0, 1), "t i m r l", 0.6),
        "precision_disk": R("precision disk", 12, "precision", "abducted",
            (32, -20, -8, 10), (34, 36, 14, 26), (8, 34, 18, 28), (20, 36, 20, 28), (30, 44, 14,
            26),
            "disk", (38, 9), (94, 0, -70), (0, 0, 1), "t i m r l", 0.6),
        "parallel_extension": R("parallel extension", 22, "precision", "adducted",
            (30, -14, -8, -8), (0, 44, 0, -4), (0, 44, 0, -4), (0, 46, 0, -4), (0, 48, 0, -4),
            "disk", (45, 12), (120, 0, -60), (0.7, 0, 0.7), "t i m r l", 1.0),
    }
    # fmt: on


class Skeleton:
    """The capsules of one hand, and which of them must keep apart."""

    def __init__(self, hand: Hand):
        self.hand = hand
        self.digit_capsules = {
            name: (digit, _capsules(hand, name)[0])
            for digit in DIGITS
            for name in digit_segments(digit)
        }
        self.palm_capsules = _capsules(hand, PALM)
        self.radius = {name: c.radius for name, (_, c) in self.digit_capsules.items()}
        self._radii = np.array([*self.radius.values(), *(c.radius for c in self.palm_capsules)])
        self._pairs = self._find_pairs()

    def _find_pairs(self) -> np.ndarray:
        """(P, 2) rows of capsules (the digits', then the palm's) that must not overlap."""
        names = list(self.digit_capsules)
        digits = [digit for digit, _ in self.digit_capsules.values()]
        pairs = []
        for i, name in enumerate(names):
            pairs += [(i, j) for j in range(i + 1, len(names)) if digits[j] != digits[i]]
            if name.endswith(("distal", "intermediate")):
                pairs += [(i, len(names) + k) for k in range(len(self.palm_capsules))]
        return np.array(pairs)

    def axes(self, T: dict[str, np.ndarray], count: int = 4) -> dict[str, np.ndarray]:
        """Segment name → (count, 3) [m] points along its capsule's axis."""
        t = np.linspace(0, 1, count)[:, None]
        return {
            name: (c.start * (1 - t) + c.end * t) @ T[name][:3, :3].T + T[name][:3, 3]
            for name, (_, c) in self.digit_capsules.items()
        }

    def gaps(self, axes: dict[str, np.ndarray]) -> np.ndarray:
        """(P,) [mm] between segments that must not overlap; negative where they do."""
        ends = [p[[0, -1]] for p in axes.values()]
        ends += [np.stack([c.start, c.end]) for c in self.palm_capsules]
        ends = np.stack(ends)
        a, b = self._pairs.T
        return (line_gaps(ends[a], ends[b]) - self._radii[a] - self._radii[b]) * 1e3


class VirtualObject(NamedTuple):
    """A sphere, cylinder or disk somewhere in the palm frame."""

    shape: str
    size: np.ndarray
    """[m]"""
    centre: np.ndarray
    """(3,) [m]"""
    axis: np.ndarray
    """(3,) unit"""

    def distance(self, points: np.ndarray) -> np.ndarray:
        """Signed distance (...,) [m] of points (..., 3) to the surface; cylinders never end."""
        d = points - self.centre
        if self.shape == "sphere":
            return np.linalg.norm(d, axis=-1) - self.size[0]
        along = d @ self.axis
        radial = np.linalg.norm(d - along[..., None] * self.axis, axis=-1) - self.size[0]
        if self.shape == "cylinder":
            return radial
        edge = np.stack([radial, np.abs(along) - self.size[1]], axis=-1)
        return np.linalg.norm(np.maximum(edge, 0), axis=-1) + np.minimum(edge.max(-1), 0)

    def outward(self, point: np.ndarray) -> np.ndarray:
        """Gradient (3,) of the distance at a point (3,)."""
        h = 1e-5
        steps = h * np.eye(3)
        return (self.distance(point + steps) - self.distance(point - steps)) / (2 * h)


class Fit:
    """One recipe as a least-squares problem.

    Unknowns: the 20 angles beyond the wrist [rad]; with an object also its centre [dm] and axis.
    """

    def __init__(
        self, skeleton: Skeleton, others: list[Skeleton], recipe: Recipe, so_far: np.ndarray
    ):
        self.skeleton, self.others, self.recipe, self.so_far = skeleton, others, recipe, so_far
        hand = skeleton.hand
        angles = [(0, 0, 0), *(getattr(recipe, d) for d in DIGITS)]
        lower, upper = hand.lower + 0.2 * DEG, hand.upper - 0.2 * DEG
        self.rough = np.clip(np.concatenate(angles) * DEG, lower, upper)
        self.start, self.lower, self.upper = self.rough[3:], lower[3:], upper[3:]
        if recipe.shape:
            axis = np.array(recipe.axis, float) / np.linalg.norm(recipe.axis)
            self.start = np.concatenate([self.start, np.array(recipe.centre) * 0.01, axis])
            self.lower = np.concatenate([self.lower, np.full(6, -3)])
            self.upper = np.concatenate([self.upper, np.full(6, 3)])

    def solve(self) -> tuple[np.ndarray, VirtualObject | None]:
        """Joint angles (23,) [rad] and the object, if there is one."""
        x = least_squares(
            self.residuals, self.start, bounds=(self.lower, self.upper), max_nfev=80
        ).x
        return self.angles(x), self.thing(x)

    def angles(self, x: np.ndarray) -> np.ndarray:
        """(23,) [rad]; the wrist stays straight."""
        return np.concatenate([np.zeros(3), x[:20]])

    def thing(self, x: np.ndarray) -> VirtualObject | None:
        """The object the unknowns describe."""
        if not self.recipe.shape:
            return None
        axis = x[23:26] / np.linalg.norm(x[23:26])
        size = np.array(self.recipe.size) * 1e-3
        return VirtualObject(self.recipe.shape, size, x[20:23] * 0.1, axis)

    def residuals(self, x: np.ndarray) -> np.ndarray:
        """Everything that should be zero."""
        q = self.angles(x)
        change = q - self.rough
        T = segment_transforms(self.skeleton.hand, q)
        axes = self.skeleton.axes(T)
        apart = np.sqrt(((q - self.so_far) ** 2).mean(-1)) / DEG
        pip = np.array([JOINT_NAMES.index(f"{finger}_pip_flex") for finger in FINGERS])
        out = [
            3.0 * self.recipe.stay * change[3:],
            2.0 * np.minimum(apart - SEPARATION_DEG, 0),
            0.3 * (change[pip + 1] - 0.6 * change[pip]),  # the DIP follows the PIP
            3.0 * np.minimum(self.skeleton.gaps(axes) - CLEARANCE_MM, 0),
        ]
        for other in self.others:
            gaps = other.gaps(other.axes(segment_transforms(other.hand, q)))
            out.append(2.0 * np.minimum(gaps + OTHER_OVERLAP_MM, 0))
        thing = self.thing(x)
        if thing is not None:
            out.append(0.25 * (x - self.start)[20:23])
            out.append(0.5 * (x - self.start)[23:26])
            out.append(np.atleast_1d(np.linalg.norm(x[23:26]) - 1))
            out.append(self.touching(T, thing))
            out.append(0.8e3 * self.sinking(axes, thing))
        return np.concatenate(out)

    def sinking(self, axes: dict[str, np.ndarray], thing: VirtualObject) -> np.ndarray:
        """How far [m] digits and palm are inside the object, at points along their axes."""
        digits = [thing.distance(p) - self.skeleton.radius[name] for name, p in axes.items()]
        t = np.array([0.3, 0.65, 1.0])[:, None]
        palm = [
            thing.distance(c.start * (1 - t) + c.end * t) - c.radius
            for c in self.skeleton.palm_capsules
        ]
        return np.minimum(np.concatenate([*digits, *palm]), 0)

    def touching(self, T: dict[str, np.ndarray], thing: VirtualObject) -> np.ndarray:
        """Gaps between the object and what shall touch it, and how badly that faces it."""
        out = []
        for token in self.recipe.touch.split():
            if token == "p":
                capsules = self.skeleton.palm_capsules[:4]
                gaps = [
                    float(thing.distance(c.start * 0.35 + c.end * 0.65)) - c.radius
                    for c in capsules
                ]
                out.append([0.5e3 * min(gaps)])
                continue
            digit = DIGIT_OF_LETTER[token[0]]
            name = digit_segments(digit)[int(token[1]) - 1 if len(token) > 1 else 2]
            segment = self.skeleton.hand.segments[name]
            along = segment.length / 2 if segment.pad is None else segment.pad[0]
            R, origin = T[name][:3, :3], T[name][:3, 3]
            p = origin + R[:, 0] * along
            out.append([0.6e3 * (float(thing.distance(p)) - self.skeleton.radius[name])])
            facing = 0.3 if segment.pad is None else 1.0
            out.append(facing * (R @ segment.palmar + thing.outward(p)))
        return np.concatenate(out)


def line_gaps(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Distances (N,) between pairs of line segments, both (N, 2, 3)."""
    u, v, w = a[:, 1] - a[:, 0], b[:, 1] - b[:, 0], a[:, 0] - b[:, 0]

    def dot(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        return (x * y).sum(-1)

    uu, uv, vv, uw, vw = dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w)
    s = np.clip((uv * vw - vv * uw) / np.maximum(uu * vv - uv * uv, 1e-14), 0, 1)
    t = np.clip((uv * s + vw) / vv, 0, 1)
    s = np.clip((uv * t - uw) / uu, 0, 1)
    return np.linalg.norm(w + s[:, None] * u - t[:, None] * v, axis=-1)


def _capsules(hand: Hand, name: str) -> list[Capsule]:
    return [s for s in hand.segments[name].shapes if isinstance(s, Capsule)]


def as_json(recipe: Recipe, q: np.ndarray, thing: VirtualObject | None) -> dict[str, Any]:
    """One entry of the corpus, rounded to what a person can read."""
    entry = {
        "title": recipe.title,
        "feix": recipe.feix,
        "kind": recipe.kind,
        "thumb": recipe.thumb_role,
        "degrees": {j: round(float(v / DEG), 1) for j, v in zip(JOINT_NAMES, q, strict=True)},
    }
    if thing is not None:
        entry["object"] = {
            "shape": recipe.shape,
            "size_mm": list(recipe.size),
            "centre_mm": [round(float(v) * 1e3, 1) for v in thing.centre],
            "axis": [round(float(v), 3) for v in thing.axis],
            "touch": recipe.touch,
        }
    return entry


def main() -> None:
    """Fit every recipe and write the corpus."""
    mean = Skeleton(Hand())
    others = [Skeleton(HandSpec.at_percentile(p).build()) for p in OTHER_SIZES]
    poses, so_far = {}, np.zeros((0, len(JOINT_NAMES)))
    for name, recipe in recipes().items():
        q, thing = Fit(mean, others, recipe, so_far).solve()
        poses[name] = as_json(recipe, q, thing)
        overlaps = [-s.gaps(s.axes(segment_transforms(s.hand, q))).min() for s in (mean, *others)]
        apart = np.sqrt(((q - so_far) ** 2).mean(-1)).min(initial=np.inf) / DEG
        so_far = np.vstack([so_far, q])
        words = " ".join(f"{v:5.2f}" for v in overlaps)
        print(f"{name:20s} overlap {words} mm, {apart:5.1f} degrees from the nearest")
    header = {"made_by": "python tools/fit_poses.py", "hand": "mean right hand", "seed": None}
    text = json.dumps({"schema": "prehensile.poses/1", **header, "poses": poses}, indent=1)
    OUT.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
