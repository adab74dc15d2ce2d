from dataclasses import FrozenInstanceError, replace

import pytest

from prehensile.errors import InputError
from prehensile.motion.clip import Clip
from prehensile.motion.verdict import Figure, Verdict

HELD = Verdict(
    True,
    "held: yes (lifted 15.1 cm)",
    figures={"lifted": Figure(15.1, "cm"), "touch": Figure(7, "")},
)


def test_it_prints_as_its_line_and_cannot_change() -> None:
    assert str(HELD) == "held: yes (lifted 15.1 cm)"
    with pytest.raises(FrozenInstanceError):
        HELD.ok = False  # pyright: ignore
    with pytest.raises(TypeError):
        HELD.figures["lifted"] = Figure(0, "cm")  # pyright: ignore


def test_a_clip_keeps_it_in_its_file(hand_clip, tmp_path) -> None:
    assert hand_clip.verdict is None
    judged = replace(hand_clip, meta=hand_clip.meta | HELD.to_meta())
    assert judged.verdict == HELD
    assert Clip.load(judged.save(tmp_path / "a.npz")).verdict == HELD


def test_clips_of_before_have_one_too() -> None:
    old = {"managed": False, "reason": "slipped", "verdict": "held: no (slipped)"}
    assert Verdict.from_meta(old) == Verdict(False, "held: no (slipped)", "slipped")


@pytest.mark.parametrize(
    "damage",
    [
        {"managed": "yes"},
        {"verdict": 3},
        {"advice": None},
        {"figures": []},
        {"figures": {"a": [1]}},
        {"figures": {"a": ["x", "mm"]}},
    ],
)
def test_damage_is_said(damage) -> None:
    with pytest.raises(InputError, match="damaged"):
        Verdict.from_meta(HELD.to_meta() | damage)
