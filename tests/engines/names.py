"""The players' names in tests of commentary."""

from typing import Final

from engines.names import Names

NAMES: Final = Names(["Ida", "Ole"])
FOUR: Final = Names(["Ida", "Ole", "Eva", "Jan"])
