"""Look up known vulnerabilities of the locked versions: ``.venv/bin/python requirements/audit.py``. Exit status 1 if
there are any, 2 if the service cannot be reached.
"""

import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main() -> int:
    """Audit all locked packages, and print the result."""
    command: list[str | Path] = [
        sys.executable,
        "-m",
        "pip_audit",
        "--disable-pip",
        "--require-hashes",
        "--format",
        "json",
        "--progress-spinner",
        "off",
        "--requirement",
        HERE / "locked.txt",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        packages = json.loads(done.stdout)["dependencies"]
    except ValueError:
        print(
            "No audit: the service with the known faults does not respond as it should. pip-audit "
            f"says:\n{done.stderr[-1500:]}"
        )
        return 2
    unknown = {package["name"]: package["skip_reason"] for package in packages if "skip_reason" in package}
    if len(unknown) == len(packages):
        reason = next(iter(unknown.values()))
        print(f"No audit: the service with the known faults knows none of {len(packages)} packages. It says: {reason}")
        return 2
    found = [(package, fault) for package in packages for fault in package.get("vulns", [])]
    for package, fault in found:
        print(
            f"{package['name']} {package['version']}: {fault['id']}, fixed in "
            f"{', '.join(fault['fix_versions']) or 'no version'}"
        )
    print(f"{len(packages) - len(unknown)} packages looked up, {len(found)} known faults.")
    if unknown:
        print(f"Not looked up: {', '.join(unknown)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
