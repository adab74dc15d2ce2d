"""``prehensile learn dial -o dial.npz``: a policy that turns a thing in the hand."""

import json
import os
from pathlib import Path
from typing import Annotated

import typer

from prehensile.atomic import atomic_path
from prehensile.cli.grammar.errors_to_exit import stdout_to_stderr
from prehensile.cli.grammar.options import AssetsOption, HandOption, JsonOption, SeedOption
from prehensile.errors import InputError


def command(
    task: Annotated[str, typer.Argument(metavar="TASK", help="What to learn: dial or ball.")],
    minutes: Annotated[
        float | None, typer.Option(help="No sweep begins later; as many as the task has.")
    ] = None,
    seed: SeedOption = 0,
    hand: HandOption = None,
    assets: AssetsOption = None,
    style: Annotated[
        str, typer.Option(help="Another way to do it: short (many cycles), three-fingers.")
    ] = "",
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on where the same command was stopped.")
    ] = False,
    show: Annotated[
        bool, typer.Option("--show", help="Print every number of the task, and learn nothing.")
    ] = False,
    as_json: JsonOption = False,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="The policy to write.")
    ] = Path("policy.npz"),
) -> None:
    """Learn to turn a thing in the hand (Andrews 2014, chapter 3).

    Stop it at any time: what was learned until the last sweep stays beside the policy, and the
    same command with --resume goes on.
    """
    from prehensile.cli.grammar.progress import progress_bar
    from prehensile.hand.parse import parse_hand
    from prehensile.manipulate.exemplary import exemplary_terms
    from prehensile.manipulate.learning import Swept, learn
    from prehensile.manipulate.tasks.catalogue import styled, task_named

    if minutes is not None and not minutes > 0:
        raise InputError(f"--minutes is a time above 0, got {minutes:g}.")
    if out.suffix.lower() != ".npz":
        raise InputError(f"{out}: a policy is written as .npz.")
    whose = None if hand is None else parse_hand(hand, assets).build()
    wanted = task_named(task, whose)
    if style:
        wanted = task_named(task, whose, styled(wanted.configuration, style))
    numbers = wanted.configuration.table()
    if show:
        with stdout_to_stderr():
            numbers["exemplary_terms"] = dict(exemplary_terms(wanted))
        lines = [f"{name:16} {value}" for name, value in numbers.items()]
        typer.echo(json.dumps(numbers) if as_json else "\n".join(lines))
        return
    kept = out.with_suffix(".learning.npz")
    with stdout_to_stderr(), progress_bar("getting ready") as bar:
        spent = 0.0

        def told(swept: Swept) -> None:
            nonlocal spent
            spent = swept.seconds
            bar.update(swept.sweep, wanted.configuration.sweeps)
            bar.describe(
                f"{swept.states} states, mean value {swept.value:.2f}, "
                f"{swept.seconds_left / 60:.0f} min left"
            )

        policy = learn(
            wanted, seed=seed, minutes=minutes, checkpoint=kept, resume=resume, progress=told
        )
        policy.save(out)
        kept.unlink(missing_ok=True)
    said = {
        "command": _typed(task, seed, hand, style), "task": task, "style": style,
        "states": len(policy.table.states), "minutes": spent / 60, "processors": _processors(),
        **policy.record,
    }  # fmt: skip
    with atomic_path(out.with_suffix(".json")) as temporary:
        temporary.write_text(json.dumps(said, indent=1) + "\n", "utf-8")
    said = {"file": str(out), **said}
    value = policy.record["means"][-1]
    plain = f"{said['states']} states, mean value {value:.2f}\n{out}"
    typer.echo(json.dumps(said) if as_json else plain)


def _typed(task: str, seed: int, hand: str | None, style: str) -> str:
    """What makes the same policy again."""
    words = ["prehensile", "learn", task, "--seed", str(seed)]
    words += [] if hand is None else ["--hand", hand]
    return " ".join([*words, *(["--style", style] if style else [])])


def _processors() -> int | None:
    """That this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count()
