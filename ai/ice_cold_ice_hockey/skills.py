"""The skills of the game (``ai.skills``), in the order of a coach."""

from typing import Final

from ai.skills import GENERAL, what_may_be_done

LOGIT: Final = 0.016
SKILLS: Final = GENERAL.skills
situation = what_may_be_done
