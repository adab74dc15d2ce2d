import pytest

from prehensile.motion.clip import Clip
from prehensile.motion.spell.letters import signs


@pytest.fixture
def drawn(monkeypatch):
    """Texts that were to be drawn; drawing itself has its own tests."""
    texts = []

    def draw(hand, text, path, dress):
        texts.append((hand.side, text))
        path.write_bytes(b"")
        return path

    monkeypatch.setattr("prehensile.draw.spelling_sheet.draw_spelling_sheet", draw)
    return texts


@pytest.mark.usefixtures("drawing")
def test_a_text_becomes_a_picture_and_a_clip(run_cli, tmp_path):
    ran = run_cli("spell", "MIG 15", "--out", tmp_path)
    assert ran.code == 0, ran.err
    lines = ran.out.splitlines()
    assert len(lines) == 7 and [line[0] for line in lines[:6]] == list("MIG 15")
    assert "three fingers over the thumb" in lines[0] and "pause" in lines[3]
    assert lines[6] == f"wrote {tmp_path / 'spell.npz'}, {tmp_path / 'spell.png'}"
    assert (tmp_path / "spell.png").read_bytes().startswith(b"\x89PNG")
    clip = Clip.load(tmp_path / "spell.npz")
    assert clip.meta["text"] == "MIG 15" and clip.hands[0].name == "right"


@pytest.mark.usefixtures("drawing")
def test_options_reach_the_clip(run_cli, tmp_path, drawn):
    ran = run_cli(
        *("spell", "hi", "--hand", "left:p95", "--letter-time", "1", "--rate", "30"),
        *("--out", tmp_path),
    )
    assert ran.code == 0, ran.err
    clip = Clip.load(tmp_path / "spell.npz")
    assert clip.duration == pytest.approx(2.5) and clip.n_frames == 76
    assert clip.hands[0].name == "left" and drawn == [("left", "HI")]


@pytest.mark.long
@pytest.mark.usefixtures("drawing")
def test_the_alphabet_has_every_sign(run_cli, tmp_path, drawn):
    ran = run_cli("spell", "--alphabet", "--rate", "10", "--out", tmp_path)
    assert ran.code == 0, ran.err
    assert drawn == [("right", "".join(signs()))]
    assert ran.out.count("\n") == 37


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("a&b",), ("'&'", "A to Z")),
        (("",), ("nothing to spell",)),
        ((), ("nothing to spell",)),
        (("x" * 201,), ("201", "200")),
        (("hi", "--letter-time", "0"), ("0 s",)),
        (("hi", "--rate", "-1"), ("-1 Hz",)),
        (("hi", "--hand", "foot"), ("'foot'",)),
        (("hi", "--alphabet"), ("'hi'",)),
    ],
)
def test_what_is_wrong_is_said_in_one_line(run_cli, tmp_path, arguments, words):
    run_cli("spell", *arguments, "--out", tmp_path / "out").assert_refused(*words)
    assert not (tmp_path / "out").exists()
