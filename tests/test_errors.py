import copy
import inspect
import pickle

import pytest

from prehensile import errors
from prehensile.errors import FileError, MissingExtraError, PrehensileError, UnknownNameError


def test_one_except_clause_catches_all_that_a_user_can_cause():
    classes = [c for _, c in inspect.getmembers(errors, inspect.isclass)]
    own = [c for c in classes if c.__module__ == errors.__name__ and not issubclass(c, Warning)]
    assert len(own) > 4
    for error in own:
        assert issubclass(error, PrehensileError) and not issubclass(error, AssertionError)


@pytest.mark.parametrize(
    ("name", "meant"), [("indx", "index"), ("mddle", "middle"), ("rinG", "ring")]
)
def test_a_slip_of_the_pen_is_told_what_was_meant(name, meant):
    text = str(UnknownNameError("digit", name, iter(("index", "middle", "ring"))))
    assert f"{name!r}" in text and f"Did you mean {meant!r}?" in text
    assert "Valid: index, middle, ring." in text and "\n" not in text


def test_a_name_like_none_of_them_gets_the_list_and_no_guess():
    error = UnknownNameError("digit", "xyzzy", ("index", "middle"))
    assert "Did you mean" not in str(error) and "index, middle" in str(error)
    assert (error.kind, error.name, error.valid) == ("digit", "xyzzy", ("index", "middle"))


def test_a_name_of_two_lists_is_listed_once():
    error = UnknownNameError("pose", "xyzzy", ("hook", "tripod", "fist", "tripod"))
    assert str(error).endswith("Valid: hook, tripod, fist.")


def test_a_missing_extra_is_a_command_to_copy():
    text = str(MissingExtraError("ezc3d", "mocap"))
    command = text[text.index("pip install") :].rstrip(".")
    assert command == "pip install 'prehensile[mocap]'"


@pytest.mark.parametrize(
    "error",
    [
        UnknownNameError("digit", "indx", ("index", "middle")),
        MissingExtraError("ezc3d", "mocap"),
        FileError("cannot read a.npz: it is empty."),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_come_whole_out_of_a_worker_process(error):
    error.add_note("while reading a.npz")
    copies = [pickle.loads(pickle.dumps(error, p)) for p in range(pickle.HIGHEST_PROTOCOL + 1)]
    for again in (*copies, copy.copy(error)):
        assert type(again) is type(error) and str(again) == str(error)
        assert again.args == error.args and vars(again) == vars(error)


def test_the_command_line_makes_one_line_of_it_and_exits_with_two(run_cli):
    run_cli("hand", "--hand", "middle").assert_refused("middle", "right or left")
