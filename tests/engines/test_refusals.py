"""What is refused, and the texts of the refusals: of each game what its tests/<game>/refused.py lists."""

import pytest

from engines import VARIANTS
from engines.api import InvalidMove, InvalidObservation, InvalidOption
from tests.engines.table import module_of

LISTED = {key: listed for key in VARIANTS if (listed := module_of(key, "refused"))}


def cases(of):
    """All entries of a list of all games."""
    return [pytest.param(key, *entry, id=f"{key}-{i}") for key in LISTED for i, entry in enumerate(of(LISTED[key]))]


@pytest.mark.parametrize(("key", "changes", "field", "says"), cases(lambda listed: listed.OPTIONS))
def test_options_that_do_not_fit_are_refused_saying_what_would(key, changes, field, says):
    variant = VARIANTS[key]
    for refused_by in (variant.complete_options, lambda options: variant.resolve_options(None, options)):
        with pytest.raises(InvalidOption) as refused:
            refused_by(changes)
        assert refused.value.field == field
        assert str(refused.value).startswith(field)
        assert says in str(refused.value)


@pytest.mark.parametrize(("key", "position", "says"), cases(lambda listed: listed.POSITIONS))
def test_an_impossible_position_is_not_loaded(key, position, says):
    with pytest.raises(ValueError, match=says):
        VARIANTS[key].codec.load_state(position)


@pytest.mark.parametrize(("key", "base", "change", "field", "says"), cases(lambda listed: listed.OBSERVATIONS))
def test_an_impossible_observation_is_refused_naming_field_and_what_would_add_up(key, base, change, field, says):
    with pytest.raises(InvalidObservation) as refused:
        VARIANTS[key].codec.load_observation(base | change)
    assert str(refused.value).startswith(f"observation.{field}: ")
    assert refused.value.field == f"observation.{field}"
    assert says in str(refused.value)


@pytest.mark.parametrize(("key", "base"), cases(lambda listed: [(base,) for base in listed.BASES]))
def test_the_bases_of_the_refused_observations_are_accepted(key, base):
    codec = VARIANTS[key].codec
    seen = codec.dump_observation(codec.load_observation(base))
    assert codec.dump_observation(codec.load_observation(seen)) == seen


@pytest.mark.parametrize("nonsense", [None, 3, "seat", [], {}, {"seat": True}, {"seat": 0, "options": []}])
@pytest.mark.parametrize("key", VARIANTS)
def test_nonsense_is_no_observation(key, nonsense):
    with pytest.raises(InvalidObservation, match=r"^observation"):
        VARIANTS[key].codec.load_observation(nonsense)


@pytest.mark.parametrize("key", VARIANTS)
def test_a_text_is_no_list_in_an_observation(key):
    fields = VARIANTS[key].observation.fields
    lists = [name for name, field in fields.items() if "array" in field.schema().get("type", ())]
    assert lists
    for name in lists:
        with pytest.raises(InvalidObservation, match=r"^observation"):
            VARIANTS[key].codec.load_observation({"seat": 0, name: "7C"})


@pytest.mark.parametrize("key", LISTED)
def test_an_entry_of_the_legal_moves_is_not_sent_whole(key):
    codec, state = VARIANTS[key].codec, LISTED[key].ASKED
    entry = {"move": {"type": "play"}, "text": "play it"}
    for move, says in (
        (entry, "move: this is an entry of `legal_moves`"),
        (entry | {"type": "none"}, "move.type: 'none' is"),
    ):
        with pytest.raises(InvalidMove) as refused:
            codec.decode_move(state, 0, move)
        assert str(refused.value).startswith(says)


@pytest.mark.parametrize(("key", "move", "says"), cases(lambda listed: listed.MOVES))
def test_a_move_that_is_not_understood_is_refused_with_its_field(key, move, says):
    with pytest.raises(InvalidMove) as refused:
        VARIANTS[key].codec.decode_move(LISTED[key].ASKED, 0, move)
    assert str(refused.value).startswith(says)
    assert refused.value.field == says.partition(": ")[0]
