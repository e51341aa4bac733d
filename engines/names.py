"""The names of the players in the texts of a game."""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.language import ENGLISH, Phrases, shared


def default_name(seat: int, phrases: Phrases | None = None) -> str:
    """The name of a player who has given none."""
    return (phrases or shared(ENGLISH))("default_name", number=seat + 1)


class Name(str):
    """The name of a player or a side in phrases: ``{player}``, and with two forms what agrees with it.

    The first form is of others, the second of the reader.

    >>> [f"{name} {name:plays|play}" for name in (Name("Ida"), Reader("You"))]
    ['Ida plays', 'You play']
    """

    def __format__(self, forms: str) -> str:
        return forms.rpartition("|")[0] if forms else str(self)


class Reader(Name):
    """The player who reads the text, or the side of that player."""

    def __format__(self, forms: str) -> str:
        return forms.rpartition("|")[2] if forms else str(self)


class Team(str):
    """The team of a side in phrases, empty for a side without one: ``{team:with|without}`` is one of two forms.

    >>> [f"{team:{team} leads|Ida leads}" for team in (Team("Reykjavik"), Team(""))]
    ['Reykjavik leads', 'Ida leads']
    """

    def __format__(self, forms: str) -> str:
        with_team, _, without = forms.partition("|")  # no team has a bar in its name
        return (with_team if self else without) if forms else str(self)


class Names:
    """The players' names by seat, and the teams of the sides. A side without a team is named after its players.

    >>> table = Names(["Ida", "Ole", "Eva", "Jan"])
    >>> table.seat(1), table.side(0), table.wins(0)
    ('Ole', 'Ida and Eva', 'Ida and Eva win')
    >>> Names(["Ida", "Ole", "Eva", "Jan"], reader=2).wins(0), Names(["Ida", "Ole"], reader=1).wins(1)
    ('You and Ida win', 'You win')
    >>> Names(["Ida", "Ole"], reader=1, teams=("", "Reykjavik")).wins(1)
    'Victory for Reykjavik'
    """

    def __init__(
        self,
        players: Sequence[str],
        phrases: Phrases | None = None,
        reader: int | None = None,
        teams: tuple[str, str] = ("", ""),
    ) -> None:
        """``players``: one name for each seat, used as plain text. Equal names get the seat's number added, counted
        from 1.

        ``phrases`` are those of the language in which sides are named; English by default. The player of the seat
        ``reader``, if there is one, is spoken to: "You". ``teams``: of both sides, empty without one; they have the
        same name for all readers.
        """
        self._phrases = phrases or shared(ENGLISH)
        plain = [" ".join(player.split()) or self._phrases("nameless") for player in players]
        self._seats = [Name(name) for name in _told_apart(plain)]
        self._teams = [Team(name) for name in _told_apart([" ".join(team.split()) for team in teams])]
        if reader is not None:
            self._seats[reader] = Reader(self._phrases("you"))

    def seat(self, seat: int) -> Name:
        """The player at a seat."""
        return self._seats[seat]

    def side(self, side: int) -> Name:
        """The players of a side, the reader first."""
        first, *partner = sorted(self._seats[side::2], key=lambda name: not isinstance(name, Reader))
        return type(first)(self._phrases("and", first=first, last=partner[0])) if partner else first

    def team(self, side: int) -> Team:
        """The team of a side, for what a side achieves: its goals and its victory."""
        return self._teams[side]

    def wins(self, side: int) -> str:
        """The beginning of a sentence: that a side wins."""
        named = {"side": self.side(side), "team": self.team(side)}
        return self._phrases("side_wins", **named, count=len(self._seats) // 2)

    def standing(self, event: Mapping[str, Any]) -> str:
        """The score in an event, between two teams with their names.

        >>> [Names(["Ida", "Ole"], teams=teams).standing({"score": [2, 1]}) for teams in (("", ""), ("Oslo", "Turku"))]
        ['2-1', 'Oslo 2-1 Turku']
        """
        return f"{self.team(0)} {score_text(event)} {self.team(1)}" if all(self._teams) else score_text(event)

    def __len__(self) -> int:
        return len(self._seats)


def _told_apart(names: Sequence[str]) -> list[str]:
    """The names, equal ones with their number."""
    return [name if not name or names.count(name) == 1 else f"{name} ({place})" for place, name in enumerate(names, 1)]


def score_text(event: Mapping[str, Any]) -> str:
    """The score in an event, side 0 first."""
    return f"{event['score'][0]}-{event['score'][1]}"


def result_text(event: Mapping[str, Any]) -> str:
    """The score of a game that is over, the goals of its winner first.

    >>> result_text({"winner": 1, "score": [2, 4]}), result_text({"winner": None, "score": [1, 1]})
    ('4-2', '1-1')
    """
    winner = event["winner"] or 0
    return f"{event['score'][winner]}-{event['score'][1 - winner]}"


def phrase_values(event: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """The values for the phrase of an event: its fields, with the names of ``player`` and ``dealer``, the player's
    ``team`` and a written score.

    >>> phrase_values({"type": "scores", "seat": 1, "score": [0, 1]}, Names(["Ida", "Ole"]))["player"]
    'Ole'
    """
    values = dict(event)
    if "seat" in event:
        values["player"], values["team"] = names.seat(event["seat"]), names.team(event["seat"] % 2)
    if "dealer" in event:
        values["dealer"] = names.seat(event["dealer"])
    if "score" in event:
        values["score"] = score_text(event)
        values["standing"] = names.standing(event)
    return values


def end_text(event: Mapping[str, Any], names: Names, phrases: Phrases) -> str:
    """How a game ended, from an event with its ``winner``, its ``score``, and the ``reason`` or whether a ``shootout``
    decided: it did if a side has won a tie.
    """
    if event["winner"] is None:
        return phrases("draw", score=result_text(event))
    is_shootout = event.get("shootout", event["score"][0] == event["score"][1])
    reason = event.get("reason", "shootout" if is_shootout else "score")
    return phrases(f"won.{reason}", wins=names.wins(event["winner"]), score=result_text(event))
