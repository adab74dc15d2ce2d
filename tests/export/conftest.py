import json
import subprocess

import pytest


@pytest.fixture(scope="session")
def written(hand_clip, tmp_path_factory):
    """A GLB of two hands and a block."""
    return hand_clip.save(tmp_path_factory.mktemp("glb") / "clip.glb")


@pytest.fixture(scope="session")
def glb_issues(node, node_modules, tmp_path_factory):
    """``glb_issues(path)``: what the Khronos validator says."""
    script = tmp_path_factory.mktemp("validator") / "validate.cjs"
    script.write_text(VALIDATOR_SCRIPT)

    def issues(path):
        arguments = [node, script, node_modules / "gltf-validator", path]
        done = subprocess.run(arguments, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return issues


VALIDATOR_SCRIPT = """
const [, , validator, path] = process.argv;
const bytes = new Uint8Array(require("fs").readFileSync(path));
const show = (report) => console.log(JSON.stringify(report.issues));
require(validator).validateBytes(bytes).then(show);
"""
