"""`StreamsView`: what live streams show, as a hand, things, taxels and forces to draw."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from prehensile.capture.live.felt import FRICTION, Felt, GloveFeel, finger_forces
from prehensile.capture.live.latest import Sample
from prehensile.capture.live.posed import PosedHand, pressure_image
from prehensile.capture.recording.recording import CapturedObject
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import GROUPS
from prehensile.kinematics.forward import pad_positions
from prehensile.lie import se3
from prehensile.stage.scene import NO_CONTACTS, SceneFrame, ShownContacts
from prehensile.stage.streams.bodies import TrackedBodies

UPRIGHT = (0.0, 0.0, 0.27, 0.0, -(0.5**0.5), 0.0, -(0.5**0.5))
"""Where the forearm stands until a stream says otherwise: fingers up, the palm to the viewer."""


@dataclass(frozen=True)
class _Seen:
    """What streams show now."""

    felt: Felt | None = None
    image: np.ndarray | None = None
    forces: Mapping[str, float] = field(default_factory=dict)


class StreamsView:
    """One hand and what it touches.

    Args:
        hand: that is drawn.
        objects: things whose shapes are known.
    """

    def __init__(self, hand: Hand, objects: Sequence[CapturedObject] = ()):
        self.hand, self.feel = hand, GloveFeel(hand)
        self.things = TrackedBodies(objects)
        self.posed = PosedHand(hand, np.array(UPRIGHT))
        self._seen = _Seen()

    def follow(self, samples: Mapping[str, Sample], friction: float = FRICTION) -> bool:
        """Take on what samples show; whether a thing appeared that was not there before."""
        self.posed.follow(samples)
        new = self.things.follow(samples)
        image = self._image(samples)
        felt = None
        if image is not None:
            felt = self.feel.felt(image, self.posed.q, self.posed.forearm, friction)
        self._seen = _Seen(felt, image, finger_forces(samples))
        return new

    @property
    def quality(self) -> float:
        """Of the grasp that the glove feels."""
        return 0.0 if self._seen.felt is None else self._seen.felt.quality

    def frame(self, time: float, phase: str, taxels: bool) -> SceneFrame:
        """What to show.

        Args:
            time: [s]
            phase: one or two words.
            taxels: whether the glove is seen.
        """
        seen = self._seen
        group_force = np.zeros((1, len(GROUPS)))
        if seen.felt is not None:
            group_force[0] = seen.felt.group_force
        for digit, force in seen.forces.items():
            group_force[0, GROUPS.index(digit)] = force
        return SceneFrame(
            time=time,
            q=[self.posed.q],
            forearm=[self.posed.forearm],
            bodies=self.things.poses,
            contacts=self._contacts(),
            group_force=group_force,
            plotted=np.array([self.quality]),
            taxels=seen.image[None] if taxels and seen.image is not None else None,
            phase=phase,
        )

    def _contacts(self) -> ShownContacts:
        """At the centres of pressure of a glove; else on the pads of fingers whose force is
        known.
        """
        felt, forces = self._seen.felt, self._seen.forces
        if felt is not None:
            push = felt.force[:, None] * felt.out
            return ShownContacts(felt.center, push, felt.group, np.zeros(len(felt.group)))
        rows = [k for k, digit in enumerate(DIGITS) if forces.get(digit, 0.0) > 0]
        if not rows:
            return NO_CONTACTS
        T = se3.from_pose7(self.posed.forearm)
        pads, out = pad_positions(self.hand, self.posed.q, T)
        push = np.array([forces[DIGITS[k]] for k in rows])[:, None] * out[rows]
        return ShownContacts(pads[rows], push, np.array(rows), np.zeros(len(rows)))

    def _image(self, samples: Mapping[str, Sample]) -> np.ndarray | None:
        for sample in samples.values():
            if sample.stream.kind == "pressure":
                image = pressure_image(sample, self.feel.taxels)
                if image is not None:
                    return image
        return None
