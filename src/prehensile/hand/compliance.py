"""`HandCompliance`: how soft a hand is, as ``hand.json`` keeps it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

import numpy as np

from prehensile._version import __version__
from prehensile.atomic import atomic_path
from prehensile.errors import InputError, UnknownNameError
from prehensile.files.bounded_text import parse_json
from prehensile.files.opened import opened
from prehensile.frozen import frozen
from prehensile.hand.hand import Hand
from prehensile.hand.joints import JOINT_NAMES
from prehensile.hand.spec import SIDES

SCHEMA = "prehensile.hand_compliance/1"
ROOT_NAMES = ("root_x", "root_y", "root_z")
ROOT_COMPLIANCE = 1e-3
"""[m/N] Kry 2005, Table 5.1"""
UNITS = {"joints": "rad/Nm", "root": "m/N", "covariance": "1"}
SOFTEST = 1e4
"""[rad/Nm] what is softer is a slip of units"""
STIFFEST = 1e-6
"""[rad/Nm] what is stiffer is no spring any more"""
LEAST_SURE = 10.0
"""standard deviation of a value's logarithm, above which it says nothing"""


@dataclass(frozen=True, eq=False)
class HandCompliance:
    """Joint compliances with how sure they are. Arrays are copied and read-only.

    Raises:
        InputError: shapes that do not fit, names twice, not positive semidefinite.
    """

    joint_names: tuple[str, ...]
    """n joints, then `ROOT_NAMES`"""
    compliance: np.ndarray
    """(n + 3, n + 3) C [rad/Nm], the root's [m/N]; symmetric, positive semidefinite"""
    covariance: np.ndarray
    """(n + 3, n + 3) of the logarithms of C's diagonal; 0 where a value was assumed"""
    estimated: np.ndarray
    """(n + 3,) whether a value was measured; the others are assumed"""
    task: str = ""
    """what was done: compliance depends on it (Table 4.3)"""
    side: str = ""
    """``right``, ``left``, or empty where unknown"""
    versions: Mapping[str, str] = field(default_factory=lambda: {"prehensile": __version__})
    meta: Mapping[str, Any] = field(default_factory=dict)
    """whatever else JSON holds: reasons, recording, settings"""

    def __post_init__(self) -> None:
        names = tuple(str(name) for name in self.joint_names)
        n = len(names)
        if names[-3:] != ROOT_NAMES or len(set(names)) != n:
            raise InputError(f"joints of a compliance are unique and end with {ROOT_NAMES}.")
        C = frozen(self.compliance, np.float64, (n, n), "compliance")
        S = frozen(self.covariance, np.float64, (n, n), "covariance of a compliance")
        for what, matrix in (("compliance", C), ("covariance", S)):
            size = float(np.abs(matrix).max(initial=0.0))
            if not np.allclose(matrix, matrix.T, rtol=1e-9, atol=1e-12 * size):
                raise InputError(f"the {what} of a hand must be symmetric.")
            if n and np.linalg.eigvalsh(matrix)[0] < -1e-9 * size:
                raise InputError(f"the {what} of a hand must be positive semidefinite.")
        if C.max(initial=0.0) > SOFTEST:
            raise InputError(f"a compliance of {C.max():g} is a slip of units: give rad/Nm.")
        if S.max(initial=0.0) > LEAST_SURE**2:
            raise InputError(f"a covariance of {S.max():g} is not one of logarithms.")
        if self.side not in ("", *SIDES):
            raise InputError(f"the side of a hand is right or left, got {self.side!r}.")
        estimated = np.asarray(self.estimated)
        if estimated.shape != (n,) or estimated.dtype != bool:
            raise InputError(f"estimated must hold {n} truth values.")
        estimated = estimated.copy()
        estimated.flags.writeable = False
        for name, value in {
            "joint_names": names,
            "compliance": C,
            "covariance": S,
            "estimated": estimated,
            "versions": MappingProxyType(dict(self.versions)),
            "meta": MappingProxyType(dict(self.meta)),
        }.items():
            object.__setattr__(self, name, value)

    @classmethod
    def assumed(cls, hand: Hand, joints: np.ndarray, task: str = "", **fields: Any) -> Self:
        """Nothing measured: (dof,) [rad/Nm] as given, the root as in Table 5.1."""
        diagonal = np.concatenate([joints, np.full(3, ROOT_COMPLIANCE)])
        n = len(diagonal)
        return cls(
            (*hand.joint_names, *ROOT_NAMES), np.diag(diagonal), np.zeros((n, n)),
            np.zeros(n, bool), task, hand.side, **fields,
        )  # fmt: skip

    @property
    def diagonal(self) -> np.ndarray:
        """(n + 3,) [rad/Nm], the root's [m/N]"""
        return np.diagonal(self.compliance)

    @property
    def deviation(self) -> np.ndarray:
        """(n + 3,) standard deviation of each value's logarithm, near its relative error."""
        return np.sqrt(np.diagonal(self.covariance))

    def interval(self, share: float = 0.9) -> np.ndarray:
        """(n + 3, 2) within which a value lies with that probability."""
        from scipy.special import ndtri

        z = float(ndtri(0.5 + share / 2)) * self.deviation
        return self.diagonal[:, None] * np.exp(np.stack([-z, z], axis=-1))

    @property
    def stiffness(self) -> np.ndarray:
        """(n,) [Nm/rad] of the joints alone, 1 / C_jj; infinite where C is 0."""
        with np.errstate(divide="ignore"):
            return 1 / self.diagonal[:-3]

    def with_stiffness(self, joint: str, value: float) -> Self:
        """The same with one joint's 1 / C_jj [Nm/rad] set by hand, which then is assumed.

        How it goes together with other joints stays: row and column are scaled alike, so that C
        stays positive semidefinite.
        """
        if joint not in self.joint_names[:-3]:
            raise UnknownNameError("joint", joint, self.joint_names[:-3])
        k = self.joint_names.index(joint)
        if not 1 / SOFTEST < value < 1 / STIFFEST or self.diagonal[k] < STIFFEST:
            raise InputError(f"{joint} cannot have a stiffness of {value:g} Nm/rad.")
        scale, known = np.ones(len(self.joint_names)), self.estimated.copy()
        scale[k], known[k] = np.sqrt(1 / (value * self.diagonal[k])), False
        sure = np.where(np.arange(len(scale)) == k, 0.0, 1.0)
        return replace(
            self,
            compliance=self.compliance * np.outer(scale, scale),
            covariance=self.covariance * np.outer(sure, sure),
            estimated=known,
        )

    def springs(self, hand: Hand) -> np.ndarray:
        """(dof,) [Nm/rad] 1 / C_jj, in the order of a hand's joints.

        Each joint alone then gives way as it was measured to. What one joint does when another is
        turned, off the diagonal of C, springs in joints cannot show.

        Raises:
            InputError: it is of another hand, or a joint is rigid.
        """
        diagonal = np.diagonal(self.of(hand))[: hand.dof]
        for name, c in zip(hand.joint_names, diagonal, strict=True):
            if c < STIFFEST:
                raise InputError(f"{name} gives way by {c:g} rad/Nm: no spring is as stiff.")
        return 1 / diagonal

    def of(self, hand: Hand) -> np.ndarray:
        """C (dof + 3, dof + 3) in the order of a hand's joints.

        Raises:
            InputError: it is of another hand.
        """
        if self.side and self.side != hand.side:
            raise InputError(f"the compliance is a {self.side} hand's, the hand is a {hand.side}.")
        wanted = (*hand.joint_names, *ROOT_NAMES)
        missing = sorted(set(wanted) - set(self.joint_names))
        if missing:
            raise InputError(f"the compliance is of another hand: it lacks {', '.join(missing)}.")
        rows = [self.joint_names.index(name) for name in wanted]
        return self.compliance[np.ix_(rows, rows)]

    def to_json(self) -> dict[str, Any]:
        """As a file keeps it."""
        return {
            "kind": SCHEMA,
            "joints": list(self.joint_names),
            "compliance": self.compliance.tolist(),
            "covariance": self.covariance.tolist(),
            "estimated": self.estimated.tolist(),
            "task": self.task,
            "side": self.side,
            "units": UNITS,
            "versions": dict(self.versions),
            "meta": dict(self.meta),
        }

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """What `to_json` wrote. Numbers and names only: safe on a stranger's file.

        Raises:
            InputError: it is something else.
        """
        if not isinstance(data, dict) or data.get("kind") != SCHEMA:
            raise InputError(f"this is no compliance of a hand; expected kind {SCHEMA!r}.")
        if data.get("units") != UNITS:
            raise InputError(f"units of a compliance are {UNITS}, got {data.get('units')}.")
        names = data.get("joints")
        if not isinstance(names, list) or not 3 <= len(names) <= 4 * len(JOINT_NAMES):
            raise InputError("a compliance lists its joints by name.")
        try:
            return cls(
                tuple(names),
                np.asarray(data["compliance"], float),
                np.asarray(data["covariance"], float),
                np.asarray(data["estimated"]),
                str(data.get("task", "")),
                str(data.get("side", "")),
                {str(k): str(v) for k, v in dict(data.get("versions", {})).items()},
                dict(data.get("meta", {})),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(f"the compliance of a hand is incomplete: {error}.") from None

    def save(self, path: str | Path) -> Path:
        """Write it; nothing is left half-written."""
        text = json.dumps(self.to_json(), allow_nan=False) + "\n"
        with atomic_path(path) as temporary:
            temporary.write_text(text, "utf-8")
        return Path(path)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read one. Safe on a stranger's file.

        Raises:
            FileError: missing, damaged, or not one.
        """
        with opened(path, "compliance") as file:
            return cls.from_json(parse_json(file.read()))
