"""Make the example of ``hand.json``: what our estimator tells from a session of the virtual lab.

The session is explored by an index finger, of a development seed; it is recorded unless it was kept
(a minute or two). The file goes to ``src/prehensile/compliance/model/data/soft_hand.json``.
"""

from dataclasses import replace
from pathlib import Path

from prehensile.bench.compliance.kept_sessions import kept_sessions, record_missing
from prehensile.compliance.joints.estimate import estimate_compliance
from prehensile.compliance.model import example_hand
from prehensile.compliance.recorded.session import session_of

TASK, SEED = "explore", 0


def main() -> None:
    """Estimate, and write the file."""
    record_missing(TASK, [SEED], print)
    (kept,) = kept_sessions(TASK, [SEED])
    found = estimate_compliance(session_of(kept.recording)).hand_compliance()
    meta = {**found.meta, "recording": f"virtual lab, {TASK}, seed {SEED}"}
    path = replace(found, meta=meta).save(Path(example_hand.__file__).parent / example_hand.FILE)
    print(f"{path}: {path.stat().st_size} bytes, {int(found.estimated.sum())} joints told")


if __name__ == "__main__":
    main()
