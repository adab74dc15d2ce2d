"""What a pressure glove would read: the contact forces of a clip, spread over its taxels.

A contact of a simulation is a point; a fingerpad's is a patch. Its force is spread as a Gaussian
over the unrolled skin of the segment that it touches, so that taxels read their share of it, and
what falls beside the patches of the glove is not read at all, as in a real one.
"""

from typing import NamedTuple

import numpy as np
from scipy.special import ndtr

from prehensile.hand.hand import Hand
from prehensile.hand.segments import PALM, Segment
from prehensile.hand.taxels import Taxels, glove_taxels, taxel_places
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.motion.contacts import ContactTrack
from prehensile.motion.pad_load import PALMAR
from prehensile.motion.tracked_hand import angles_of, hand_of

PATCH_SPREAD = 0.0028
"""[m] Deviation of the pressure along each axis. It is that of an even pressure on a disc of twice
the radius: 5.6 mm, which the hand's torsional friction takes for a fingerpad's patch."""


class PressureImages(NamedTuple):
    """Images of one hand, frame by frame."""

    time: np.ndarray
    """(T,) [s]"""
    force: np.ndarray
    """(T, rows, columns) [N] on every taxel; 0 where there is none"""
    unread: np.ndarray
    """(T,) [N] normal force on the hand that falls beside all taxels"""
    taxels: Taxels
    """the layout"""

    @property
    def frames(self) -> np.ndarray:
        """(T, n) [N] of the taxels alone, row by row: samples of a force basis."""
        return self.force[:, self.taxels.mask]

    @property
    def pressure(self) -> np.ndarray:
        """(T, rows, columns) [Pa]"""
        return self.force / self.taxels.area

    def image(self, values: np.ndarray) -> np.ndarray:
        """(..., rows, columns) of values (..., n) of the taxels, 0 elsewhere."""
        return taxel_image(values, self.taxels)


def taxel_image(values: np.ndarray, taxels: Taxels) -> np.ndarray:
    """(..., rows, columns) of values (..., n) of the taxels, 0 elsewhere."""
    image = np.zeros((*values.shape[:-1], *taxels.shape))
    image[..., taxels.mask] = values
    return image


def pressure_images(
    clip: Clip, hand: str | None = None, taxels: Taxels | None = None
) -> PressureImages:
    """Images of what presses on a hand of a clip.

    Normal forces count, of whatever touches a segment that has taxels; digits that a loaded hand
    lacks read nothing.

    Args:
        clip: with contacts.
        hand: its name; the clip's first by default.
        taxels: the layout; the glove's by default.

    Raises:
        UnknownNameError: the clip has no hand, or none of that name.
    """
    layout = glove_taxels() if taxels is None else taxels
    track = clip.hands[0] if hand is None and clip.hands else clip.hand(hand or "")
    the_hand, contacts = hand_of(track), clip.contacts
    frame = np.repeat(np.arange(clip.n_frames), np.diff(contacts.offsets))
    force = np.zeros((clip.n_frames, *layout.shape))
    pressing = np.zeros(clip.n_frames)
    touched = [k for k, n in enumerate(contacts.names) if n.startswith(f"{track.name}/")]
    if touched:
        poses = segment_transforms(
            the_hand, angles_of(track), se3.from_pose7(track.T_world_forearm)
        )
        for k in touched:
            name = contacts.names[k].partition("/")[2]
            rows, out = _touching(contacts, k)
            load = np.maximum((contacts.force[rows] * contacts.normal[rows]).sum(axis=1), 0.0)
            np.add.at(pressing, frame[rows], load)
            if name not in layout.segments or name not in the_hand.segments:
                continue
            T = poses[name][frame[rows]]
            local = se3.apply(se3.inverse(T), contacts.pos[rows])
            faces = np.einsum("nji,nj->ni", T[:, :3, :3], out)
            at = unrolled(the_hand, the_hand.segments[name], local, faces)
            for block in (
                b for b, s in zip(layout.names, layout.segments, strict=True) if s == name
            ):
                _spread(force, layout, block, frame[rows], at, load, the_hand)
    return PressureImages(clip.time, force, pressing - force.sum(axis=(1, 2)), layout)


def unrolled(hand: Hand, segment: Segment, points: np.ndarray, faces: np.ndarray) -> np.ndarray:
    """Where points on the skin lie on a segment's unrolled palmar side, as `taxel_places` counts.

    Args:
        hand: whose.
        segment: of the hand.
        points: (n, 3) [m] in the segment's frame.
        faces: (n, 3) unit, out of the skin there.

    Returns:
        (n, 2) [m] along the bone and across; infinite on the back of the palm.
    """
    x, y, z = points.T
    y = y if hand.side == "right" else -y
    if segment.name == PALM:
        palmar = faces @ segment.palmar >= PALMAR
        return np.where(palmar[:, None], np.stack([x, y], axis=1), np.inf)
    radius = np.hypot(y, z)
    across = radius * np.arctan2(y, -z)
    if segment.pad is not None:
        # The last bone ends in half a ball: what lies beyond its centre counts along its arc.
        beyond = np.maximum(x - (segment.length + segment.pad[2]), 0.0)
        arc = np.hypot(beyond, radius) * np.arctan2(beyond, radius)
        x = x - beyond + arc
    return np.stack([x, across], axis=1)


def _touching(contacts: ContactTrack, name: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows of the contacts of one name, and the normals (n, 3) out of it. A contact between two of
    a hand's segments presses on both.
    """
    first, second = np.flatnonzero(contacts.a == name), np.flatnonzero(contacts.b == name)
    out = np.concatenate([contacts.normal[first], -contacts.normal[second]])
    return np.concatenate([first, second]), out


def _spread(
    force: np.ndarray, taxels: Taxels, block: str, frame: np.ndarray, at: np.ndarray,
    load: np.ndarray, hand: Hand,
) -> None:  # fmt: skip
    """Add to images what a block reads of contacts at places ``at`` (n, 2): the pressure over the
    square of each taxel.
    """
    side = taxels.pitch * np.array(taxels.fits[block].stretch if block in taxels.fits else (1, 1))
    low = (taxel_places(hand, taxels, block) - 0.5 * side - at[:, None]) / PATCH_SPREAD
    share = (ndtr(low + side / PATCH_SPREAD) - ndtr(low)).prod(axis=2)
    cells = np.flatnonzero(taxels.cells(block).ravel())
    flat = force.reshape(len(force), -1)
    np.add.at(flat, (frame[:, None], cells), share * load[:, None])
