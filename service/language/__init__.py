"""The texts of the service, a file for each language: its events, refusals, the names of levels and problems, and
scoresheets.
"""

from typing import Final

from engines.language import ENGLISH as ENGLISH_CODE, Phrases, languages_in

LANGUAGES: Final = languages_in(__name__)
ENGLISH: Final = LANGUAGES[ENGLISH_CODE]


def phrases(language: str) -> Phrases:
    """The texts of the service in a language."""
    return LANGUAGES[language]
