"""Checks the built overlays and the Dockerfile against checkov's policies, without network.

Exceptions are annotations in the manifests, with their reason.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

from tests.deploy.kustomize import build

ROOT = Path(__file__).parents[2]
SCANS = {"dockerfile", "kubernetes"}
CHECKOV = (Path(sys.executable).with_name("uv"), "tool", "run", "--python", sys.executable, "checkov@3.3.30")
"""In an environment that uv makes and keeps: it needs other versions of our packages, and no digests of 99 more."""


def main() -> int:
    """Print the counts and the failures; 1 if there are any."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copy(ROOT / "Dockerfile", folder)
        for overlay in (ROOT / "k8s" / "overlays").iterdir():
            (folder / f"{overlay.name}.yaml").write_text(yaml.safe_dump_all(build(overlay)))
        command = [*CHECKOV, "--directory", name, "--framework", *SCANS, "--skip-download", "--output", "json"]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    scans = json.loads(done.stdout)
    for scan in scans:
        print(f"{scan['check_type']}: {scan['summary']['passed']} passed, {scan['summary']['failed']} failed, ", end="")
        print(f"{scan['summary']['skipped']} skipped for a reason")
        for check in scan["results"]["failed_checks"]:
            print(f"  {check['check_id']} {check['check_name']}: {check['resource']} in {check['file_path']}")
    assert {scan["check_type"] for scan in scans} == SCANS, "checkov has not looked at everything"
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
