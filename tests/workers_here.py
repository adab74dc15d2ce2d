"""Work that is done at once, in this process."""

from concurrent.futures import Future
from contextlib import contextmanager


@contextmanager
def workers_here():
    """In the place of `workers`."""

    def submit(function, *given):
        job = Future()
        job.set_result(function(*given))
        return job

    yield submit
