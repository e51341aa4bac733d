"""Settings from the environment."""

from dataclasses import fields

import pytest

from service.config import Settings, SettingsError, is_default, variable_name

YEAR_S = 366 * 24 * 3600
BOUNDS = {
    "FACEOFF_WAIT_REPLICAS": (0, 10),
    "FACEOFF_WAIT_MS": (1, 1500),
    "FACEOFF_OPEN_TTL_S": (60, YEAR_S),
    "FACEOFF_ACTIVE_TTL_S": (60, YEAR_S),
    "FACEOFF_FINISHED_TTL_S": (60, YEAR_S),
    "FACEOFF_MAX_TTL_S": (60, YEAR_S),
    "FACEOFF_MAX_STREAM_S": (1, YEAR_S),
    "FACEOFF_TICKET_S": (1, YEAR_S),
    "FACEOFF_ABSENT_AFTER_S": (30, 7 * 24 * 3600),
    "FACEOFF_BOT_TTL_S": (60, YEAR_S),
    "FACEOFF_REDIS_MEMORY_MB": (16, None),
    "FACEOFF_MIN_FREE_MB": (1, None),
}
"""The least and the largest value of settings; the other numbers are at least 0."""
NUMBERS = {variable_name(field.name): field.name for field in fields(Settings) if type(field.default) is int}


def test_settings_have_defaults():
    assert Settings.from_env({}) == Settings()


def test_settings_are_read_from_the_environment():
    settings = Settings.from_env(
        {"REDIS_URL": "redis://x", "FACEOFF_MAX_WAIT_S": "5", "FACEOFF_BACKGROUND": "false", "HOME": "/"}
    )
    assert (settings.redis_url, settings.max_wait_s, settings.background) == ("redis://x", 5, False)


@pytest.mark.parametrize("name", ["FACEOFF_PROXY_HOPS", "FACEOFF_METRICS_PORT"])
def test_zero_is_none(name):
    assert Settings.from_env({name: "0"}) == Settings()


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_has_its_bounds(name):
    least, most = BOUNDS.get(name, (0, None))
    for value in (least, 10**9 if most is None else most):
        assert getattr(Settings.from_env({name: str(value)}), NUMBERS[name]) == value
    wanted = f"a whole number of at least {least}$" if most is None else f"a whole number from {least} to {most}$"
    for value in (least - 1, *([] if most is None else [most + 1])):
        with pytest.raises(SettingsError, match=f"^{name}: '{value}' is not {wanted}"):
            Settings.from_env({name: str(value)})


@pytest.mark.parametrize("text", ["1", "true", "Yes", "0", "false", "NO", ""])
def test_a_switch_is_on_or_off(text):
    assert Settings.from_env({"FACEOFF_TRACING": text}).tracing == (text in ("1", "true", "Yes"))


def test_a_setting_is_default_while_it_has_the_value_of_the_guide():
    settings = Settings.from_env({"FACEOFF_LIMIT_CREATE": "61/minute", "FACEOFF_LIMIT_JOIN": "30/minute"})
    assert (is_default(settings, "limit_create"), is_default(settings, "limit_join")) == (False, True)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("FACEOFF_MAX_WAIT_S", "soon"),
        ("FACEOFF_BACKGROUND", "perhaps"),
        ("FACEOFF_ACTIVE_TTL_S", "60.5"),
    ],
)
def test_a_setting_that_cannot_be_read_is_refused_by_name(name, value):
    with pytest.raises(SettingsError, match=f"{name}.*{value}"):
        Settings.from_env({name: value})
