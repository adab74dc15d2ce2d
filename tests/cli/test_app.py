import json
import subprocess
import sys
import types
from collections.abc import Callable

import pytest
import typer

import prehensile
from prehensile.cli.app import COMMANDS
from prehensile.cli.grammar.errors_to_exit import OUR_MISTAKE
from prehensile.cli.grammar.options import UNITS, GripOption, HandOption, SeedOption, UnitOption
from prehensile.errors import InputError


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """``pretend(function)``: let ``prehensile grasp`` run that function."""

    def install(function: Callable[..., object], module: str = "prehensile.cli.grasp") -> None:
        stand_in = types.ModuleType(module)
        stand_in.command = function
        monkeypatch.setitem(sys.modules, module, stand_in)

    return install


def test_help_lists_every_command_with_its_whole_line(run_cli) -> None:
    ran = run_cli("--help")
    assert ran.code == 0 and ran.err == ""
    for name, line in COMMANDS.items():
        assert f"{name} " in ran.out
        assert line in ran.out


def test_no_arguments_show_the_help(run_cli) -> None:
    assert run_cli() == run_cli("--help")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(run_cli, name: str) -> None:
    ran = run_cli(name, "--help")
    assert ran.code == 0
    assert f"Usage: prehensile {name}" in ran.out


def test_version(run_cli) -> None:
    assert run_cli("--version").out == f"prehensile {prehensile.__version__}\n"


def test_unknown_command_names_the_nearest_and_the_valid(run_cli) -> None:
    run_cli("grap").assert_refused("'grap'", "Did you mean 'grasp'?", *COMMANDS)


def test_unknown_option_names_the_valid(run_cli) -> None:
    run_cli("doctor", "--jsn").assert_refused("--jsn", "--json", "--clear-cache", "doctor --help")


def test_missing_argument_is_one_line(run_cli) -> None:
    run_cli("bench").assert_refused("AREA", "One of", "bench --help")


def test_an_error_is_one_line_without_traceback(run_cli, pretend) -> None:
    def command() -> None:
        raise InputError("too big:\n  3 m, expected below 1 m.")

    pretend(command)
    ran = run_cli("grasp")
    ran.assert_refused("too big: 3 m, expected below 1 m.")


def test_debug_shows_the_traceback(run_cli, pretend, monkeypatch: pytest.MonkeyPatch) -> None:
    def command() -> None:
        raise InputError("too big.")

    pretend(command)
    monkeypatch.setenv("PREHENSILE_DEBUG", "1")
    ran = run_cli("grasp")
    assert ran.code == 2
    assert "Traceback" in ran.err and ran.err.endswith("prehensile: too big.\n")


def test_interruption_is_one_line(run_cli, pretend) -> None:
    def command() -> None:
        raise KeyboardInterrupt

    pretend(command)
    run_cli("grasp").assert_refused("interrupted; nothing half-written.")


def test_our_own_mistakes_are_said_to_be_ours(run_cli, pretend) -> None:
    def command() -> None:
        raise ZeroDivisionError

    pretend(command)
    ran = run_cli("grasp")
    assert ran.code == OUR_MISTAKE
    assert "a mistake of ours (ZeroDivisionError)" in ran.err and "Traceback" not in ran.err


def test_a_command_chooses_its_exit_code(run_cli, pretend) -> None:
    def command() -> None:
        raise typer.Exit(3)

    pretend(command)
    assert run_cli("grasp").code == 3


def test_a_closed_pipe_is_quiet() -> None:
    """As in `prehensile --help | head -0`: the reader is gone before anything is written."""
    program = (
        "import sys, time; sys.stdin.read()\n"
        "from prehensile.cli.app import main; sys.exit(main(['--help']))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin and process.stdout and process.stderr
    process.stdout.close()
    process.stdin.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait(60) == 0


def grammar(
    hand: HandOption = "right",
    grip: GripOption = None,
    seed: SeedOption = 0,
    unit: UnitOption = None,
) -> None:
    typer.echo(json.dumps([hand, grip, seed, unit]))


def test_the_shared_grammar(run_cli, pretend) -> None:
    pretend(grammar)
    assert json.loads(run_cli("grasp").out) == ["right", None, 0, None]
    ran = run_cli("grasp", "--hand", "left:p95", "--grip", "7.5", "--seed", "3", "--unit", "mm")
    assert json.loads(ran.out) == ["left:p95", 7.5, 3, "mm"]


def test_the_units_are_those_of_the_world() -> None:
    """Written out in the options, because help must not load the simulation."""
    from prehensile.world.objects.object import UNITS as KNOWN

    assert tuple(KNOWN) == UNITS


@pytest.mark.parametrize("grip", ["0", "-3", "nan", "inf", "hard"])
def test_grip_must_be_a_positive_force(run_cli, pretend, grip: str) -> None:
    pretend(grammar)
    run_cli("grasp", "--grip", grip).assert_refused("--grip", "newtons above 0")


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("--seed", "-1", ["--seed", "-1"]),
        ("--seed", "1.5", ["--seed", "1.5"]),
        ("--unit", "furlong", ["furlong", "mm", "cm"]),
        ("--hand", None, ["--hand"]),
    ],
)
def test_bad_values_are_one_line(run_cli, pretend, option: str, value: str | None, words) -> None:
    pretend(grammar)
    run_cli("grasp", option, *([value] if value else [])).assert_refused(*words)


@pytest.mark.parametrize("command", ["bench", "figures"])
def test_unknown_area_names_the_valid(run_cli, command: str) -> None:
    run_cli(command, "no-such-area").assert_refused("unknown area 'no-such-area'", "Valid:")


def test_bench_json_is_all_that_reaches_stdout(tmp_path) -> None:
    """Even if Python and compiled code chatter on stdout, and a figure is not a number."""
    (tmp_path / "chatty.py").write_text(
        "import os\nimport numpy as np\nREFERENCE = {'rate': 'at least 1'}\n"
        "def run(progress):\n"
        "    progress('half way')\n    print('chatter')\n    os.write(1, b'native chatter')\n"
        "    return {'rate': np.float64(2.5), 'held': np.bool_(True), 'lost': float('nan')}\n"
    )
    program = (
        "import sys, prehensile.bench; prehensile.bench.__path__.append(sys.argv.pop(1))\n"
        "from prehensile.cli.app import main; sys.exit(main())"
    )

    def bench(*words: str) -> str:
        argv = [sys.executable, "-c", program, str(tmp_path), "bench", "chatty", *words]
        return subprocess.run(argv, check=True, capture_output=True, text=True).stdout

    assert json.loads(bench("--json")) == {"rate": 2.5, "held": True, "lost": None}
    table = bench()
    assert "chatter" not in table
    assert all(word in table for word in ("rate", "2.5", "at least 1", "yes", "no figure"))


def test_figures_prints_what_it_drew(tmp_path, run_cli, monkeypatch) -> None:
    import prehensile.figures

    (tmp_path / "dots.py").write_text(
        "def draw(folder):\n    path = folder / 'dots.png'\n    path.touch()\n    return [path]\n"
    )
    monkeypatch.setattr(
        prehensile.figures, "__path__", [*prehensile.figures.__path__, str(tmp_path)]
    )
    ran = run_cli("figures", "dots", "--out", tmp_path / "out")
    assert ran == (0, f"{tmp_path / 'out' / 'figures' / 'dots.png'}\n", "")
    sys.modules.pop("prehensile.figures.dots")


def test_unwritable_output_is_refused_before_the_work(tmp_path, run_cli, monkeypatch) -> None:
    import prehensile.figures

    (tmp_path / "never.py").write_text("def draw(folder):\n    raise AssertionError\n")
    monkeypatch.setattr(
        prehensile.figures, "__path__", [*prehensile.figures.__path__, str(tmp_path)]
    )
    (tmp_path / "out").write_text("a file, not a folder")
    run_cli("figures", "never", "--out", tmp_path / "out").assert_refused("--out")
    sys.modules.pop("prehensile.figures.never")
