"""Forces of fingertips on a held object, of which only one number each was measured.

A force sensitive resistor reads F_n + c_x F_x + c_y F_y (Kry 2005, 3.2.2). With the object's mass
and motion there are six equations more (4.5 wishes for them): of all forces that push, within their
friction cones, those are taken that leave the least of

    Σ (a·f − β s)²/σ_s² + |tangential|²/σ_t² + |Σ (f, r × f) − w|²/σ_w²

where s is what was read, w what the object's motion needs, and σ_w is large while a table may bear
it as well. β are the gains' corrections, which the same sum tells over a whole session.
"""

from typing import NamedTuple

import numpy as np

from prehensile.lie import so3

TANGENT = 0.35
"""of friction times what was read: standard deviation of each tangential component; 0.34 in the
lab's sessions 1 and 2"""
LEAST = 0.05
"""[N] below which nothing is made smaller: what a reading is at least taken for"""
READ = 0.02, 0.04
"""[N] and relative: standard deviation of a reading besides its gain (settling, 3.2.2)"""
TURNS = 400
CLOSE = 1e-5
"""[N] change at which the cones are met"""


class Pressed(NamedTuple):
    """n fingertips on an object at T times, world axes."""

    arm: np.ndarray
    """(T, n, 3) [m] from the centre of mass to the contact"""
    inward: np.ndarray
    """(T, n, 3) unit, into the object"""
    looks: np.ndarray
    """(T, n, 3) a: what is read of a force on the object is a·f"""
    read: np.ndarray
    """(T, n) [N]"""
    touches: np.ndarray
    """(T, n) whether it does"""
    needed: np.ndarray
    """(T, 6) [N, Nm]"""
    deviation: np.ndarray
    """(T, 6) [N, Nm] of that"""

    def at(self, rows: np.ndarray) -> "Pressed":
        """Some of the times."""
        return Pressed(*(part[rows] for part in self))


class Gains(NamedTuple):
    """What readings must be multiplied by."""

    factor: np.ndarray
    """(n,)"""
    deviation: np.ndarray
    """(n,) relative"""


class Balance(NamedTuple):
    """Of n fingertips at T times."""

    force: np.ndarray
    """(T, n, 3) [N] on the object; nought where it does not touch"""
    spread: np.ndarray
    """(T, n, 3, 3) [N²] covariance of each, the cones left out of account"""


def balanced_forces(pressed: Pressed, friction: float) -> Balance:
    """Forces that satisfy the readings, the object's balance and the cones best.

    Args:
        pressed: T times.
        friction: of the object with the skin.
    """
    H, b = _problem(pressed, friction)
    T, n = pressed.read.shape
    inverse = np.linalg.inv(H)
    f = (inverse @ b[..., None]).reshape(T, n, 3)
    off = in_cones(f, pressed.inward, friction) - f
    wrong = np.flatnonzero(np.abs(off * pressed.touches[..., None]).max((1, 2)) > CLOSE)
    if wrong.size:
        f[wrong] = _coned(H[wrong], b[wrong], pressed.inward[wrong], friction)
    k = np.arange(n)
    own = inverse.reshape(T, n, 3, n, 3)[:, k, :, k].swapaxes(0, 1)
    on = pressed.touches[..., None]
    return Balance(np.where(on, f, 0.0), np.where(on[..., None], own, 0.0))


def told_gains(pressed: Pressed, friction: float, before: np.ndarray) -> Gains:
    """Gains that make the forces of a whole session balance best.

    All samples together count as one: what they have wrong (places, a habit of pulling sideways),
    they have wrong alike. Only how fingers compare with those that oppose them is told well; the
    scale of all is left as it was.

    Args:
        pressed: samples at which the object was free.
        friction: of it.
        before: (n,) standard deviations of the gains beforehand, relative.
    """
    n = pressed.read.shape[1]
    known = np.diag(before**-2.0)
    if not len(pressed.read):
        return Gains(np.ones(n), before)
    H, b = _problem(pressed._replace(read=np.zeros_like(pressed.read)), friction, pressed.read)
    var = _read_variance(pressed.read)
    s = np.where(pressed.touches, pressed.read, 0.0)
    D = np.zeros((len(s), 3 * n, n))  # what β adds to the right-hand side
    for k in range(n):
        D[:, 3 * k : 3 * k + 3, k] = pressed.looks[:, k] * (s / var)[:, k, None]
    solved = np.linalg.solve(H, np.concatenate([D, b[..., None]], axis=-1))
    own = (s**2 / var).mean(0)
    A = np.diag(own) - np.einsum("tik,til->kl", D, solved[..., :n]) / len(s) + known
    right = np.einsum("tik,ti->k", D, solved[..., n]) / len(s) + known.sum(1)
    covariance = np.linalg.inv(A)
    return Gains(covariance @ right, np.sqrt(np.diagonal(covariance)))


def in_cones(f: np.ndarray, inward: np.ndarray, friction: float) -> np.ndarray:
    """The nearest forces (..., 3) within friction cones about unit vectors (..., 3)."""
    normal = (f * inward).sum(-1, keepdims=True)
    tangent = f - normal * inward
    size = np.linalg.norm(tangent, axis=-1, keepdims=True)
    # On the cone's side: along (n, t) = (1, μ)/√(1 + μ²).
    along = np.maximum((normal + friction * size) / (1 + friction**2), 0.0)
    side = along * (inward + friction * tangent / np.maximum(size, 1e-12))
    return np.where(size <= friction * normal, f, side)


def _problem(
    pressed: Pressed, friction: float, sizes: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Hessians (T, 3n, 3n) and right-hand sides (T, 3n); ``sizes`` (T, n) [N] if not as read."""
    T, n = pressed.read.shape
    sizes = pressed.read if sizes is None else sizes
    tangential = (TANGENT * friction * np.maximum(sizes, LEAST)) ** -2.0
    read = 1 / _read_variance(sizes)
    G = np.concatenate(
        [np.broadcast_to(np.eye(3), (T, n, 3, 3)), so3.hat(pressed.arm)], axis=2
    ) / pressed.deviation[:, None, :, None]  # fmt: skip
    G = np.moveaxis(G, 1, 2).reshape(T, 6, 3 * n)
    H = np.swapaxes(G, 1, 2) @ G
    b = np.einsum("tij,ti->tj", G, pressed.needed / pressed.deviation)
    outer = pressed.inward[..., :, None] * pressed.inward[..., None, :]
    look = pressed.looks[..., :, None] * pressed.looks[..., None, :]
    for k in range(n):
        at = slice(3 * k, 3 * k + 3)
        H[:, at, at] += tangential[:, k, None, None] * (np.eye(3) - outer[:, k])
        H[:, at, at] += read[:, k, None, None] * look[:, k]
        b[:, at] += (read * pressed.read)[:, k, None] * pressed.looks[:, k]
        away = ~pressed.touches[:, k]
        H[away, at, :], H[away, :, at], b[away, at] = 0.0, 0.0, 0.0
        H[away, at, at] = np.eye(3)
    return H, b


def _read_variance(read: np.ndarray) -> np.ndarray:
    return READ[0] ** 2 + (READ[1] * read) ** 2


def _coned(H: np.ndarray, b: np.ndarray, inward: np.ndarray, friction: float) -> np.ndarray:
    """Argmin ½ fᵀHf − bᵀf within cones, by alternating directions (ADMM)."""
    N, n = inward.shape[:2]
    step = np.exp(np.log(np.maximum(np.linalg.eigvalsh(H), 1e-12)).mean(1))
    inverse = np.linalg.inv(H + step[:, None, None] * np.eye(3 * n))
    z = in_cones((inverse @ b[..., None]).reshape(N, n, 3), inward, friction)
    u = np.zeros_like(z)
    for _ in range(TURNS):
        right = b + step[:, None] * (z - u).reshape(N, -1)
        x = (inverse @ right[..., None]).reshape(N, n, 3)
        new = in_cones(x + u, inward, friction)
        u += x - new
        moved = max(float(np.abs(new - z).max()), float(np.abs(x - new).max()))
        z = new
        if moved < CLOSE:
            break
    return z
