"""The first client of the guide plays a game whose moves are described, not listed."""

from tests.deploy.test_guides import NODE, folder, run

__all__ = ["folder"]  # a fixture


def test_the_first_client_plays_a_game_with_line_ups_too(folder):
    text = (folder / "play.mjs").read_text()
    (folder / "play-line-ups.mjs").write_text(text.replace('"hockey"', '"turn_based_hockey"'))
    assert "Here come the lines: you" in run(*NODE, "play-line-ups.mjs", cwd=folder)
