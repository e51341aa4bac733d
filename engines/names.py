"""Who sits where, for what is said about a game."""

from collections.abc import Sequence


def default_name(seat: int) -> str:
    """What a player is called who has given no name."""
    return f"Player {seat + 1}"


class Names:
    """The players' names by seat. A side is called by its players.

    >>> table = Names(["Ida", "Ole", "Eva", "Jan"])
    >>> table.seat(1), table.side(0), table.wins(0)
    ('Ole', 'Ida and Eva', 'Ida and Eva win')
    """

    def __init__(self, players: Sequence[str]) -> None:
        """``players``: one name per seat, used as plain text. Equal names are told apart by the place, counted from 1."""
        plain = [" ".join(player.split()) or "Player" for player in players]
        self._seats = [name if plain.count(name) == 1 else f"{name} ({place})" for place, name in enumerate(plain, 1)]

    def seat(self, seat: int) -> str:
        """The player at a seat."""
        return self._seats[seat]

    def side(self, side: int) -> str:
        """The players of a side."""
        return " and ".join(self._seats[side::2])

    def wins(self, side: int) -> str:
        """That a side wins, as the beginning of a sentence."""
        return f"{self.side(side)} {'wins' if len(self._seats) == 2 else 'win'}"

    def __len__(self) -> int:
        return len(self._seats)
