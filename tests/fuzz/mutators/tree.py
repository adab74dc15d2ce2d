"""JSON: values, types, counts, names and nesting changed, so that it still is JSON."""

import copy
import json
import re
from random import Random
from typing import Any

from tests.fuzz.mutators.raw import raw
from tests.fuzz.mutators.strange_values import (
    DEEP_MARK,
    changed_number,
    changed_text,
    strange_value,
)
from tests.fuzz.mutators.words import words

_DEEP = re.compile(re.escape(json.dumps(DEEP_MARK)[:-1]) + r'(\d+)"')


def tree_text(data: bytes, rng: Random) -> bytes:
    """One change of a file of JSON: mostly of its tree, else of its text."""
    how = rng.random()
    if how < 0.1:
        return raw(data, rng)
    if how < 0.2:
        return words(data, rng)
    try:
        tree = json.loads(data)
    except (ValueError, RecursionError):  # an earlier change was of the text
        return words(data, rng)
    return dumped(changed_tree(tree, rng), rng)


def dumped(tree: Any, rng: Random) -> bytes:
    """The text of a tree; marks of depth become that many levels."""
    text = json.dumps(tree, ensure_ascii=rng.random() < 0.9).encode("utf-8", "surrogatepass")
    opener, closer = rng.choice((("[", "]"), ('{"a":', "}")))
    found = _DEEP.search(text.decode("utf-8", "surrogatepass"))
    if found is None:
        return text
    levels = int(found[1])
    whole = text.decode("utf-8", "surrogatepass")
    nest = opener * levels + "0" + closer * (levels if rng.random() < 0.8 else 0)
    return (whole[: found.start()] + nest + whole[found.end() :]).encode("utf-8", "surrogatepass")


def changed_tree(tree: Any, rng: Random) -> Any:
    """A copy of which one node differs."""
    if not isinstance(tree, dict | list) or not tree or rng.random() < 0.01:
        return strange_value(rng)
    tree = copy.deepcopy(tree)
    node, key = _place(tree, rng)
    kind = rng.randrange(10)
    value = node[key]
    if kind == 0:
        del node[key]
    elif kind == 1 and isinstance(node, dict):
        node[changed_text(str(key), rng)] = node.pop(key)
    elif kind == 1 and isinstance(node, list):
        node[key : key + 1] = [value] * rng.choice((2, 3, 50, 5000))
    elif kind == 2:
        node[key] = _elsewhere(tree, rng)
    elif kind <= 5:
        node[key] = strange_value(rng)
    elif isinstance(value, bool) or value is None:
        node[key] = rng.choice((True, False, None, 0, 1, "true"))
    elif isinstance(value, int | float):
        node[key] = changed_number(value, rng)
    elif isinstance(value, str):
        node[key] = changed_text(value, rng)
    elif isinstance(value, list):
        node[key] = value[: rng.randrange(len(value) + 1)] * rng.choice(
            (1, 1, 2, 1000 // (1 + len(value)))
        )
    else:
        value[rng.choice(("", "name", "version", "count", "\0"))] = strange_value(rng)
    return tree


def _place(tree: Any, rng: Random) -> tuple[Any, Any]:
    """A node and one of its keys, at any depth."""
    node = tree
    while True:
        key = rng.choice(list(node)) if isinstance(node, dict) else rng.randrange(len(node))
        below = node[key]
        if not isinstance(below, dict | list) or not below or rng.random() < 0.2:
            return node, key
        node = below


def _elsewhere(tree: Any, rng: Random) -> Any:
    """A copy of another node."""
    node, key = _place(tree, rng)
    return copy.deepcopy(node[key])
