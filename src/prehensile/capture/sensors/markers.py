"""Optical markers glued on a hand, as cameras see them (Kry 2005, 3.1.1).

Markers of the last segments stand on stilts, which keeps them in sight. Each is seen with noise,
hidden now and then, shifts with the skin over its joint, and reflections make markers that nobody
glued: some come as labels of their own, some take a real marker's place.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from prehensile.capture.recording.stream import Stream
from prehensile.capture.sensors.imperfections import lost
from prehensile.capture.sensors.sampling import sample_times, watched
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import PALM, TIP_SEGMENT, digit_segments
from prehensile.kinematics.fit.marker_site import MarkerSite, site_offset
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.motion.tracked_hand import angles_of, hand_of

HALF_DEPTH = 0.008
"""[m] of a fingertip, by which a stilt's height is counted"""
_PALM_SPREAD = (0.006, 0.006, 0.004)


def glued_sites(stilt: float) -> dict[str, MarkerSite]:
    """Where the markers of our hand are glued: four on the palm, one a segment, stilts at the end.

    Args:
        stilt: [m] by which the last ones stand above the skin.
    """
    sites = {
        f"palm_{name}": MarkerSite(PALM, along, across, spread=_PALM_SPREAD)
        for name, along, across in (
            ("wrist_thumb", 0.1, 0.5),
            ("wrist_little", 0.1, -0.5),
            ("knuckle_index", 0.85, 0.7),
            ("knuckle_little", 0.8, -0.7),
        )
    }
    for digit in DIGITS:
        for segment in digit_segments(digit):
            part = segment.rpartition("-")[2]
            if segment == TIP_SEGMENT[digit]:
                sites[f"{digit}_{part}"] = MarkerSite(
                    segment, 0.6, out=1 + stilt / HALF_DEPTH, spread=(0.004, 0.004, 0.004)
                )
            else:
                sites[f"{digit}_{part}"] = MarkerSite(segment, 0.7, spread=(0.006, 0.004, 0.004))
    return sites


@dataclass(frozen=True)
class Markers:
    """Nineteen markers on one hand."""

    name: str = "markers"
    rate_hz: float = 500.0
    hand: str = ""
    """its name in the clip; the first if empty"""
    noise: float = 0.3e-3
    """[m] standard deviation of each coordinate"""
    stilt: float = 0.015
    """[m] above the skin, on last segments"""
    gaps_per_s: float = 0.1
    """of each marker"""
    gap_s: tuple[float, float] = (0.01, 0.1)
    """[s] shortest and longest"""
    ghosts_per_s: float = 0.5
    """reflections near the hand"""
    ghost_reach: float = 0.03
    """[m] from the marker beside which it shows"""
    confused: float = 0.2
    """share of the ghosts that take the real marker's label"""
    slip: float = 1.0e-3
    """[m/rad] that skin shifts along the segment as its joint bends"""
    glue: float = 1.5e-3
    """[m] standard deviation of where a marker sits, once a wearing"""

    def errors(self) -> Mapping[str, Any]:
        """Table 3.1 and 3.1.1 of Kry 2005."""
        return {"noise_mm": 1e3 * self.noise, "absolute_mm": 1.0, "relative_mm": 1.0}

    @property
    def sites(self) -> dict[str, MarkerSite]:
        """Where they are glued, by name."""
        return glued_sites(self.stilt)

    def places(self, hand: Hand, rng: np.random.Generator) -> np.ndarray:
        """(M, 3) [m] in the segments' frames, glued a little off."""
        rows = []
        for site in self.sites.values():
            at = site_offset(hand, site)
            at[1] *= 1.0 if hand.side == "right" else -1.0
            rows.append(at)
        return np.array(rows) + rng.normal(0, self.glue, (len(rows), 3))

    def observe(self, clip: Clip, rng: np.random.Generator) -> Stream:
        """Markers with noise, gaps and ghosts; channels ``ghost_…`` are those nobody glued."""
        times = sample_times(clip, self.rate_hz)
        track = watched(clip.at_times(times), self.hand)
        hand = hand_of(track)
        q = angles_of(track)
        poses = segment_transforms(hand, q, se3.from_pose7(track.T_world_forearm))
        places = self.places(hand, rng)
        points = np.empty((len(times), len(places), 3))
        for m, site in enumerate(self.sites.values()):
            points[:, m] = se3.apply(
                poses[site.segment], places[m] + self._shift(hand, q, site.segment)
            )
        points += rng.normal(0, self.noise, points.shape)
        glued = {
            name: [site.segment, *place]
            for (name, site), place in zip(self.sites.items(), places.tolist(), strict=True)
        }
        ghosts = self._ghosts(points, rng)
        names = tuple(self.sites)
        stream = Stream(
            self.name,
            "markers",
            times,
            np.concatenate([points, ghosts], axis=1),
            (*names, *(f"ghost_{k + 1}" for k in range(ghosts.shape[1]))),
            clock=self.name,
            rate_hz=self.rate_hz,
            sensor={"model": "optical markers", **self.errors(), "places": glued},
            delivery="push",
        )
        hidden = self._runs(len(names), self.gaps_per_s, len(times), rng)
        none = np.isnan(ghosts).all(-1)
        return lost(stream, np.concatenate([hidden, none], axis=1))

    def _shift(self, hand: Hand, q: np.ndarray, segment: str) -> np.ndarray:
        """(T, 3) [m] in the segment's frame: skin follows the bend of the joint before it."""
        bend = [j.name for j in hand.segments[segment].joints if j.name.endswith("_flex")]
        shift = np.zeros((len(q), 3))
        if bend and segment != PALM:
            shift[:, 0] = -self.slip * hand.joint_angle(q, bend[-1])
        return shift

    def _runs(
        self, markers: int, per_s: float, samples: int, rng: np.random.Generator
    ) -> np.ndarray:
        """(N, M) bool: gaps that begin at random."""
        gone = np.zeros((samples, markers), bool)
        for m in range(markers):
            for _ in range(rng.poisson(per_s * samples / self.rate_hz)):
                start = rng.integers(samples)
                length = int(np.ceil(rng.uniform(*self.gap_s) * self.rate_hz))
                gone[start : start + length, m] = True
        return gone

    def _ghosts(self, points: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """(N, G, 3) [m], NaN where none shows; some of them are written into ``points``.

        A label that is free again serves the next: a long recording does not grow wider.
        """
        samples = len(points)
        shown: list[np.ndarray] = []
        for _ in range(rng.poisson(self.ghosts_per_s * samples / self.rate_hz)):
            start, m = rng.integers(samples), rng.integers(points.shape[1])
            stop = start + int(np.ceil(rng.uniform(*self.gap_s) * self.rate_hz))
            away = rng.normal(size=3)
            away *= self.ghost_reach * rng.uniform(0.2, 1.0) / np.linalg.norm(away)
            ghost = points[start, m] + away
            if rng.random() < self.confused:
                points[start:stop, m] = ghost
                continue
            free = (label for label in shown if np.isnan(label[start:stop]).all())
            label = next(free, None)
            if label is None:
                label = np.full((samples, 3), np.nan)
                shown.append(label)
            label[start:stop] = ghost
        return np.stack(shown, axis=1) if shown else np.empty((samples, 0, 3))
