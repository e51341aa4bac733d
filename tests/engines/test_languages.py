"""Every game has its texts in every language: the same phrases with the same places, and whole games without a word of
English.
"""

import json
import re
from string import Formatter

import pytest

from engines import VARIANTS
from engines.language import CODES, ENGLISH, dump_text, load_text, sentence, shared, text_parts
from engines.names import Name, Reader, Team
from tests.engines.names import as_read

OTHERS = [(key, code) for key in VARIANTS for code in CODES if code != ENGLISH]


def places(phrase):
    parts = phrase if isinstance(phrase, tuple) else (phrase,)
    return {frozenset(name for _, name, _, _ in Formatter().parse(part) if name) for part in parts}


def assert_same_phrases(here, english):
    assert here.phrases.keys() == english.phrases.keys()
    for name, phrase in english.phrases.items():
        assert places(here.phrases[name]) == places(phrase), name


def letters(phrase):
    """The words of a phrase, those of its places left out."""
    return re.findall(r"\w{3,}", re.sub(r"\{.*?\}", "", as_read(phrase)))


def test_there_are_english_and_french():
    assert {ENGLISH, "fr"} <= set(CODES)


@pytest.mark.parametrize(("key", "code"), OTHERS)
def test_every_language_has_every_phrase_with_the_same_places(key, code):
    variant = VARIANTS[key]
    assert_same_phrases(variant.languages[code], variant.languages[ENGLISH])


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("key", VARIANTS)
def test_a_phrase_has_the_same_places_for_its_reader(key, code):
    for name, phrase in VARIANTS[key].languages[code].phrases.items():
        others, reader = (re.findall(r"\{\w+\}", as_read(phrase, kind)) for kind in (Name, Reader))
        for place in {*others, *reader}:  # only a name may be left out: one that the forms are of
            assert others.count(place) == reader.count(place) or f"{place[:-1]}:" in str(phrase), name


@pytest.mark.parametrize(("key", "code"), OTHERS)
def test_no_phrase_is_left_in_english(key, code):
    here, english = VARIANTS[key].languages[code], VARIANTS[key].languages[ENGLISH]
    assert [name for name, phrase in english.phrases.items() if letters(phrase) and here.phrases[name] == phrase] == []


@pytest.mark.parametrize(("key", "code"), OTHERS)
def test_every_language_says_what_the_game_its_presets_options_and_moves_are(key, code):
    variant = VARIANTS[key]
    texts = variant.languages[code].texts
    assert not [name for name in ("name", "summary", "credits") if not getattr(texts, name)]
    assert texts.presets.keys() == variant.presets.keys()
    assert texts.options.keys() == variant.options.keys(), f"see `options` in engines/{key}/language/{code}.py"
    assert texts.moves.keys() == {kind.type for kind in variant.moves}
    assert not [
        text
        for text in (*texts.presets.values(), *texts.options.values(), *texts.moves.values())
        if not text.endswith(".")
    ]
    assert texts.names.keys() >= variant.sheet.statistics.keys()


def named(texts):
    """What people see of presets, options and values of options, by keys."""
    values = {
        f"{option} {value}": name for option, names in texts.choice_names.items() for value, name in names.items()
    }
    return texts.preset_names | texts.option_names | values


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("key", VARIANTS)
def test_presets_options_and_their_values_have_names_in_every_language(key, code):
    variant = VARIANTS[key]
    texts = variant.languages[code].texts
    assert texts.preset_names.keys() == variant.presets.keys()
    file = f"engines/{key}/language/{code}.py"
    assert texts.option_names.keys() == variant.options.keys(), f"see `option_names` in {file}"
    enums = {name: field.schema().get("enum", []) for name, field in variant.options.items()}
    with_texts = {
        name: set(values) for name, values in enums.items() if any(isinstance(value, str) for value in values)
    }
    assert {name: set(names) for name, names in texts.choice_names.items() if name in with_texts} == with_texts
    assert not [name for name in named(texts).values() if not (name and not name.endswith(".") and "_" not in name)]


@pytest.mark.parametrize(("key", "code"), OTHERS)
def test_no_name_of_several_words_is_left_in_english(key, code):
    here, english = (named(VARIANTS[key].languages[one].texts) for one in (code, ENGLISH))
    assert [name for name, text in english.items() if " " in text and here[name] == text] == []


def test_cards_have_the_right_article_and_suit_in_french():
    assert [shared("fr").card(card) for card in ("QH", "AS", "TD", "JC", "XR")] == [
        "la dame de cœur",
        "l'as de pique",
        "le dix de carreau",
        "le valet de trèfle",
        "le joker rouge",
    ]


def test_cards_are_listed_as_one_says_them():
    english, french = shared("en"), shared("fr")
    assert english.cards(["AH"]) == "the ace of hearts"
    assert english.cards(["9H", "QH"]) == "the nine and the queen of hearts"
    assert french.cards(["9H", "QH"]) == "le neuf et la dame de cœur"
    assert french.cards(["AS", "QS", "2S"]) == "l'as, la dame et le deux de pique"
    assert english.cards(["9H", "QS", "XR"]) == "the nine of hearts, the queen of spades and the red joker"
    assert french.cards(["XR", "XB"]) == "le joker rouge et le joker noir"


def test_things_are_listed_as_one_says_them():
    english = shared("en")
    assert [english.all_of(list(things)) for things in ("a", "ab", "abc")] == ["a", "a and b", "a, b and c"]
    assert [english.either(list(things)) for things in ("a", "ab", "abc")] == ["a", "a or b", "a or b or c"]


def test_marked_cards_are_parts_of_the_same_text():
    phrases = shared("fr")
    text = sentence(phrases.marked.cards(["9H", "QS"]))
    assert text_parts(text) == [("Le neuf de cœur", "9H"), (" et ", ""), ("la dame de pique", "QS")]
    assert "".join(words for words, _ in text_parts(text)) == sentence(phrases.cards(["9H", "QS"]))
    assert text_parts("Face-off!") == []


def test_a_text_can_be_stored_and_shown_in_another_language_then():
    english, french = shared("en"), shared("fr")
    refusal = english.phrase("out_of_range", value="7", range=english.phrase("low_to_high", low=1, high=5))
    stored = dump_text(refusal)
    assert stored == ["out_of_range", {"value": "7", "range": ["low_to_high", {"low": 1, "high": 5}]}]
    assert load_text(json.loads(json.dumps(stored)), english) == refusal
    assert french.translate(load_text(stored, english)) == french.translate(refusal) != refusal
    assert (dump_text("as it is"), load_text("as it is", english)) == ("as it is", "as it is")
    assert load_text(["a phrase of an earlier release", {}], english) == ""


def test_french_has_no_break_before_its_high_punctuation():
    for key in VARIANTS:
        for phrase in VARIANTS[key].phrases("fr").phrases.values():
            for kind in (Name, Reader, Team):
                plain = re.sub(r"\{.*?\}", "x", as_read(phrase, kind))
                assert not re.search(r"[^\N{NO-BREAK SPACE}]([;!?»]|:(?= ))", plain), phrase
