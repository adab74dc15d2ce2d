"""A pool of processes that works at once, in this one."""

from concurrent.futures import Future


class Pool:
    """In the place of `ProcessPoolExecutor`."""

    def __init__(self, *_, **__):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def submit(self, work, *given):
        job = Future()
        job.set_result(work(*given))
        return job
