"""Games by what a test needs of them: the tests of the rest name none where any will do."""

from engines import VARIANTS

QUICK_GAME = min((variant.minutes, key) for key, variant in VARIANTS.items() if variant.has_decisions)[1]
"""Over soonest of those in which players decide."""
SECOND_GAME = next(key for key in VARIANTS if key != next(iter(VARIANTS)))
"""Where two games must not be mixed up."""
