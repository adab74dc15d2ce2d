"""A free port to listen on."""

import errno
import socket

from prehensile.errors import InputError

NEIGHBOURS = 50
"""ports that are tried after the wanted one"""
BACKLOG = 512
"""connections that the system keeps until they are accepted: a moment's, on a busy machine"""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on ``port``, or on the next that is free.

    Raises:
        InputError: the port is no port, may not be used, the address is not this machine's, or all
            neighbours are busy.
    """
    if not 0 <= port <= 65535:
        raise InputError(f"port {port} is not a port: give a number from 0 to 65535.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    last = min(port + NEIGHBOURS, 65535) if port else 0
    for one in range(port, last + 1):
        # Named as TCP, so that asyncio sends at once (TCP_NODELAY): a slider is 40 ms late without.
        sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            sock.bind((host, one))
            sock.listen(BACKLOG)
        except OSError as error:
            sock.close()
            if error.errno == errno.EADDRINUSE:
                continue
            raise _refusal(host, one, error) from None
        return sock
    raise InputError(f"ports {port} to {last} are all busy; choose another with --port.")


def _refusal(host: str, port: int, error: OSError) -> InputError:
    if error.errno == errno.EACCES:
        return InputError(
            f"port {port} may not be used by this user; choose one above 1023 with --port."
        )
    return InputError(
        f"cannot listen on {host}:{port}: {error.strerror or error}; --host takes an address of "
        "this machine."
    )
