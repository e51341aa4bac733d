"""Opponents that never change, to measure later ones against: the top level as it was before it learned (``frozen``).

The modules beside it are copies of what that level decided with, without the words for reasons. They import ``engines``
alone, so that nothing that ``ai`` becomes changes them; fix nothing here. They are compiled where the engines are.
"""

from pathlib import Path

import engines

__path__.insert(0, str(Path(engines.__file__).parents[1] / "bench" / "opponents"))
