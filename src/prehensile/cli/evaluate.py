"""``prehensile evaluate dial``: how often a policy reaches its goals."""

import json
from typing import Annotated

import typer

from prehensile.cli.grammar.errors_to_exit import stdout_to_stderr
from prehensile.cli.grammar.options import POLICY_HELP, HandOption, JsonOption, SeedOption
from prehensile.errors import InputError

MOST_GOALS = 10_000


def command(
    policy: Annotated[str, typer.Argument(metavar="POLICY", help=POLICY_HELP)],
    goals: Annotated[int, typer.Option(help="How many, each from a random pose.")] = 100,
    hand: HandOption = None,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Play many goals and tell which were reached and kept for half a second."""
    from prehensile.cli.grammar.learned import learned
    from prehensile.manipulate.evaluate import evaluation, judged_starts, play
    from prehensile.manipulate.judging import LIMITS

    if not 1 <= goals <= MOST_GOALS:
        raise InputError(f"--goals is a number from 1 to {MOST_GOALS}, got {goals}.")
    with stdout_to_stderr():
        lookup = learned(policy, hand)
        starts = judged_starts(lookup.task, goals, seed)
        told = evaluation(play(lookup, starts, LIMITS[lookup.task.name]))
    if as_json:
        typer.echo(json.dumps({"policy": policy, "seed": seed, **told}))
        return
    typer.echo(f"{told['success']} of {goals} goals reached (seed {seed})")
    if told["seconds_median"] is not None:
        typer.echo(
            f"in {told['seconds_median']:.1f} s and {told['cycles_median']:.0f} cycles (medians), "
            f"{told['error_rad_median']:.3f} rad off"
        )
