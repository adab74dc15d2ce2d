"""Everybody who is told what to do keeps to the same words."""

import inspect
from importlib import import_module

import pytest

from prehensile.control.live.told import ToldHand

TOLD = {"sequence": "ToldSequence", "told_example": "ToldExample"}


@pytest.mark.parametrize(("module", "name"), TOLD.items())
def test_orders_are_those_of_the_interface_and_all_are_there(module, name):
    told = getattr(import_module(f"prehensile.control.live.{module}"), name)
    assert issubclass(told, ToldHand) and not inspect.isabstract(told)
    for order in ToldHand.__abstractmethods__:
        mine, wanted = getattr(told, order), getattr(ToldHand, order)
        if isinstance(wanted, property):
            assert isinstance(mine, property), order
        else:
            assert inspect.signature(mine) == inspect.signature(wanted), order


@pytest.mark.parametrize("lacking", sorted(ToldHand.__abstractmethods__))
def test_who_lacks_one_cannot_be_built(lacking):
    known = {name: lambda self: None for name in ToldHand.__abstractmethods__ - {lacking}}
    with pytest.raises(TypeError, match=lacking):
        type("Half", (ToldHand,), known)()
    assert type("Whole", (ToldHand,), known | {lacking: None})() is not None
