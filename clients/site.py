"""The web client as a folder for any web server: ``python -m clients.site https://faceoff.example``."""

import argparse
import shutil
from pathlib import Path

WEB = Path(__file__).with_name("web")
EMPTY = '<meta name="faceoff-address" content="">'


def write_site(address: str, folder: Path) -> None:
    """Write the web client for the service at ``address`` into ``folder``, which is replaced."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(WEB, folder / "client", ignore=shutil.ignore_patterns("*.d.ts"))
    page = (WEB / "index.html").read_text()
    (folder / "index.html").write_text(page.replace(EMPTY, EMPTY.replace('""', f'"{address}"')))


def main() -> None:
    """Write the folder."""
    parser = argparse.ArgumentParser(description="The web client as a folder for any web server.")
    parser.add_argument("address", help="where Faceoff is, as in https://faceoff.example")
    parser.add_argument("--into", type=Path, default=Path("build/web"))
    wanted = parser.parse_args()
    write_site(wanted.address, wanted.into)


if __name__ == "__main__":
    main()
