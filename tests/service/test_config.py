"""Settings from the environment."""

import pytest

from service.config import Settings, SettingsError


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


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("FACEOFF_MAX_WAIT_S", "soon"),
        ("FACEOFF_MAX_WAIT_S", "-1"),
        ("FACEOFF_BACKGROUND", "perhaps"),
        ("FACEOFF_ACTIVE_TTL_S", "5"),
        ("FACEOFF_FINISHED_TTL_S", "999999999"),
    ],
)
def test_a_setting_that_cannot_be_read_is_refused_by_name(name, value):
    with pytest.raises(SettingsError, match=f"{name}.*{value}"):
        Settings.from_env({name: value})
