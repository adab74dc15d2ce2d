"""Options that belong together, as one value of a command.

    class Place(NamedTuple):
        at: AtOption = ""
        up: UpOption = "z"

    @grouped
    def command(what: str, place: Place = ANYWHERE) -> None: ...

Typer then sees ``--at`` and ``--up`` where ``place`` stands, and the command one `Place`.
"""

import functools
import inspect
from collections.abc import Callable, Iterator
from typing import Any, get_type_hints

KEYWORD = inspect.Parameter.KEYWORD_ONLY


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the fields of each named tuple in the place of its parameter."""
    own = inspect.signature(command).parameters.values()
    groups = {p.name: p.annotation for p in own if _is_group(p.annotation)}
    parameters = [
        option
        for parameter in own
        for option in (
            _options(groups[parameter.name])
            if parameter.name in groups
            else [parameter.replace(kind=KEYWORD)]
        )
    ]

    @functools.wraps(command)
    def run(**given: Any) -> None:
        values = {
            name: group(**{field: given.pop(field) for field in group._fields})
            for name, group in groups.items()
        }
        command(**given, **values)

    # What Typer reads the options from; two options of one name are refused here.
    run.__signature__ = inspect.Signature(parameters)  # pyright: ignore[reportAttributeAccessIssue]
    run.__annotations__ = {p.name: p.annotation for p in parameters}
    return run


def _is_group(annotation: Any) -> bool:
    return isinstance(annotation, type) and hasattr(annotation, "_field_defaults")


def _options(group: Any) -> Iterator[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    for name in group._fields:
        default = group._field_defaults[name]
        yield inspect.Parameter(name, KEYWORD, default=default, annotation=hints[name])
