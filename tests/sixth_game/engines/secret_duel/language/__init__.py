"""What is said about Secret Duel, a file for each language: English alone, so that it is English for everybody."""

from engines.language import languages_in

LANGUAGES = languages_in(__name__)
ENGLISH = LANGUAGES["en"]
