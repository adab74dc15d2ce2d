"""What an import found, what it repaired, and how well our skeleton fits."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class ImportReport:
    """For people: nothing else depends on it."""

    file: str
    """name of the file that was imported"""
    side: str
    source_triangles: int
    """triangles in the file"""
    triangles: int
    """triangles in the rig, which may be finer"""
    fit_mm: dict[str, float]
    """[mm] from our joint centres to the file's in its bind pose, by WebXR name"""
    nails: str
    """how they were told: ``by name``, ``by texture island`` or ``by place``"""
    pictures: tuple[str, ...]
    """which it brought: ``base colour``, ``normal map``"""
    repairs: tuple[str, ...]
    """what was wrong and set right, a sentence each"""
    notes: tuple[str, ...]
    """what is odd or was left out, and harmless"""

    @property
    def max_fit_mm(self) -> float:
        """[mm] of the worst joint."""
        return max(self.fit_mm.values())

    @property
    def median_fit_mm(self) -> float:
        """[mm] Median over all joints of how far each is from ours."""
        return float(np.median(list(self.fit_mm.values())))

    def lines(self) -> list[str]:
        """A few lines for a terminal."""
        worst = max(self.fit_mm, key=lambda name: self.fit_mm[name])
        size = f"{self.source_triangles} triangles"
        if self.triangles != self.source_triangles:
            size += f", drawn with {self.triangles}"
        return [
            f"{self.file}: a {self.side} hand, {size}",
            f"joints within {self.max_fit_mm:.2f} mm of ours ({worst}; median "
            f"{self.median_fit_mm:.2f} mm)",
            f"nails {self.nails}; pictures: {', '.join(self.pictures) or 'none'}",
            *(f"repaired: {text}" for text in self.repairs),
            *(f"note: {text}" for text in self.notes),
        ]
