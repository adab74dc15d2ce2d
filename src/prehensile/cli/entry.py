"""What the command ``prehensile`` runs first: nothing that takes time to load stands above it."""

import signal
import sys


def main() -> int:
    """Load and run the command line; return its exit code."""
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # a clear line, as for Ctrl-C
    try:
        from prehensile.cli.app import main as run
    except KeyboardInterrupt:
        sys.stderr.write("prehensile: interrupted; nothing half-written.\n")
        return 2
    code = run()
    # The work is done, and told: what comes now must not change the answer.
    for name in ("SIGINT", "SIGTERM"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    return code
