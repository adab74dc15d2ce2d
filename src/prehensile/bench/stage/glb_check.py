"""The Khronos validator's word on a GLB."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

PAGE = Path(__file__).parents[4] / "page"
"""The repository's folder of the page, whose build brings the validator."""
SCRIPT = """
const fs = require('fs'), validator = require('gltf-validator');
validator.validateBytes(new Uint8Array(fs.readFileSync(process.argv[1])), {maxIssues: 1000})
  .then(report => console.log(JSON.stringify(report.issues)));
"""


class Issues(NamedTuple):
    """How much the validator found."""

    errors: int
    warnings: int


def glb_issues(path: Path) -> Issues | None:
    """What the validator says about a file; None if Node or the validator is not installed."""
    beside = str(Path(sys.executable).parent)
    node = shutil.which("node", path=beside) or shutil.which("node")
    if node is None or not (PAGE / "node_modules" / "gltf-validator").is_dir():
        return None
    done = subprocess.run(
        [node, "-e", SCRIPT, str(path.resolve())],
        cwd=PAGE,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    found = json.loads(done.stdout)
    return Issues(found["numErrors"], found["numWarnings"])
