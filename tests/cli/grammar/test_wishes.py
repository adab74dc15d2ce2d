"""Texts of the options that say where and how."""

import pytest

from prehensile.cli.grammar.wishes import NO_WISHES, Wishes
from prehensile.errors import InputError


def test_names_and_numbers():
    said = Wishes("handle", "0.1,0,-.02,0.03", "above", "", "thumb,index", "carry").asked()
    assert said == {
        "where": "handle",
        "avoid": [0.1, 0.0, -0.02, 0.03],
        "approach": "above",
        "fingers": "thumb,index",
        "purpose": "carry",
    }
    assert NO_WISHES.asked() == {}


def test_what_is_neither_is_refused():
    with pytest.raises(InputError, match="--where is '1,two,3'"):
        Wishes("1,two,3").asked()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["mug", "--where", "lid"], "handle"),
        (["mug", "--where", "5,0,0"], "its own frame"),
        (["mug", "--from", "below"], "above"),
        (["mug", "--fingers", "thumb"], "two"),
        (["mug", "--pose", "tripod", "--example", "leap_grab"], "one of them"),
        (["mug", "--for", "fun"], "carry"),
        (["mug", "--ways", "3", "--way", "2"], "one of the two"),
        (["mug", "--ways", "99"], "from 1 to 12"),
        (["--all", "--ways", "2"], "one OBJECT"),
    ],
)
def test_bad_wishes_are_refused_in_one_line_and_nothing_is_written(
    run_cli, tmp_path, arguments, says
):
    ran = run_cli("grasp", *arguments, "--out", tmp_path / "out")
    assert ran.code == 2 and says in ran.err
    assert len(ran.err.strip().splitlines()) == 1
    assert not (tmp_path / "out").exists()
