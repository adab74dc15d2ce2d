"""``prehensile turn --policy dial --goal 90deg``: a learned hand at work, as a clip."""

import json
from pathlib import Path
from typing import Annotated

import typer

from prehensile.cli.grammar.errors_to_exit import stdout_to_stderr
from prehensile.cli.grammar.options import HandOption, JsonOption, PolicyOption, SeedOption
from prehensile.cli.grammar.turns import parse_turn


def command(
    goal: Annotated[
        list[str],
        typer.Option(
            "--goal",
            metavar="ANGLE[ about AXIS]",
            help="How far from where it begins: 90deg, -1.5rad, '30deg about x'. Several are "
            "played one after another. AXIS is x, y, z or three numbers (1,0,-1), z if left out. "
            "A dial turns about the upright z, up to ten turns; a ball by up to 90deg, x along "
            "the fingers, y across the palm, z upwards.",
        ),
    ],
    policy: PolicyOption = "dial",
    hand: HandOption = None,
    start: Annotated[
        str | None,
        typer.Option(
            "--start", metavar="POSE", help="Of the corpus, in which the hand begins, not a random."
        ),
    ] = None,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="The clip to write.")
    ] = Path("turned.npz"),
) -> None:
    """Let a learned hand turn a thing to one goal after another, and write the clip of it."""
    from prehensile.cli.grammar.learned import learned
    from prehensile.cli.grammar.progress import progress_bar
    from prehensile.manipulate.starting import start_in
    from prehensile.manipulate.turning import turn
    from prehensile.motion.formats import writer

    turns = [parse_turn(text) for text in goal]
    with stdout_to_stderr(), progress_bar("turning") as bar:
        writer(out)  # refused here, before anything is played
        lookup = learned(policy, hand)
        found = turn(
            lookup, turns, start=None if start is None else start_in(lookup.task, start, seed),
            seed=seed, progress=lambda done: bar.update(done, len(turns)),
        )  # fmt: skip
        path = found.clip.save(out)
    if as_json:
        typer.echo(json.dumps({
            "file": str(path), "task": lookup.task.name, "goals": [t.tolist() for t in turns],
            "reached": found.reached, "seconds": found.seconds,
        }))  # fmt: skip
        return
    for text, reached, seconds in zip(goal, found.reached, found.seconds, strict=True):
        typer.echo(f"{text}: {f'reached after {seconds:.1f} s' if reached else 'not reached'}")
    typer.echo(path)
