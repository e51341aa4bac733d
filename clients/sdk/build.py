"""Builds the wheel and the npm package of the SDKs, with the types that ``clients.sdk.generate`` has written:
``python -m clients.sdk.build FOLDER``. Needs no network.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from clients.bundle import languages, page
from clients.sdk.generate import JAVASCRIPT, PYTHON, ROOT, TOOLS, outdated_types, run

COMPILER = TOOLS / "node_modules/.bin/tsc"


def build(target: Path) -> list[Path]:
    """Build both packages into ``target``, from copies of their folders, so that no build files are left in the tree;
    clients/mcp is part of the wheel, with its page.
    Ends the program if the types are of another contract, or the sources in JavaScript have wrong types.
    """
    if outdated := outdated_types():
        sys.exit(outdated)
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        wheel, package = Path(folder, "python"), Path(folder, "javascript")
        shutil.copytree(PYTHON.parent, wheel, ignore=shutil.ignore_patterns("*.egg-info", "__pycache__", "build"))
        tools = wheel / "faceoff_client/mcp"
        tools.mkdir()
        for module in (ROOT / "clients/mcp").glob("*.py"):
            (tools / module.name).write_text(module.read_text().replace("clients.mcp", "faceoff_client.mcp"))
        for language in languages():
            (tools / f"table_{language}.html").write_text(page(language), "utf-8")
        shutil.copytree(JAVASCRIPT, package, ignore=shutil.ignore_patterns("node_modules", "lib"))
        for copy in (wheel, package):
            shutil.copy(ROOT / "LICENSE", copy)
        uv = (str(Path(sys.executable).with_name("uv")), "build", "--python", sys.executable)
        here = ("--offline", "--no-build-isolation", "--no-create-gitignore")
        run(*uv, *here, "--wheel", "--out-dir", str(target), str(wheel))
        # The modules without their comments, which would be half of what a page loads, and declarations with them.
        compile_into = (str(COMPILER), "--project", str(package), "--outDir", str(package / "lib"))
        run(*compile_into, "--noEmit", "false", "--removeComments")
        run(*compile_into, "--noEmit", "false", "--noCheck", "--declaration", "--emitDeclarationOnly")
        for file in (package / "src").glob("*.d.ts"):
            shutil.copy(file, package / "lib")
        run("npm", "pack", str(package), "--pack-destination", str(target), cwd=folder)
    return sorted(target.iterdir())


if __name__ == "__main__":
    for path in build(Path(sys.argv[1]).resolve()):
        print(path)
