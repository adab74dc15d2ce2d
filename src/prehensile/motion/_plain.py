"""Sums over contacts in NumPy, to be read and to check the compiled kernel against."""

import numpy as np


def pad_sums(
    digit: np.ndarray,
    a: np.ndarray,
    b: np.ndarray,
    pos: np.ndarray,
    normal: np.ndarray,
    force: np.ndarray,
    frame: np.ndarray,
    T_world_tip: np.ndarray,
    middle: np.ndarray,
    mirror: float,
    least: float,
    total: np.ndarray,
    center: np.ndarray,
    spread: np.ndarray,
) -> None:
    """Sum the pressure on every pad: its force, its first moment and its second about that.

    Args:
        digit: (names,) row of the digit whose last segment a name is; −1 for all else.
        a: (N,) index into the names.
        b: (N,)
        pos: (N, 3) [m], world.
        normal: (N, 3) unit, from a to b.
        force: (N, 3) [N] that a exerts on b.
        frame: (N,) of the F frames.
        T_world_tip: (F, D, 4, 4), +z out of the back.
        middle: (D, 2) [m] x and y of the middle of each pad.
        mirror: what y is multiplied by.
        least: cosine between normal and palmar direction from which a contact counts.
        total: (F, D) [N], written like all that follow; nought before.
        center: (F, D, 2) [m]
        spread: (F, D) [m]
    """
    count = total.size
    owner = np.stack([digit[a], digit[b]])
    side, which = np.nonzero(owner >= 0)
    finger = owner[side, which]
    slot = finger + total.shape[1] * frame[which]
    T = T_world_tip.reshape(-1, 4, 4)[slot]
    # From b's point of view the normal points inwards, and its palmar direction is −z.
    palmar = (2 * side - 1) * (T[:, :3, 2] * normal[which]).sum(axis=1)
    pressed = (force[which] * normal[which]).sum(axis=1)
    pressed = np.where((palmar > least) & (pressed > 0), pressed, 0.0)
    place = np.einsum("ni,nij->nj", pos[which] - T[:, :3, 3], T[:, :3, :2]) - middle[finger]
    place[:, 1] *= mirror
    sums = np.bincount(slot, pressed, count)
    share = pressed / np.where(sums > 0, sums, 1.0)[slot]
    moment = np.stack([np.bincount(slot, share * p, count) for p in place.T], axis=1)
    # About the centre, in a second pass: where the spread is small no digits are lost.
    apart = ((place - moment[slot]) ** 2).sum(axis=1)
    total[:] = sums.reshape(total.shape)
    center[:] = moment.reshape(center.shape)
    spread[:] = np.sqrt(np.bincount(slot, share * apart, count)).reshape(spread.shape)
