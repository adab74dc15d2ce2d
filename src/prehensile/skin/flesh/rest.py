"""A right hand's flesh in the bind pose, as one smooth field of signed distances."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.joints import FINGERS
from prehensile.kinematics.forward import segment_transforms
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.flesh.digit import (
    Digit,
    digit_relief,
    digit_tube,
    nail_depth,
    straight_digit,
    to_nail_outline,
)
from prehensile.skin.flesh.palm import (
    PAD_REACH,
    RAY_REACH,
    THUMB_WEB_REACH,
    WEB_REACH,
    adductor,
    finger_webs,
    heel,
    palm_core,
    palm_lines,
    palm_relief,
    rays,
    thumb_ball,
    thumb_web,
)
from prehensile.skin.flesh.relief import Stroke
from prehensile.skin.flesh.rounded import Axes, Sheet, smooth_min
from prehensile.skin.flesh.tube import Tube

KNUCKLE_REACH, THUMB_REACH = 0.09, 0.10
"""Reach of the blends of the digits with the palm, over hand breadth."""
CARRIED = 2.0
"""Relief of half width w is drawn in full by edges below w, and not at all above 2 w."""
CHUNK = 30_000
"""Points looked at together: more would leave the processor's cache, at three times the cost."""
STEP = 1e-4
"""[m] of the differences that give a gradient; well above float32's grain at 0.2 m."""


@dataclass(frozen=True, eq=False)
class RestFlesh:
    """The field of one right hand. Palm frame, which is the forearm's in the bind pose."""

    hand: Hand

    @cached_property
    def poses(self) -> dict[str, np.ndarray]:
        """Segment → (4, 4) in the bind pose."""
        return segment_transforms(self.hand, bind_angles())

    @cached_property
    def digits(self) -> dict[str, Digit]:
        """The straight axis of each of the five digits, by name."""
        return {d: straight_digit(self.hand, d, self.poses) for d in ("thumb", *FINGERS)}

    @cached_property
    def _bodies(self) -> list[tuple[Tube | Sheet, float]]:
        """What the flesh is made of, and the reach [m] of each one's blend with those before."""
        b = self.hand.spec.breadth
        thumb, fingers = self.digits["thumb"], {f: self.digits[f] for f in FINGERS}
        bodies: list[tuple[Tube | Sheet, float]] = [(palm_core(b), 0.0)]
        bodies += [(ray, RAY_REACH * b) for ray in rays(self.hand)]
        bodies += [(heel(b, fingers["little"].T[:3, 3]), PAD_REACH * b)]
        bodies += [(digit_tube(thumb), THUMB_REACH * b)]
        bodies += [(thumb_ball(self.hand, thumb), PAD_REACH * b)]
        bodies += [(thumb_web(self.hand, thumb), THUMB_WEB_REACH * b)]
        bodies += [(adductor(self.hand, thumb), PAD_REACH * b)]
        bodies += [(digit_tube(d), KNUCKLE_REACH * b) for d in fingers.values()]
        bodies += [(web, WEB_REACH * b) for web in finger_webs(b, fingers)]
        return bodies

    @cached_property
    def _palm_lines(self) -> list[Stroke]:
        length = float(self.digits["middle"].T[0, 3])
        return palm_lines(self.hand.spec.breadth, length, self.on_skin)

    @cached_property
    def _relief(self) -> list[Stroke]:
        fingers = {f: self.digits[f] for f in FINGERS}
        strokes = palm_relief(self.hand, fingers, self.on_skin) + self._palm_lines
        for digit in self.digits.values():
            strokes += digit_relief(digit, digit_tube(digit))
        return strokes

    def distance(self, points: np.ndarray, detail: np.ndarray | None = None) -> np.ndarray:
        """Signed distance (N,) [m] at points (N, 3) [m], good near the skin; negative inside.

        Args:
            points: (N, 3) [m] where to look, palm frame.
            detail: (N,) [m] edges of a mesh there: relief too narrow for them is left out, as
                it would show as stray dents; all of it is kept if left out.
        """
        if len(points) > CHUNK:
            parts = [slice(k, k + CHUNK) for k in range(0, len(points), CHUNK)]
            return np.concatenate(
                [self.distance(points[p], None if detail is None else detail[p]) for p in parts]
            )
        total = self._plain_distance(points)
        finest = 0.0 if detail is None else detail.min()
        for stroke in self._relief:
            if CARRIED * stroke.width <= finest:
                continue
            rows, lift = stroke.lift_near(points)
            if detail is not None:
                lift = lift * np.clip(CARRIED * stroke.width / detail[rows] - 1, 0, 1)
            total[rows] -= lift
        return total

    def palm_line_distance(self, points: np.ndarray) -> np.ndarray:
        """(N,) [m] to the nearest of the palm's great creases."""
        return np.sqrt(np.min([line.nearest(points)[0] for line in self._palm_lines], axis=0))

    def on_skin(self, xy: np.ndarray, side: int) -> np.ndarray:
        """Points (N, 3) [m] of the palm (side −1) or the back (1) over places (N, 2) [m].

        Without relief, which is laid on them.
        """
        z = side * self.hand.spec.breadth * np.linspace(0.6, 0.0, 80)
        rays = np.empty((len(xy), len(z), 3))
        rays[..., :2], rays[..., 2] = xy[:, None], z
        inside = self._plain_distance(rays.reshape(-1, 3)).reshape(len(xy), -1) < 0
        inside[:, -1] = True  # beside the hand: the middle plane
        return np.column_stack([xy, z[inside.argmax(axis=1)]])

    def _plain_distance(self, points: np.ndarray) -> np.ndarray:
        total = np.full(len(points), np.inf)
        for body, reach in self._bodies:
            if isinstance(body, Sheet):
                axes: Axes = (points[:, 0], points[:, 1], points[:, 2])
                one = body.distance(axes).astype(float)
            else:
                one = body.distance(points)
            total = smooth_min(total, one, reach) if reach else np.minimum(total, one)
        return total

    def distance_and_slope(
        self, points: np.ndarray, detail: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Distance (N,) [m] and its gradient (N, 3), by differences forward."""
        stencil = np.concatenate([np.zeros((1, 3)), STEP * np.eye(3)])
        all_points = (points + stencil[:, None]).reshape(-1, 3)
        here, *ahead = self.distance(all_points, np.tile(detail, 4)).reshape(4, -1)
        return here, (np.stack(ahead, axis=1) - here[:, None]) / STEP

    def gradient(self, points: np.ndarray, detail: np.ndarray) -> np.ndarray:
        """(N, 3) of the distance, by central differences."""
        stencil = STEP * np.concatenate([np.eye(3), -np.eye(3)])
        all_points = (points + stencil[:, None]).reshape(-1, 3)
        sides = self.distance(all_points, np.tile(detail, 6)).reshape(2, 3, -1)
        return (sides[0] - sides[1]).T / (2 * STEP)

    def on_nail_rim(self, points: np.ndarray) -> np.ndarray:
        """Points (N, 3) [m] near nails moved to their outlines, height over the bone kept."""
        digits = list(self.digits.values())
        nearest = np.argmax([nail_depth(d, points) for d in digits], axis=0)
        found = np.array(points)
        for k, digit in enumerate(digits):
            found[nearest == k] = to_nail_outline(digit, points[nearest == k])
        return found

    def nail_depth(self, points: np.ndarray) -> np.ndarray:
        """(N,) above zero on a nail, zero on its outline."""
        return np.max([nail_depth(d, points) for d in self.digits.values()], axis=0)

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Lowest and highest corner, (3,) and (3,) [m], of a box around the skin."""
        lows, highs = zip(*(body.bounds() for body, _ in self._bodies), strict=True)
        margin = 0.06 * self.hand.spec.breadth
        return np.min(lows, axis=0) - margin, np.max(highs, axis=0) + margin
