"""Virtual sessions of a fingertip, each recorded once: a platform let go, and a pad pressed."""

from functools import cache

from prehensile.capture.lab.session import Session, lab_session
from prehensile.compliance.tip.tip_results import Pressed, Pushed, tip_results
from prehensile.figures.compliance.lab_sessions import SEED

PUSHES, PRESSES = 10, 12
PLATFORMS = {"perturb": ("explore", "exploring"), "perturb_scratch": ("scratch", "scratching")}
"""task on the platform → the task whose subject it is, and the thesis's name for it"""


@cache
def session(task: str, contacts: int) -> Session:
    """Of the development seed that other tables have too: the same subject."""
    return lab_session(task, SEED, contacts=contacts)


@cache
def pushed(task: str) -> Pushed:
    """All pushes of a session on the platform."""
    found = tip_results(session(task, PUSHES).recording)
    assert found is not None and found.pushed is not None, "the lab lets its platform go"
    return found.pushed


@cache
def pressed() -> Pressed:
    """All presses of a pad."""
    found = tip_results(session("press", PRESSES).recording)
    assert found is not None and found.pressed is not None, "the lab presses its pad"
    return found.pressed
