"""Deck files of the operator's own, named by a setting."""

import pytest

from engines import VARIANTS
from service.config import SettingsError
from service.games.catalogue import load_decks

WITH_DECKS = [key for key, variant in VARIANTS.items() if variant.add_deck]


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ("nonsense", "not of the form"),
        ("hockey/=x.csv", "not of the form"),
        ("chess/mine=x.csv", "'chess' is not a variant with deck files"),
        ("hockey/mine=x.csv", "'hockey' is not a variant with deck files"),
    ],
)
def test_a_setting_that_cannot_be_understood_is_refused(setting, says):
    with pytest.raises(SettingsError, match=says):
        load_decks(setting)


@pytest.mark.parametrize("key", WITH_DECKS)
def test_a_file_that_is_missing_or_no_deck_is_refused_with_its_faults(key, tmp_path):
    with pytest.raises(SettingsError, match=r"missing\.csv cannot be read"):
        load_decks(f"{key}/mine={tmp_path / 'missing.csv'}")
    (tmp_path / "bad.csv").write_text("id,name\n1,one\n")
    with pytest.raises(SettingsError, match=f"bad.csv is not a deck of {key}"):
        load_decks(f"{key}/mine={tmp_path / 'bad.csv'}")


def test_no_setting_is_no_deck():
    load_decks("")
