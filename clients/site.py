"""The web client as a folder for any web server: ``python -m clients.site https://faceoff.example``."""

import argparse
import shutil
from pathlib import Path

from service.api.pages.bundle import client_files

WEB = Path(__file__).with_name("web")
EMPTY = '<meta name="faceoff-address" content="">'


def write_site(address: str, folder: Path) -> None:
    """Write the web client for the service at ``address`` into ``folder``, which is replaced."""
    shutil.rmtree(folder, ignore_errors=True)
    made = client_files(WEB)
    page = made.pop("index.html").decode()
    (folder / "client").mkdir(parents=True)
    for name, data in made.items():
        (folder / "client" / name).write_bytes(data)
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
