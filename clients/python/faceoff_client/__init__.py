"""Play hockey card games against people and computers: the client of the Faceoff API.

>>> from faceoff_client import Client
>>> game = Client("http://127.0.0.1:8000").create("hockey", level=2)
>>> for turn in game.turns():
...     game.play(turn["legal_moves"][0])

``types`` has the types of all responses and requests: TypedDicts, for type checkers and editors.
"""

from faceoff_client.client import Client
from faceoff_client.errors import FaceoffError, Failed, Problem, Unreachable
from faceoff_client.fairness import fairness_faults, new_seed
from faceoff_client.game import Game, SavedGame
from faceoff_client.moves import is_asked, observation_of, random_move
from faceoff_client.tasks import Match
from faceoff_client.version import VERSION

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
    "new_seed",
    "observation_of",
    "random_move",
]
