"""The operator's own deck files, read and validated at start-up, in the API and in the workers."""

from pathlib import Path
from typing import Final

from engines import VARIANTS
from service.config import SettingsError, variable_name

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
