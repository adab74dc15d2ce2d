"""Compliances of a hand that nobody measured: Table 5.1 of Kry 2005, shipped as data."""

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from prehensile.hand.compliance import ROOT_COMPLIANCE, HandCompliance
from prehensile.hand.hand import Hand


class Assumed(NamedTuple):
    """One joint's value."""

    compliance: float
    """[rad/Nm]"""
    source: str
    """its row of Table 5.1, or how it was filled in"""


@cache
def table_5_1() -> Mapping[str, Assumed]:
    """Joint → value. Wrist, ring and little, which the table lacks, say what they were taken from.

    The middle PIP, printed as 3.2e-3, is taken for 3.2e-1.
    """
    file = resources.files("prehensile.synthesis.clips").joinpath("data/table_5_1.json")
    data = json.loads(file.read_text("utf-8"))
    assert data["root"] == ROOT_COMPLIANCE, "the root's compliance is the same everywhere"
    return MappingProxyType({name: Assumed(*row) for name, row in data["joints"].items()})


def assumed_compliance(hand: Hand) -> HandCompliance:
    """Of a hand that was not measured: `table_5_1`, the root 1e-3 m/N."""
    rows = [table_5_1()[name] for name in hand.joint_names]
    return HandCompliance.assumed(
        hand,
        np.array([row.compliance for row in rows]),
        meta={
            "source": "Kry 2005, Table 5.1",
            "joints": {name: row.source for name, row in zip(hand.joint_names, rows, strict=True)},
        },
    )
