"""What others measured: tables of Kry 2005, and the values that it quotes."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

TABLE_4_3: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        "exploring": {"wrist": 0.3488, "mcp": 0.9882, "pip": 0.6715, "dip": 2.0052},
        "scratching": {"wrist": 0.1531, "mcp": 0.4788, "pip": 0.8426, "dip": 0.8432},
    }
)
"""[rad/Nm]; PIP and DIP of scratching are upper bounds"""
TABLE_OF: Mapping[str, str] = MappingProxyType(
    {
        "explore": "exploring", "perturb": "exploring",
        "scratch": "scratching", "perturb_scratch": "scratching",
    }
)  # fmt: skip
"""task of a recording → column of Table 4.3"""
TABLE_5_1: Mapping[str, float] = MappingProxyType(
    {
        "wrist": 0.2, "mcp": 0.5, "pip": 0.445, "dip": 2.13, "mcp_abd": 0.32,
        "thumb_cmc": 0.7, "thumb_mp": 0.48, "thumb_ip": 0.27,
    }
)  # fmt: skip
"""[rad/Nm] of simulations; the wrist, which it lacks, lies between Table 4.3's two"""


class Quoted(NamedTuple):
    """A value that the thesis quotes."""

    what: str
    value: str
    source: str


QUOTED = (
    Quoted("fingertip stiffness at 2 N", "41.6–237 N/m, mean 137", "Hajian 1997"),
    Quoted("fingertip damping at 2 N", "about 2 Ns/m", "Hajian 1997"),
    Quoted("fingertip mass", "about 6 g, wrist strapped", "Hajian 1997"),
    Quoted("MCP stiffness, extended finger, 10 N", "7.25 Nm/rad", "Milner & Franklin 1998"),
    Quoted("fingertip stiffness, relaxed", "283 N/m", "Milner & Franklin 1998"),
    Quoted("damping grows with force", "proportional", "Hasser & Cutkosky 2002"),
    Quoted("fingertip stiffness, exploring / scratching", "89 / 257 N/m", "Kry 2005, Table 4.4"),
)


def joint_kind(joint: str) -> str:
    """``wrist``, ``mcp``, ``pip``, ``dip`` or ``thumb``."""
    digit, _, rest = joint.partition("_")
    return digit if digit in ("wrist", "thumb") else rest.partition("_")[0]


def likely_compliance(joint: str, task: str = "") -> float:
    """[rad/Nm] where an estimate begins, and the middle of its prior."""
    digit, _, rest = joint.partition("_")
    kind = rest.partition("_")[0]
    if rest.endswith("abd") and digit != "thumb":
        return TABLE_5_1["mcp_abd"]
    if digit == "thumb":
        return TABLE_5_1[f"thumb_{kind}"]
    if joint in ("wrist_dev", "wrist_pro"):
        return TABLE_5_1["wrist"]
    table = TABLE_OF.get(task)
    return (TABLE_4_3[table] if table else TABLE_5_1)[joint_kind(joint)]
