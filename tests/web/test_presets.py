"""Every preset and every option, chosen in the form for a new game: its table is there, and a few moves are played."""

import json
import urllib.request

import pytest
from playwright.sync_api import expect

from engines import VARIANTS
from tests.patience import PATIENCE_S, wait_until

pytestmark = pytest.mark.slow
PRESETS = [(key, preset) for key, variant in VARIANTS.items() for preset in variant.presets]


def open_form(visitor, variant):
    visitor.open(f"#/new/{variant}")
    visitor.page.locator("form .level").wait_for()
    visitor.page.get_by_text("Details of the rules").click()


def start(visitor):
    """Start the game of the form; the game as the service has it."""
    with visitor.page.expect_response(lambda response: response.url.endswith("/v1/games")) as sent:
        visitor.page.get_by_role("button", name="Start the game").click()
    visitor.page.locator(".table").wait_for()
    return sent.value.json()


def play_on(visitor, game):
    """Play what is legal, if it is the visitor's turn at all before the end."""
    visitor.page.wait_for_selector(".hand button:enabled, .after .result")
    if not visitor.page.locator(".after .result").count():
        visitor.start_tapping()
    wait_until(lambda: ply(visitor, game) > game["ply"])


def ply(visitor, game):
    with urllib.request.urlopen(f"{visitor.address}/v1/games/{game['id']}", timeout=PATIENCE_S) as answer:
        return json.load(answer)["ply"]


@pytest.mark.parametrize(("variant", "preset"), PRESETS, ids=[" ".join(pair) for pair in PRESETS])
def test_each_preset_is_chosen_and_played(visit, variant, preset):
    visitor = visit(size="phone")
    open_form(visitor, variant)
    texts = VARIANTS[variant].languages["en"].texts
    if len(VARIANTS[variant].presets) > 1:
        visitor.page.get_by_role("radio", name=texts.preset_names[preset]).check()
    game = start(visitor)
    assert game["preset"] == preset
    assert game["options"] == VARIANTS[variant].resolve_options(preset, None)[1]
    play_on(visitor, game)


CHANGES = {
    "hockey": {"seats": 4, "starting_pile": 4, "deals": [4, 4, 4], "overtime_deals": [6, 6], "wild_ranks": ["2", "Q"]}
}
"""Values for options that depend on each other; each other option gets another value of its own."""


def another(field, value):
    schema = field.schema()
    if schema.get("type") == "boolean":
        return not value
    if "enum" in schema:
        return next(other for other in schema["enum"] if other != value)
    if schema.get("type") == "string":  # the name of a file, of which there is one
        return value
    return value + 1 if value < schema["maximum"] else value - 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_option_takes_another_value_and_the_game_is_played(visit, variant):
    visitor = visit()
    open_form(visitor, variant)
    options, standard = VARIANTS[variant].options, VARIANTS[variant].resolve_options(None, None)[1]
    names = VARIANTS[variant].languages["en"].texts.option_names
    changes = CHANGES.get(variant, {})
    wanted = {
        name: changes[name] if name in changes else another(field, standard[name]) for name, field in options.items()
    }
    for name, value in wanted.items():
        control = visitor.page.locator(".option", has=visitor.page.get_by_text(names[name], exact=True)).locator(
            "input, select"
        )
        if isinstance(value, bool):
            control.set_checked(value)
        elif "enum" in options[name].schema():
            control.select_option(str(value))
        else:
            control.fill(" ".join(map(str, value)) if isinstance(value, list) else str(value))
            control.press("Tab")
    game = start(visitor)
    assert game["options"] == wanted
    play_on(visitor, game)


def test_options_that_contradict_each_other_are_explained_beside_the_form_and_can_be_mended(visit):
    visitor = visit(strict=False)  # browsers report each request that is refused
    open_form(visitor, "hockey")
    deals = visitor.page.get_by_label("Cards in each deal", exact=False)
    deals.fill("5 5")
    visitor.page.get_by_role("button", name="Start the game").click()
    problem = visitor.page.locator("form .problem")
    expect(problem).to_contain_text(
        "Cards in each deal: 2 seats x 10 cards make 20 of the 52 cards: the deals must add up to 26"
    )
    visitor.shoot("refused-options")
    assert visitor.violations() == []
    deals.fill("6 6 6 8")
    game = start(visitor)
    assert game["options"]["deals"] == [6, 6, 6, 8]


def test_a_choice_of_options_is_forgotten_with_the_preset(visit):
    visitor = visit()
    open_form(visitor, "hockey")
    visitor.page.get_by_label("Periods").fill("1")
    visitor.page.get_by_role("radio", name="Original, early 1960s").check()
    visitor.page.get_by_text("Details of the rules").click()
    assert start(visitor)["options"]["periods"] == 3
