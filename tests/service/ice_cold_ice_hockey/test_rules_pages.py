"""Sections of the rules page."""

from service.app import create_app
from service.config import Settings
from tests.service.api.test_rules_pages import page_at


def test_the_page_knows_sections_lines_and_rulings():
    ids = page_at(create_app(Settings(background=False)), "/rules/ice_cold_ice_hockey").ids
    assert {"15", "7.3", "12.1", "13.2", "16.1-line-15", "ruling-1", "ruling-68"} <= set(ids)
