"""Every number of a task and its learning; ``prehensile learn TASK --show`` prints them.

What the papers print stands as they print it (Table 3.1, 3.3.5, 3.4); what they never printed was
chosen on seeds below 1000 and is marked "ours".
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any, Literal, Self

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.joints import DIGITS

TERMS = ("0", "Q", "x", "theta", "omega", "v", "h", "V", "P", "tau", "depth", "early")
"""of the objective, by the subscripts of Table 3.1; the last two are ours"""
DIAL_WEIGHTS: Mapping[str, float] = MappingProxyType(
    dict(zip(TERMS, (0.4, 0.4, 1.0, 1.0, 0.5, 0.5, 10.0, 0.6, 0.2, 0.1, 0.0, 0.5), strict=True))
)
"""l of Table 3.1, dial turning; as published the last two are nought"""
DIAL_SCALES: Mapping[str, float] = MappingProxyType(
    dict(zip(TERMS, (10, 4, 100, 1.0, 0.3, 1.0, 0.01, 1.0, 0.003, 0.003, 60, 0.1), strict=True))
)


@dataclass(frozen=True)
class Configuration:
    """Numbers of one task; times in seconds, angles in radians, lengths in metres."""

    timestep: float = 1 / 60
    """published; judged at 1/120"""
    preset: str = "fast"
    """of the solver; ours"""
    longest: float = 0.6
    """T_max of a phase (Table 3.1)"""
    quality_wanted: float = 0.3
    """Q̃; ours: never published"""
    quality_lost: float = 0.05
    lost_for: float = 0.3
    """[s] for which it must be below that, and actuating ends: closure flickers; ours"""
    slow: float = 0.5
    """[rad/s] norm of the fingers' joint velocities that is "small"; ours"""
    settled: float = 0.1
    """[s] of a phase before small velocities end it: it begins with them; ours"""
    stiffness: float = 1.0
    damping: float = 0.15
    """[Nm/rad] K and [Nms/rad] D of every joint of the fingers; ours"""
    wrist_stiffness: float = 20.0
    wrist_damping: float = 0.5
    """those of the wrist, which stands still (3.5) unless it has angles of its own; ours"""
    enough_force: float = 2.0
    """[N] η (3.3.2)"""
    participate: tuple[str, ...] = DIGITS
    """digits that should press"""
    deep: float = 0.002
    """[m] of overlap beyond which our own term counts"""
    weights: Mapping[str, float] = field(default_factory=lambda: DIAL_WEIGHTS)
    """l of each term"""
    scales: Mapping[str, float] = field(default_factory=lambda: DIAL_SCALES)
    """by which terms are multiplied: they make exemplary sequences about one (3.3.5)"""
    components: int = 4
    """of the reduced pose space, 3 to 5 (3.3.3)"""
    poses: tuple[str, ...] = ()
    """of the corpus, from which it is made; all if empty"""
    sequences: tuple[str, ...] = (
        "prismatic_4_finger > tip_pinch > palmar",
        "adduction_grip > flat > palmar",
        "precision_sphere > tripod > palmar",
        "power_disk > prismatic_4_finger > palmar",
    )
    """exemplary ones: poses of the corpus, one a phase. They set the scales, and searches may begin
    with them; ours. Of all that the corpus has, those that end alike and turn most each way while
    actuating, less what they turn before and after (two starts of seed 3)."""
    wrist: bool = False
    """whether each phase has two angles of the wrist more (3.5)"""
    neighbours: int = 6
    """k (3.4.4)"""
    acting: int = 6
    """of these, how many actions are blended: unlike ones have no mean; ours, k as published"""
    novel: float = 0.22
    """ε (3.4.4)"""
    most_states: int = 100
    """from which on no more join; ours"""
    joining: int = 16
    """states that join after a sweep at most, the strangest first; ours"""
    strolls: int = 24
    stroll_cycles: int = 4
    """fresh starts from which the policy plays after every sweep, and for how long: where it gets
    to may join too, since that is where it has to know what to do; ours, 0 as published"""
    settling_sweeps: int = 2
    """at the end, in which none join, so that all were searched when learning ends; ours"""
    unknown: float = 1.0
    """by which a state is worth less for each unit of its distance to the nearest beyond ε: hands
    come back to where they know what to do; ours, 0 as published"""
    pose_weight: float = 1.0
    place_weight: float = 100.0
    turn_weight: float = 1.0
    """β_q, β_x [1/m: places count in centimetres], β_θ"""
    sides_apart: float = 10.0
    """[rad] by which a hinge's states on either side of the goal are farther apart than their
    angles say: what turns it one way and what turns it the other have no mean; ours, 0 as published
    """
    learning_rate: float = 0.8
    """α (3.3.5)"""
    discount: float = 0.7
    """γ of the thesis; the journal has 0.9"""
    spread: float = 0.2
    """σ of CMA-ES (3.4.1), over the range of the poses along each axis; the unit is ours"""
    release_spread: float = 0.3
    """by which σ of the release is smaller: what is let go of alike is taken up alike; ours, 1 as
    published"""
    population: int = 30
    """λ of CMA-ES (3.4.1)"""
    generations: int = 6
    """of CMA-ES for a state and sweep; ours"""
    wobble: float = 0.05
    """[rad] by which the joints that a cycle starts with are off at random while it is searched: an
    action has to serve nearby states; ours, 0 as published"""
    repeats: int = 6
    """cycles so started by which the last candidates of a search are compared; ours"""
    first_states: int = 16
    """from which learning starts (3.4.1)"""
    first_value: float = -10.0
    """V of a state that was never looked at (3.3.6)"""
    rest: tuple[float, ...] = ()
    """coordinates of the pose in which the examples' cycles end, so that what one leads to is what
    the next begins with; ours, none as published"""
    tries: int = 0
    """random cycles that learning begins with, for a thing that is alike from all sides: what they
    do depends on no goal, so each serves any state (see `library`); ours, 0 as published"""
    tilt: float = 1.5
    """coordinates by which the wrist of those is off its rest at most; ours"""
    searched: int = 0
    """states that are searched in a sweep where cycles are shared, in turn; ours, all as published
    """
    backups: int = 0
    """times that all values are told anew after a sweep where cycles are shared; ours"""
    sweeps: int = 10
    """over all states; ours"""
    trials: int = 80
    """goals that are played after each sweep of the second half, as judged but with a seed of
    development; the policy kept is that of the sweep after which most were reached. Ours: values
    rise when successes no longer do; 0 keeps the last, as published"""
    hold_in: Literal["actuate", "release"] = "actuate"
    """the phase in which the goal is held"""
    near: float = 0.04
    near_place: float = 0.01
    """[rad] and [m] of the goal within which it is held; ours"""
    order: Literal["together", "printed"] = "together"
    """whether all states of a sweep see the values it began with, or each those before it"""

    def __post_init__(self) -> None:
        for name in ("weights", "scales"):
            table = getattr(self, name)
            if set(table) != set(TERMS):
                odd = sorted(set(table) ^ set(TERMS))
                raise InputError(f"{name} of a task name other terms than it has: {odd[0]!r}.")
            object.__setattr__(self, name, MappingProxyType({t: float(table[t]) for t in TERMS}))

    def changed(self, **values: Any) -> Self:
        """The same with some numbers changed.

        Raises:
            UnknownNameError: a name that is none of its own.
        """
        known = [field.name for field in fields(self)]
        for name in values:
            if name not in known:
                raise UnknownNameError("number of a task", name, known)
        return replace(self, **values)

    def table(self) -> dict[str, Any]:
        """As plain JSON."""
        plain = {field.name: getattr(self, field.name) for field in fields(self)}
        return {
            name: dict(value)
            if isinstance(value, Mapping)
            else list(value)
            if isinstance(value, tuple)
            else value
            for name, value in plain.items()
        }
