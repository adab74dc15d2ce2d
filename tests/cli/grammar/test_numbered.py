"""Numbered ways, as files and again by their number."""

import pytest
import typer
from typer.testing import CliRunner

from prehensile.cli.grammar.numbered import (
    WayOption,
    WaysOption,
    check_numbers,
    one_of_the_ways,
)
from prehensile.errors import InputError


def test_numbers_that_go_together():
    check_numbers(0, 0, alone=False)
    check_numbers(6, 0, alone=True)
    check_numbers(0, 3, alone=True)
    with pytest.raises(InputError, match="one OBJECT"):
        check_numbers(0, 3, alone=False)


@pytest.mark.parametrize("option", ["--ways", "--way"])
def test_nothing_is_counted_from_0(option):
    app = typer.Typer()

    @app.command()
    def command(ways: WaysOption = 0, way: WayOption = 0) -> None:
        typer.echo(f"{ways} {way}")

    run = CliRunner().invoke
    assert run(app, []).stdout == "0 0\n", "not given"
    assert run(app, [option, "2"]).exit_code == 0
    refused = run(app, [option, "0"]).exception
    assert isinstance(refused, InputError) and f"{option} counts from 1" in str(refused)


def test_a_number_beyond_what_was_found_is_refused(monkeypatch):
    found = ["one", "two"]
    monkeypatch.setattr("prehensile.control.ways.count_ways", lambda *_, **__: 2)
    monkeypatch.setattr(
        "prehensile.control.ways.one_way", lambda _o, _h, k: found[k - 1] if k <= 2 else None
    )
    assert one_of_the_ways(None, None, 2, {}) == "two"
    with pytest.raises(InputError, match="only 2"):
        one_of_the_ways(None, None, 3, {})
