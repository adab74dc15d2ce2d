"""What presses on the pads of the fingertips."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from prehensile.fast_path import kernels
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.motion.tracked_hand import angles_of, hand_of

PALMAR = 0.2
"""Least cosine between a contact's normal and the palmar direction of the last segment: 12° round
from its side, so that neighbours that press on one another's sides do not count, and the very tip
does from 12° on."""


class PadLoad(NamedTuple):
    """Load on the pads, rows thumb, index, middle, ring, little.

    Only contacts of the last segment on its palmar side count.
    """

    force: np.ndarray
    """(..., 5) [N] sum of normal forces"""
    center: np.ndarray
    """(..., 5, 2) [m] centre of pressure from the middle of the pad: towards the tip, and along
    the segment's y on a right hand, against it on a left one; nought where nothing presses"""
    spread: np.ndarray
    """(..., 5) [m] root mean square distance of the pressure from that centre; nought at an edge's
    single point"""


class PressedContacts(Protocol):
    """N contacts, as in `prehensile.motion.contacts.ContactTrack`, and as a world has them."""

    @property
    def a(self) -> np.ndarray: ...  # noqa: D102
    @property
    def b(self) -> np.ndarray: ...  # noqa: D102
    @property
    def pos(self) -> np.ndarray: ...  # noqa: D102
    @property
    def normal(self) -> np.ndarray: ...  # noqa: D102
    @property
    def force(self) -> np.ndarray: ...  # noqa: D102


class Pads:
    """The fingertips of one hand in a table of contact names.

    Whether a hand is ``a`` or ``b`` of a contact does not matter: between two hands both are
    pressed, and so are two fingers of one hand.

    Args:
        hand: whose pads; digits that a loaded hand lacks are never pressed.
        name: of the hand, as contacts have it before the slash.
        contact_names: table of names that contacts count in.
    """

    def __init__(self, hand: Hand, name: str, contact_names: Sequence[str]):
        self.digits = tuple(d for d in DIGITS if TIP_SEGMENT[d] in hand.segments)
        """those that the hand has"""
        rows = {f"{name}/{TIP_SEGMENT[d]}": DIGITS.index(d) for d in self.digits}
        self._digit = np.array([rows.get(n, -1) for n in contact_names] or [-1], np.intp)
        """(names,) row of the digit whose last segment it is; −1 for all else"""
        self._middle = np.zeros((len(DIGITS), 2))
        for digit in self.digits:
            pad = hand.segments[TIP_SEGMENT[digit]].pad
            assert pad is not None, "every fingertip has a pad"
            self._middle[DIGITS.index(digit)] = pad[:2]
        self._mirror = 1.0 if hand.side == "right" else -1.0

    def load(
        self, contacts: PressedContacts, T_world_tip: np.ndarray, frame: np.ndarray | None = None
    ) -> PadLoad:
        """What presses on each pad.

        Args:
            contacts: N of them.
            T_world_tip: (F, 5, 4, 4) poses of the last segments, thumb to little, in F frames; or
                (5, 4, 4) of a single one.
            frame: (N,) which of the F frames each contact belongs to; None with a single one.

        Returns:
            Loads (F, 5); (5,) of a single frame.
        """
        count = len(contacts.a)
        if not count:
            return unpressed(T_world_tip.shape[:-3])
        poses = np.ascontiguousarray(T_world_tip).reshape(-1, len(DIGITS), 4, 4)
        found = unpressed(poses.shape[:1])
        kernels("motion").pad_sums(
            self._digit, contacts.a, contacts.b, contacts.pos, contacts.normal, contacts.force,
            np.zeros(count, np.intp) if frame is None else frame,
            poses, self._middle, self._mirror, PALMAR, *found,
        )  # fmt: skip
        if T_world_tip.ndim == 3:
            return PadLoad(*(part[0] for part in found))
        return found

    def touching(self, contacts: PressedContacts) -> np.ndarray:
        """(N,) bool: contacts of a last segment, on whichever side."""
        return (self._digit[contacts.a] >= 0) | (self._digit[contacts.b] >= 0)


def unpressed(batch: tuple[int, ...]) -> PadLoad:
    """Nothing presses on the pads (*batch, 5)."""
    shape = (*batch, len(DIGITS))
    return PadLoad(np.zeros(shape), np.zeros((*shape, 2)), np.zeros(shape))


def pad_loads(clip: Clip) -> PadLoad:
    """Loads (T, H, 5) on the pads of every hand of a clip, as its contacts have them."""
    contacts, frames = clip.contacts, clip.n_frames
    of_contact = np.repeat(np.arange(frames), np.diff(contacts.offsets))
    loads = unpressed((frames, len(clip.hands)))
    for h, track in enumerate(clip.hands):
        hand = hand_of(track)
        pads = Pads(hand, track.name, contacts.names)
        # Poses are worked out where something touches only: much of a clip is reaching.
        touched = np.zeros(frames, bool)
        touched[of_contact[pads.touching(contacts)]] = True
        if not touched.any():
            continue
        row = np.cumsum(touched) - 1
        T = tip_transforms(hand, angles_of(track)[touched], track.T_world_forearm[touched])
        found = pads.load(contacts, T, row[of_contact])
        for whole, part in zip(loads, found, strict=True):
            whole[touched, h] = part
    return loads


def tip_transforms(hand: Hand, q: np.ndarray, forearm: np.ndarray) -> np.ndarray:
    """Poses (..., 5, 4, 4) of the last segments, world; the identity for digits that it lacks.

    Args:
        hand: whose.
        q: (..., dof) [rad].
        forearm: (..., 7) xyz + wxyz, world.
    """
    poses = segment_transforms(hand, q, se3.from_pose7(forearm))
    lacking = np.broadcast_to(np.eye(4), (*q.shape[:-1], 4, 4))
    return np.stack([poses.get(TIP_SEGMENT[d], lacking) for d in DIGITS], axis=-3)


def tip_bends(hand: Hand, q: np.ndarray) -> np.ndarray:
    """(..., 5) [rad] bend of the last joint of every digit; nought where there is none."""
    bends = np.zeros((*q.shape[:-1], len(DIGITS)))
    for row, digit in enumerate(DIGITS):
        joint = f"{digit}_{'ip' if digit == 'thumb' else 'dip'}_flex"
        segment = hand.segments.get(TIP_SEGMENT[digit])
        if segment is not None and any(own.name == joint for own in segment.joints):
            bends[..., row] = hand.joint_angle(q, joint)
    return bends
