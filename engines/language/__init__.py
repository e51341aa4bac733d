"""Texts for people in several languages: a file of phrases for each language and game, and one for the words that all
games share.

Phrases are data: whole sentences with named placeholders. The code that chooses among them is the same for all
languages. A language is found by the name of its files, so a new one is added as files: ``docs/translating.md``.
"""

import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from importlib import import_module
from typing import Any, Final, TypeAlias

Phrase: TypeAlias = str | tuple[str, str]
"""A text with placeholders such as ``{card}``; two texts if it depends on ``count``: for one, and for more."""
ENGLISH: Final = "en"
"""The default language of texts."""
_MARK: Final = "\x1e"
"""Before and after a marked card."""
_NAMED: Final = "\x1f"
"""Between its code and its name. No player's name contains either: there they are white space."""


@dataclass(frozen=True)
class Words:
    """What all games share in one language."""

    language: str
    """The language's own name."""
    is_one: Callable[[int], bool]
    """Whether a count takes the first of two phrases."""
    typeset: Callable[[str], str]
    """Inserts the spaces of the language's typography into a phrase."""
    decimal_mark: str
    ranks: Mapping[str, str]
    the_ranks: Mapping[str, str]
    """The ranks with their article."""
    suits: Mapping[str, str]
    jokers: Mapping[str, str]
    the_jokers: Mapping[str, str]
    of_suit: str
    """``{rank}`` and ``{suit}`` as a card."""
    phrases: Mapping[str, Phrase]


@dataclass(frozen=True)
class Texts:
    """The texts of one game, or of the service, in one language. Descriptions in English are where the thing is
    declared.
    """

    phrases: Mapping[str, Phrase] = field(default_factory=dict)
    name: str = ""
    summary: str = ""
    credits: str = ""
    presets: Mapping[str, str] = field(default_factory=dict)
    """What each preset is, by its name."""
    options: Mapping[str, str] = field(default_factory=dict)
    """What each option does, by its name."""
    moves: Mapping[str, str] = field(default_factory=dict)
    """What each type of move does, by its name."""
    preset_names: Mapping[str, str] = field(default_factory=dict)
    """Each preset's name for people. The names are English too; without a name here, the key is shown."""
    option_names: Mapping[str, str] = field(default_factory=dict)
    """Each option's name."""
    character_names: Mapping[str, str] = field(default_factory=dict)
    """The name of each character of the computer, by its key."""
    character_lines: Mapping[str, str] = field(default_factory=dict)
    """A line about how each character plays, by its key; in English too."""
    choice_names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The values of each option that is one of a few texts, by the option's name."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Translations of names in data, such as those of a deck file, by their English."""


class PhraseText(str):
    """A text in English that keeps its phrase, so that it can be translated: refusals, and reasons of a suggestion."""

    phrase: str
    values: Mapping[str, Any]


class _Number:
    """A number that is written with the decimal mark of a language."""

    def __init__(self, value: float, mark: str) -> None:
        self._value, self._mark = value, mark

    def __format__(self, spec: str) -> str:
        return format(self._value, spec).replace(".", self._mark)


class Phrases:
    """The phrases of one game, or of the service, in one language."""

    def __init__(self, code: str, words: Words, texts: Texts, marks_cards: bool = False) -> None:
        self.code = code
        self._given: Final = words, texts
        self._marks_cards: Final = marks_cards
        self.texts: Final = _typeset_texts(texts, words.typeset)
        self._the_cards: Final[Mapping[str, str]] = {**_pack(words, words.the_ranks), **words.the_jokers}
        self._the_ranks: Final = words.the_ranks
        named = {f"the.{code}": name for code, name in {**self._the_ranks, **self._the_cards}.items()}
        self.phrases: Final[Mapping[str, Phrase]] = _typeset({**named, **words.phrases, **texts.phrases}, words.typeset)
        """With a phrase for each rank and card: ``the.Q``, ``the.QH``."""
        self.ranks: Final = words.ranks
        self.suits: Final = words.suits
        self.card_names: Final[Mapping[str, str]] = {**_pack(words, words.ranks), **words.jokers}
        """A card of the pack by its code."""
        self._is_one = words.is_one
        self._decimal_mark = words.decimal_mark

    def __call__(self, name: str, /, **values: Any) -> str:
        """The phrase with its placeholders filled."""
        phrase = self.phrases[name]
        if isinstance(phrase, tuple):
            phrase = phrase[0 if self._is_one(values["count"]) else 1]
        return phrase.format_map(values)

    def phrase(self, name: str, /, **values: Any) -> PhraseText:
        """The same as a text that ``translate`` can translate; values may be such texts too."""
        text = PhraseText(self(name, **values))
        text.phrase, text.values = name, values
        return text

    def card(self, code: str, name: str = "") -> str:
        """A card inside a sentence: one of the pack with its article, any other by its ``name``.

        >>> shared("en").card("QH"), shared("fr").card("QH")
        ('the queen of hearts', 'la dame de cœur')
        """
        name = name or self._the_cards[code]
        return f"{_MARK}{code}{_NAMED}{name}{_MARK}" if self._marks_cards else name

    def cards(self, codes: Sequence[str]) -> str:
        """Cards of the pack inside a sentence; a suit that they all have is named once.

        >>> shared("en").cards(["9H", "QH"]), shared("en").cards(["9H", "9D", "AS"])
        ('the nine and the queen of hearts', 'the nine of hearts, the nine of diamonds and the ace of spades')
        """
        if len(codes) == 1:
            return self.card(codes[0])
        ranks = self._the_ranks if len({code[1] for code in codes}) == 1 else {}
        return self.all_of([*[self.card(code, ranks.get(code[0], "")) for code in codes[:-1]], self.card(codes[-1])])

    @cached_property
    def marked(self) -> "Phrases":
        """The same, with every card in the texts marked: for ``text_parts``."""
        return Phrases(self.code, *self._given, marks_cards=True)

    def all_of(self, parts: Sequence[str]) -> str:
        """All of several things, in a sentence: ``a, b and c``."""
        return parts[0] if len(parts) == 1 else self("and", first=", ".join(parts[:-1]), last=parts[-1])

    def either(self, parts: Sequence[str]) -> str:
        """One of one or more things."""
        text = parts[-1]
        for part in reversed(parts[:-1]):
            text = self.phrase("or", first=part, last=text)
        return text

    def listed(self, parts: Sequence[str]) -> str:
        """One of several things, in a sentence: ``a, b or c``."""
        return parts[0] if len(parts) == 1 else self("or", first=", ".join(parts[:-1]), last=parts[-1])

    def asked(self, asked: int, seat: int, wanted: str) -> PhraseText:
        """Whom the game asks now, and what, in a text for ``seat``."""
        return (
            self.phrase("you_are_asked", wanted=wanted)
            if asked == seat
            else self.phrase("seat_is_asked", seat=asked, wanted=wanted)
        )

    def translate(self, text: str) -> str:
        """An English text in this language; unchanged if it has no phrase here."""
        if not isinstance(text, PhraseText) or text.phrase not in self.phrases:
            return str(text)
        return self(
            text.phrase,
            **{name: value if name == "count" else self._value(value) for name, value in text.values.items()},
        )

    def knows(self, text: str) -> bool:
        """Whether an English text, with the phrases in it, can be translated into this language."""
        if not isinstance(text, PhraseText):
            return self.code == ENGLISH
        return text.phrase in self.phrases and all(
            self.knows(value) for value in text.values.values() if isinstance(value, PhraseText)
        )

    def _value(self, value: Any) -> Any:
        if isinstance(value, float):
            return _Number(value, self._decimal_mark)
        return self.translate(value) if isinstance(value, str) else value

    def named(self, english: str) -> str:
        """The name of ``english`` from the data of a game; unchanged if this language has none."""
        return self.texts.names.get(english, english)


def inside(outer: str, text: str) -> str:
    """The English text of a fault whose place begins with ``outer``; it can be translated if ``text`` can."""
    return shared(ENGLISH).phrase("inside", outer=outer, inner=text) if isinstance(text, PhraseText) else outer + text


def readable(key: str) -> str:
    """A key as a name for people, if there is no better one.

    >>> readable("first_dealer")
    'First dealer'
    """
    return sentence(key.replace("_", " "))


def sentence(text: str) -> str:
    """The text with a capital at its beginning."""
    start = text.find(_NAMED) + 1 if text.startswith(_MARK) else 0
    return text[:start] + text[start : start + 1].upper() + text[start + 1 :]


def text_parts(marked: str) -> list[tuple[str, str]]:
    """The parts of a text of marked phrases: words, and the code of the card that they name, or none. Empty if the text
    names no card.

    >>> text_parts(sentence(shared("en").marked.cards(["9H", "QS"])))
    [('The nine of hearts', '9H'), (' and ', ''), ('the queen of spades', 'QS')]
    """
    parts: list[tuple[str, str]] = []
    if _MARK not in marked:
        return parts
    for i, part in enumerate(marked.split(_MARK)):
        code, _, words = part.partition(_NAMED) if i % 2 else ("", "", part)
        if words:
            parts.append((words, code))
    return parts


def dump_text(text: str) -> Any:
    """A text as JSON that ``load_text`` reads, for the store; a text without a phrase is stored unchanged."""
    if not isinstance(text, PhraseText):
        return text
    return [
        text.phrase,
        {name: dump_text(value) if isinstance(value, str) else value for name, value in text.values.items()},
    ]


def load_text(data: Any, english: Phrases) -> str:
    """The inverse of ``dump_text``; empty if the phrase no longer exists, as after an upgrade."""
    if not isinstance(data, list):
        return str(data)
    name, values = data
    if name not in english.phrases:
        return ""
    return english.phrase(
        name,
        **{key: load_text(part, english) if isinstance(part, str | list) else part for key, part in values.items()},
    )


def languages_in(package: str) -> Mapping[str, Phrases]:
    """The phrases of a game's package ``language`` by code, including the shared words."""
    codes = [module.name for module in pkgutil.iter_modules(import_module(package).__path__)]
    return {code: Phrases(code, words(code), import_module(f"{package}.{code}").TEXTS) for code in codes}


def words(code: str) -> Words:
    """The shared words of a language."""
    found: Words = import_module(f"engines.language.{code}").WORDS
    return found


@cache
def shared(code: str) -> Phrases:
    """The words that all games share, without those of a game."""
    return Phrases(code, words(code), Texts())


def _typeset_texts(texts: Texts, typeset: Callable[[str], str]) -> Texts:
    return Texts(**{part.name: _typeset(getattr(texts, part.name), typeset) for part in fields(texts)})


def _typeset(value: Any, typeset: Callable[[str], str]) -> Any:
    """A text, both forms of a phrase with a count, or all texts of a mapping."""
    if isinstance(value, str):
        return typeset(value)
    if isinstance(value, tuple):
        return tuple(typeset(text) for text in value)
    return {name: _typeset(text, typeset) for name, text in value.items()}


def _pack(words: Words, ranks: Mapping[str, str]) -> dict[str, str]:
    return {
        code + of: words.of_suit.format(rank=rank, suit=suit)
        for code, rank in ranks.items()
        for of, suit in words.suits.items()
    }


CODES: Final = tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))
"""The codes of all languages (RFC 5646)."""
