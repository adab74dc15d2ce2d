"""How well a fitted skin meets its examples, for people."""

from typing import NamedTuple

import numpy as np

from prehensile.skin.eigenskin.examples import SkinExamples
from prehensile.skin.eigenskin.model import EigenSkin
from prehensile.skin.rig.interpolation import NEAREST


class GroupFit(NamedTuple):
    """Examples of one joint, of several together, or those that nothing was learned from."""

    examples: int
    vertices: int
    """vertices that are corrected"""
    before: float
    """[m] root mean square distance of these vertices to the examples, blend skinning alone"""
    after: float
    """[m] the same distance with the corrections"""


class FitReport(NamedTuple):
    """How well all groups of examples are met."""

    joints: dict[str, GroupFit]
    together: GroupFit | None
    """examples that move several joints"""
    unseen: GroupFit | None
    """examples that nothing was learned from"""
    without: tuple[str, ...]
    """joints that only blend skinning moves"""

    def lines(self) -> list[str]:
        """A table for a terminal."""
        head = f"{'joint':<12}{'examples':>9}{'vertices':>10}{'blend [mm]':>12}{'fitted [mm]':>13}"
        rows = [_row(name, group) for name, group in self.joints.items()]
        for name, several in (("together", self.together), ("unseen", self.unseen)):
            if several is not None:
                rows.append(_row(name, several))
        if self.without:
            rows.append(f"no examples, blend skinning alone: {', '.join(self.without)}")
        return [head, *rows]


def fit_report(examples: SkinExamples, model: EigenSkin) -> FitReport:
    """Compare a model with examples of the skin that it was fitted to."""
    owners = examples.joints()
    blended, (fitted, _) = examples.blended(), model.posed(examples.hand, examples.q)

    def group(rows: np.ndarray, support: np.ndarray) -> GroupFit:
        wanted = examples.shapes[rows][:, support]
        off = [_mean_distance(found[rows][:, support], wanted) for found in (blended, fitted)]
        return GroupFit(len(rows), len(support), *off)

    joints = {joint.joint: group(_of(owners, joint.joint), joint.support) for joint in model.joints}
    away = np.abs(examples.q - examples.blend.q_rest).max(axis=1) >= NEAREST
    learned = np.isin(np.arange(len(away)), examples.learned)
    several = learned & np.array([owner is None for owner in owners])
    anywhere = np.unique(np.concatenate([joint.support for joint in model.joints]))
    together, unseen = (
        group(np.flatnonzero(rows), anywhere) if rows.any() else None
        for rows in (several, away & ~learned)
    )
    return FitReport(joints, together, unseen, model.without_examples)


def _of(owners: list[str | None], name: str | None) -> np.ndarray:
    return np.flatnonzero([owner == name for owner in owners])


def _mean_distance(found: np.ndarray, wanted: np.ndarray) -> float:
    return float(np.sqrt(((found - wanted) ** 2).sum(axis=-1).mean()))


def _row(name: str, group: GroupFit) -> str:
    return (
        f"{name:<12}{group.examples:>9}{group.vertices:>10}"
        f"{1e3 * group.before:>12.3f}{1e3 * group.after:>13.3f}"
    )
