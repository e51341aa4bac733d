"""The texts of Card Hockey, a file for each language."""

from typing import Final

from engines.language import languages_in

LANGUAGES: Final = languages_in(__name__)
ENGLISH: Final = LANGUAGES["en"]
