"""Who is recorded: a hand whose joints have a stiffness that is known.

Compliances are drawn log-uniformly within a factor of two of what Kry (2005) measured or used:
Table 4.3 for one finger on a plate, Table 5.1 for grasps. Truth is the sum of the Command's springs
and the passive tissue of `HandSpec`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

import numpy as np

from prehensile.control.law.internal_model import InternalModel
from prehensile.errors import InputError
from prehensile.frozen import frozen, read_only
from prehensile.hand.hand import Hand
from prehensile.world.command import Command

FACTOR = 2.0
"""by which a true compliance may differ from the table's, either way"""
DAMPING_RATIO = 0.5
"""of every joint against the inertia that it carries. Of 0.1, 0.2, 0.3, 0.5 and 0.7, tried on the
table's own compliances in three postures, one that brings the b of a noise-free fit of (4.13) over
40 ms (1.8, 2.2 and 3.0 Ns/m) near Table 4.4's 2.04. It was not chosen by k, and must not be read as
if k came out: on drawn subjects (seeds 10 to 15, 18 perturbations) that fit's k is off 1/(nᵀCn) by
37 % in the median, from 0.46 to 2.1 times; b has a median of 2.6 Ns/m and m of 6.5 g"""
LEAST_ACTIVE = 0.05
"""of a joint's stiffness that is active at least: tissue alone follows no reference"""

EXPLORING: Mapping[str, float] = MappingProxyType(
    {"wrist_flex": 0.3488, "mcp_flex": 0.9882, "pip_flex": 0.6715, "dip_flex": 2.0052}
)
"""[rad/Nm] Table 4.3"""
SCRATCHING: Mapping[str, float] = MappingProxyType(
    {"wrist_flex": 0.1531, "mcp_flex": 0.4788, "pip_flex": 0.4213, "dip_flex": 0.4216}
)
"""[rad/Nm] Table 4.3; of PIP and DIP it knows an upper bound and says that they are likely much
stiffer: half the bound"""
GRASPING: Mapping[str, float] = MappingProxyType(
    {
        "thumb_mp_flex": 0.48,
        "thumb_ip_flex": 0.27,
        "mcp_flex": 0.5,
        "pip_flex": 0.445,
        "dip_flex": 2.13,
        "middle_dip_flex": 3.27,
    }
)
"""[rad/Nm] Table 5.1; the middle finger's PIP there (0.0032) is no spring: it has the index
finger's"""
OTHERS: Mapping[str, float] = MappingProxyType(
    {"wrist": 0.2, "cmc": 0.7, "mcp_abd": 0.32, "mp_flex": 0.48, "ip_flex": 0.27}
)
"""[rad/Nm] joints that a task's table leaves out: Table 5.1, and for the wrist between Table 4.3's
two, stiff enough to stay above its tissue (0.53 rad/Nm in deviation)"""


@dataclass(frozen=True, eq=False)
class Subject:
    """A hand and its true compliances.

    Raises:
        InputError: a joint is softer than its own tissue.
    """

    hand: Hand
    compliance: np.ndarray
    """(dof,) [rad/Nm] of active and passive springs together"""

    def __post_init__(self) -> None:
        c = frozen(self.compliance, np.float64, (self.hand.dof,), "compliance of a subject")
        object.__setattr__(self, "compliance", c)
        soft = self.active_stiffness <= 0
        if soft.any():
            name = self.hand.joint_names[int(np.argmax(soft))]
            raise InputError(f"{name} of the subject is softer than its own tissue.")

    @cached_property
    def stiffness(self) -> np.ndarray:
        """(dof,) [Nm/rad] active and passive together: the truth; read-only."""
        return read_only(1 / self.compliance)

    @cached_property
    def active_stiffness(self) -> np.ndarray:
        """(dof,) [Nm/rad] of the Command; read-only."""
        return read_only(self.stiffness - self.hand.spec.stiffness)

    @cached_property
    def damping(self) -> np.ndarray:
        """(dof,) [Nms/rad] active and passive together, in the relaxed hand; read-only."""
        model = InternalModel(self.hand)
        model.pose(self.hand.spec.rest, np.array([0, 0, 0, 1.0, 0, 0, 0]))
        wanted = 2 * DAMPING_RATIO * np.sqrt(self.stiffness * model.outboard_inertia())
        return read_only(np.maximum(wanted, self.hand.spec.damping))

    @cached_property
    def _active_damping(self) -> np.ndarray:
        return read_only(self.damping - self.hand.spec.damping)

    @cached_property
    def _tissue_torque(self) -> np.ndarray:
        """(dof,) [Nm] of the tissue with its joint at zero."""
        return self.hand.spec.stiffness * self.hand.spec.rest

    def command(
        self,
        reference: np.ndarray,
        velocity: np.ndarray,
        torque: np.ndarray | None = None,
        forearm: np.ndarray | None = None,
        forearm_twist: np.ndarray | None = None,
    ) -> Command:
        """The Command whose springs, tissue included, rest at a reference (θ_r of 4.5).

        Args:
            reference: (dof,) [rad]
            velocity: (dof,) [rad/s] of the reference, which active dampers follow.
            torque: (dof,) [Nm] besides, such as what bears the hand's weight.
            forearm: (7,) as of a Command.
            forearm_twist: (6,) as of a Command.
        """
        active = self.active_stiffness
        return Command(
            q_ref=read_only((self.stiffness * reference - self._tissue_torque) / active),
            stiffness=active,
            damping=self._active_damping,
            qd_ref=velocity,
            torque=torque,
            forearm=forearm,
            forearm_twist=forearm_twist,
        )


def drawn_subject(
    hand: Hand, table: Mapping[str, float], rng: np.random.Generator, factor: float = FACTOR
) -> Subject:
    """A subject with compliances drawn round a table.

    Args:
        hand: whose.
        table: [rad/Nm] by joint, or by the end of its name.
        rng: one number a joint is drawn.
        factor: largest ratio to the table, either way; 1 for the table itself.
    """
    middle = np.array([_of(table, name) for name in hand.joint_names])
    drawn = middle * factor ** rng.uniform(-1, 1, hand.dof)
    with np.errstate(divide="ignore"):
        softest = (1 - LEAST_ACTIVE) / hand.spec.stiffness
    return Subject(hand, np.minimum(drawn, softest))


def _of(table: Mapping[str, float], joint: str) -> float:
    """The most particular entry for a joint."""
    kind = joint.partition("_")[2]
    for name in (joint, kind):
        if name in table:
            return table[name]
    for name in (kind, kind.partition("_")[0], joint.partition("_")[0]):
        if name in OTHERS:
            return OTHERS[name]
    raise InputError(f"no compliance is known for {joint}.")
