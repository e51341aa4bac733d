"""The browser of the tests: headless Chromium, which takes two thirds of the time of the complete one, or that."""

import os
import shutil

import pytest

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PLACES = os.pathsep.join(["/usr/lib/chromium", os.environ["PATH"]])
"""The folder of Debian's browser comes first: what is on the path is a script that ends without the browser."""
BROWSER = next(filter(None, (shutil.which(name, path=PLACES) for name in NAMES)), None)
IN_A_SANDBOX = ("--no-sandbox", "--disable-dev-shm-usage")
"""Options for who drives it: containers allow no sandbox within, and have little shared memory."""
ALONE = (*IN_A_SANDBOX, "--headless=new", "--disable-gpu", "--disable-background-networking")
"""Options for who starts it without driving it."""

needs_browser = pytest.mark.skipif(
    BROWSER is None and not os.environ.get("REQUIRE_ALL"), reason=f"none of {', '.join(NAMES)} is installed"
)
