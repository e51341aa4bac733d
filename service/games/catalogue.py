"""The games as a client sees them: options, presets, moves, levels, cards."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

from ai import levels
from ai.characters import characters_of
from ai.ratings import rating_range
from ai.strength import strength_of
from engines import VARIANTS, api
from engines.fields import Field, MoveFields, quoted, without_names
from engines.language import ENGLISH, Phrases, Texts, readable
from service.config import SettingsError, variable_name
from service.games.computers import character_name
from service.language import phrases
from service.model.answer import Address, Answer, Count, Positive, VariantKey, about, extend, refusal

JsonSchema = Annotated[dict[str, Any], about("A JSON Schema.")]


class VariantLinks(Answer, kw_only=True):
    """Pages about a variant."""

    rules: Annotated[Address, about("The exact rules, as a page or, with `Accept: text/markdown`, as Markdown.")]
    how_to_play: Annotated[
        Address, about("A short page for players, in the same forms, in the language of the response.")
    ]


class PresetName(Answer, kw_only=True):
    """A preset, its name, and how many play."""

    key: Annotated[str, about("Identifies the preset in all requests for the variant.")]
    name: Annotated[str, about("Display name.")]
    seats: Annotated[int, about("Number of seats.", ge=2)]


class VariantSummary(Answer, kw_only=True):
    """A variant in short."""

    key: Annotated[VariantKey, about("Identifies the variant in all requests.")]
    name: Annotated[str, about("Display name.")]
    summary: Annotated[str, about("The game in a few sentences.")]
    presets: Annotated[list[PresetName], about("The first is the default.")]
    minutes: Annotated[Positive, about("About how long a game against a computer takes, in minutes.")]
    links: VariantLinks


class Preset(PresetName, kw_only=True):
    """A named set of options."""

    description: Annotated[str, about("What the preset is, in a sentence.")]
    options: Annotated[dict[str, Any], about("All options of the variant.")]


class MoveKind(Answer, kw_only=True):
    """A kind of move."""

    type: Annotated[str, about("The `type` of the move.")]
    description: Annotated[str, about("What the move does.")]
    schema: JsonSchema


class Lead(Answer, kw_only=True):
    """How much stronger a level is than the one below, as a difference in Elo with its 95 % interval."""

    elo: Annotated[int, about("Elo difference.")]
    low: Annotated[int, about("Lower bound of the interval.")]
    high: Annotated[int, about("Upper bound of the interval.")]
    over: Annotated[Count, about("Number of the level below. 0 is random play.")]
    games: Annotated[Count, about("Number of games between the two.")]


class Strength(Answer, kw_only=True):
    """Measured rating of a level in this variant with its 95 % interval: one scale for all levels, on which random play
    is 0.

    It is the sum of the leads from random play up to the level. Ratings of different variants are not comparable.
    """

    elo: Annotated[int, about("Rating in Elo.")]
    low: Annotated[int, about("Lower bound of the interval.")]
    high: Annotated[int, about("Upper bound of the interval.")]
    lead: Annotated[Lead, about("The lead over the level below.")]
    games: Annotated[Count, about("Number of games that the rating is calculated from.")]
    preset: Annotated[str, about("The preset that was played.")]
    measured: Annotated[str, about("Day of the latest measurement.", extra_json_schema={"format": "date"})]


class Level(Answer, kw_only=True):
    """A computer opponent."""

    level: Annotated[Positive, about("Number of the level. Higher levels are stronger.")]
    key: Annotated[str, about("The `level` to ask for, which stays the same when a release adds levels.")]
    name: Annotated[str, about("Display name.")]
    description: Annotated[str, about("How the level plays.")]
    simulations: Annotated[
        Count,
        about(
            "Simulations of the search for one decision, in games where no learned network decides. 0 for no search."
        ),
    ]
    cap_ms: Annotated[Count, about("Maximum time for one decision, in milliseconds.")]
    strength: Annotated[Strength | None, about("Null if it has not been measured.")]


class RatingRange(Answer, kw_only=True):
    """The ratings that a computer can be asked for: from the weakest level's to the strongest's, in Elo on the scale of
    `strength`.
    """

    lowest: Annotated[int, about("The weakest.")]
    highest: Annotated[int, about("The strongest.")]


class Character(Answer, kw_only=True):
    """An opponent with a name and ways of its own, about as strong as the others at the same level or rating."""

    key: Annotated[str, about("The `character` to ask for.")]
    name: Annotated[str, about("Display name.")]
    line: Annotated[str, about("How it plays, in a line.")]
    colour: Annotated[
        str, about("The ground of its portrait, for white initials.", extra_json_schema={"pattern": "^#[0-9a-f]{6}$"})
    ]


class Variant(Answer, kw_only=True):
    """A variant with its options, presets, moves and levels."""

    key: Annotated[VariantKey, about("Identifies the variant in all requests.")]
    name: Annotated[str, about("Display name.")]
    summary: Annotated[str, about("The game in a few sentences.")]
    credits: Annotated[str, about("Who invented the game.")]
    rules_version: Annotated[Positive, about("Version of the rules.")]
    presets: Annotated[list[Preset], about("The first is the default.")]
    minutes: Annotated[Positive, about("About how long a game against a computer takes, in minutes.")]
    options: Annotated[
        dict[str, JsonSchema],
        about("JSON Schema of every option. `title` is its display name; `oneOf` has those of its values, if any."),
    ]
    moves: Annotated[list[MoveKind], about("All kinds of moves.")]
    table: Annotated[
        dict[str, JsonSchema],
        about(
            "JSON Schema of every field of a view's `table`, in the order in which to show them; `title` is a display "
            "name. A list of 2 items, or of 2 to 4, has one for each seat or side. A number from 0 to 1, and one from "
            "0 to 3 that may be null, is a seat or side. A number whose name ends in `size`, `sizes`, `deck`, `pile` "
            "or `stock` counts cards that lie face down. A text with a `pattern` is a card."
        ),
    ]
    you: Annotated[
        dict[str, JsonSchema],
        about("JSON Schema of every field of a view's `you` other than `seat`, and of its `hand`: likewise."),
    ]
    has_decisions: Annotated[bool, about("False if the cards alone decide the game: all levels play alike.")]
    levels: Annotated[list[Level], about("Computer opponents, weakest first.")]
    ratings: Annotated[
        RatingRange | None,
        about("Ratings that a computer can be asked for instead of a level. Null where the levels are not rated."),
    ]
    characters: Annotated[
        list[Character],
        about("Who a computer can be, at any level or rating. Empty where there is nothing to decide."),
    ]
    links: VariantLinks


class Card(Answer, kw_only=True):
    """A card and what it does under the game's options."""

    id: Annotated[str, about("The card as written in views and moves.")]
    name: Annotated[str, about("Display name.")]
    kind: Annotated[str, about("Category of the card in this variant.")]
    text: Annotated[str, about("What the card does, as in the rules. May be empty.")]
    copies: Annotated[Positive, about("Number of copies.")]
    facts: Annotated[dict[str, Any], about("What is printed on the card: suit and rank, zones, results.")]


class CardList(Answer, kw_only=True):
    """The cards of a variant under a set of options."""

    variant: Annotated[VariantKey, about("The variant's key.")]
    preset: Annotated[str, about("The preset that the options are based on.")]
    options: Annotated[dict[str, Any], about("All options.")]
    cards: Annotated[list[Card], about("Each different card once.")]


def variant_summary(variant: api.Variant, language: str = ENGLISH) -> VariantSummary:
    """A variant in short."""
    texts, folder = _texts(variant, language), "" if language == ENGLISH else f"{language}/"
    return VariantSummary(
        key=variant.key,
        name=variant_name(variant, language),
        summary=texts.summary or variant.summary,
        presets=[
            PresetName(key=key, name=_preset_name(key, texts), seats=int(variant.new_game(options).seats()))
            for key, options in variant.presets.items()
        ],
        minutes=variant.minutes,
        links=VariantLinks(rules=f"/rules/{variant.key}", how_to_play=f"/rules/players/{folder}{variant.key}"),
    )


def variant_details(variant: api.Variant, language: str = ENGLISH) -> Variant:
    """A variant with its options, presets, moves and levels."""
    texts, says, rated = _texts(variant, language), variant.phrases(language), rating_range(variant.key)
    in_short = variant_summary(variant, language)
    return extend(
        Variant,
        in_short,
        credits=texts.credits or variant.credits,
        rules_version=variant.rules_version,
        presets=[
            extend(
                Preset,
                preset,
                description=texts.presets.get(preset.key, variant.preset_texts[preset.key]),
                options=dict(variant.presets[preset.key]),
            )
            for preset in in_short.presets
        ],
        options={name: _option_schema(name, field, texts) for name, field in variant.options.items()},
        moves=[_move_kind(kind, texts.moves.get(kind.type, kind.help)) for kind in variant.moves],
        table=_titled(variant.table.schema(), says),
        you=_titled(variant.private.schema(), says),
        has_decisions=variant.has_decisions,
        levels=[_level(level, variant.key, language) for level in levels.LEVELS],
        ratings=None if rated is None else RatingRange(lowest=rated[0], highest=rated[1]),
        characters=[
            Character(
                key=key,
                name=character_name(variant, key, language),
                line=texts.character_lines.get(key, ""),
                colour=character.colour,
            )
            for key, character in characters_of(variant.key).items()
        ],
    )


def variant_name(variant: api.Variant, language: str) -> str:
    """A variant's name in a language."""
    return _texts(variant, language).name or variant.name


def _texts(variant: api.Variant, language: str) -> Texts:
    """The texts of a variant in a language; in English only the names, the rest is declared in its record."""
    return variant.phrases(language).texts


def _preset_name(key: str, texts: Texts) -> str:
    return texts.preset_names.get(key, readable(key))


def _option_schema(name: str, field: Field, texts: Texts) -> dict[str, Any]:
    schema = {"title": texts.option_names.get(name, readable(name))} | without_names(field.schema())
    names = texts.choice_names.get(name, {})
    values = schema.get("enum", [])
    if values and all(isinstance(value, str) or str(value) in names for value in values):
        schema["oneOf"] = [{"const": value, "title": names.get(str(value), readable(str(value)))} for value in values]
    return _described(schema, texts.options.get(name))


def _titled(schema: dict[str, Any], says: Phrases) -> dict[str, Any]:
    """The properties of an object, and nested ones, with display names instead of the names of types."""

    def titled(part: dict[str, Any]) -> dict[str, Any]:
        part = {key: value for key, value in part.items() if key != "title"}
        if "properties" in part:
            part["properties"] = _titled(part, says)
        if "items" in part:
            part["items"] = titled(part["items"])
        return part

    return {name: {"title": says.named(readable(name))} | titled(part) for name, part in schema["properties"].items()}


def _described(schema: dict[str, Any], text: str | None) -> dict[str, Any]:
    return schema if text is None else schema | {"description": text}


def _move_kind(kind: MoveFields, text: str) -> MoveKind:
    return MoveKind(type=kind.type, description=text, schema=_described(without_names(kind.schema()), text))


def rule_url(key: str, rule: str) -> str:
    """The anchor in the rules document for the rule that a refusal cites, such as ``2.3``, ``2.3 line 4`` or ``ruling
    18``.

    >>> rule_url("your_game", "2.3 line 4")
    '/rules/your_game#2.3-line-4'
    """
    return f"/rules/{key}#{rule.replace(' ', '-')}"


def cards_view(variant: api.Variant, preset: str, options: Mapping[str, Any], language: str = ENGLISH) -> CardList:
    """The cards that are played with, and what each of them does."""
    cards = [Card(**asdict(card)) for card in variant.cards(options, variant.phrases(language))]
    return CardList(variant=variant.key, preset=preset, options=dict(options), cards=cards)


def _level(level: levels.Level, key: str, language: str) -> Level:
    says = phrases(language)
    strength = strength_of(key, level.key)
    return Level(
        level=level.number,
        key=level.key,
        name=says.named(level.name),
        description=says.named(level.description),
        simulations=level.simulations,
        cap_ms=level.cap_ms,
        strength=None if strength is None else _strength(asdict(strength)),
    )


def _strength(measured: dict[str, Any]) -> Strength:
    below = levels.level_by_key(measured["lead"]["over"]) or levels.RANDOM
    return msgspec.convert(measured | {"lead": measured["lead"] | {"over": below.number}}, Strength)


def find_variant(key: str) -> api.Variant:
    """The variant of this key; raises Problem ``variant/unknown``."""
    if key not in VARIANTS:
        known = ", ".join(VARIANTS)
        raise refusal("variant/unknown", "no_variant", field="variant", key=quoted(key), known=known)
    return VARIANTS[key]


# -- decks of the operator

SETTING: Final = variable_name("decks")
FORM: Final = "<variant>/<name>=<path>, several separated by commas"


def load_decks(setting: str) -> None:
    """Add every deck of the setting to its variant; raises SettingsError, which lists all faults of a wrong file."""
    for entry in filter(None, (part.strip() for part in setting.split(","))):
        place, equals, path = entry.partition("=")
        key, slash, name = place.partition("/")
        if not (equals and slash and name and path):
            raise SettingsError(f"{SETTING}: {entry!r} is not of the form {FORM}")
        add_deck = VARIANTS[key].add_deck if key in VARIANTS else None
        if add_deck is None:
            known = ", ".join(variant.key for variant in VARIANTS.values() if variant.add_deck) or "none"
            raise SettingsError(f"{SETTING}: {key!r} is not a variant with deck files; those are {known}")
        try:
            add_deck(name, Path(path).read_text(encoding="utf-8"))
        except OSError as error:
            raise SettingsError(f"{SETTING}: {path} cannot be read: {error.strerror}") from error
        except ValueError as error:
            raise SettingsError(f"{SETTING}: {path} is not a deck of {key}: {error}") from error
