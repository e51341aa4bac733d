"""Play hockey card games against people and computers: the client of the Faceoff API.

>>> from faceoff_client import Client
>>> game = Client("http://127.0.0.1:8000").create("hockey", level=2)
>>> for turn in game.turns():
...     game.play(turn["legal_moves"][0])

``types`` holds the types of all answers and requests: TypedDicts, for type checkers and editors.
"""

from .client import Client
from .errors import FaceoffError, Failed, Problem, Unreachable
from .fairness import fairness_faults
from .game import Game, SavedGame
from .moves import is_asked, observation_of, random_move
from .tasks import Match
from .version import VERSION

__version__ = VERSION
__all__ = [
    "Client",
    "FaceoffError",
    "Failed",
    "Game",
    "Match",
    "Problem",
    "SavedGame",
    "Unreachable",
    "fairness_faults",
    "is_asked",
    "observation_of",
    "random_move",
]
