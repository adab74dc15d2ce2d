"""A finger made of noise: texture, a nail that blanches, skin behind it that reddens.

Coarser than the generator that ships, and made otherwise.
"""

from typing import NamedTuple

import numpy as np
from scipy.ndimage import gaussian_filter, map_coordinates

from prehensile.files.pictures.picture import png_bytes

PIGMENT = np.array([0.16, 0.78, 0.6]) / np.linalg.norm([0.16, 0.78, 0.6])
SIZE = 512


class Finger(NamedTuple):
    alpha: np.ndarray
    """(512, 512, 3) at rest"""
    blood: np.ndarray
    """(512, 512) change when all that can go is gone"""
    inside: np.ndarray
    """(512, 512) 0 … 1"""


def finger(seed: int = 0, detail: float = 1.0) -> Finger:
    rng = np.random.default_rng(seed)
    y, x = (np.mgrid[:SIZE, :SIZE] + 0.5) / SIZE

    def noise(width: float) -> np.ndarray:
        found = gaussian_filter(rng.normal(size=(SIZE, SIZE)), width)
        return found / found.std()

    nail = 1 / (1 + np.exp((((x - 0.5) / 0.26) ** 2 + ((y - 0.62) / 0.27) ** 2 - 1) * 20))
    far = (np.abs(x - 0.5) / 0.42) ** 4 + (np.maximum(y - 0.55, 0) / 0.4) ** 4
    inside = 1 / (1 + np.exp((far - 1) * 12))
    tint = np.array([0.3, 0.6, 0.9])
    alpha = np.array([0.42, 0.7, 0.95]) + 0.05 * noise(12)[..., None] * tint
    alpha = alpha + 0.04 * detail * noise(2)[..., None] * tint * (1 - 0.7 * nail[..., None])
    alpha = alpha + nail[..., None] * [-0.15, -0.3, -0.35] + 0.03 * noise(3)[..., None] * PIGMENT
    alpha = alpha * inside[..., None] + np.array([0.35, 0.4, 0.42]) * (1 - inside[..., None])
    pale = np.exp(-(((x - 0.5) / 0.2) ** 2) - ((y - 0.75) / 0.12) ** 2)
    red = np.exp(-(((x - 0.5) / 0.3) ** 2) - ((y - 0.25) / 0.12) ** 2)
    return Finger(alpha, (-0.35 * pale + 0.12 * red) * inside, inside)


def gone(force: float) -> float:
    """Share of the blood that a force moves."""
    return 1 - np.exp(-force / 3.0)


def photograph(
    of: Finger,
    share: float,
    rng: np.random.Generator,
    motion: float = 0.0,
    noise: float = 0.006,
    gain: float = 0.0,
) -> tuple[np.ndarray, np.ndarray]:
    """(512, 512, 3) uint8, and where places at rest are found in it: (512, 512, 2) down, across.

    Motion 1 shifts by up to 8 px, turns by up to 3° and bends by up to 4 px.
    """
    alpha = of.alpha + share * of.blood[..., None] * PIGMENT
    y, x = np.mgrid[:SIZE, :SIZE].astype(float)
    turn = np.radians(motion * rng.uniform(-3, 3))
    shift = motion * rng.uniform(-8, 8, 2)
    phase, wave = rng.uniform(0, 6.28, 4), rng.uniform(1, 2, 4) * 2 * np.pi / SIZE
    c, s = np.cos(turn), np.sin(turn)

    def back(y: np.ndarray, x: np.ndarray) -> np.ndarray:
        """What the picture's place (y, x) shows lay so far away."""
        down, across = y - SIZE / 2, x - SIZE / 2
        bend = 2 * motion * np.sin(np.stack([wave[0] * x, wave[2] * x]) + phase[[0, 2], None, None])
        bend += (
            2 * motion * np.sin(np.stack([wave[1] * y, wave[3] * y]) + phase[[1, 3], None, None])
        )
        turned = np.stack([c * down - s * across - down, s * down + c * across - across])
        return turned + shift[:, None, None] + bend

    moved = back(y, x)
    places = np.stack([y, x]) + moved
    shown = np.stack(
        [map_coordinates(alpha[..., k], places, order=1, mode="nearest") for k in range(3)], axis=-1
    )
    found = -moved
    for _ in range(12):  # u(x) = −v(x + u(x)), which contracts
        found = -back(y + found[0], x + found[1])
    color = np.exp(-(shown + gain * rng.normal() + 0.3 * gain * rng.normal(size=3)))
    color = np.clip(color + noise * rng.normal(size=color.shape), 0, 1)
    return np.rint(255 * color).astype(np.uint8), np.moveaxis(found, 0, -1)


def write_folder(folder, of: Finger, forces, rng, motion=0.0, gain=0.0, extra="", **columns):
    """``forces.csv`` and one PNG a force."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = [",".join(["file", "newtons", *columns])]
    for k, force in enumerate(forces):
        moved = 0.0 if k == 0 else motion
        picture, _ = photograph(of, gone(force), rng, moved, gain=0.0 if k == 0 else gain)
        (folder / f"photo_{k:02d}.png").write_bytes(png_bytes(picture))
        rest = [str(column[k]) for column in columns.values()]
        rows.append(",".join([f"photo_{k:02d}.png", f"{force:g}", *rest]))
    (folder / "forces.csv").write_text("\n".join([*rows, extra]))
    return folder
