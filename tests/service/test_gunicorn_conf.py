"""What gunicorn says by itself: in the form of our log, and without tickets."""

import json

from gunicorn.config import Config

from service.ops.gunicorn_conf import JsonLog


def test_what_gunicorn_reports_is_a_line_of_json_without_the_query_of_a_request(capfd):
    log = JsonLog(Config())
    log.error("Error handling request %s", "/v1/games/g_1/stream?ticket=secret&after=1")
    try:
        raise OSError("broken")
    except OSError:
        log.exception("Error handling request (early)")
    lines = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert [line["message"] for line in lines] == [
        "Error handling request /v1/games/g_1/stream?...",
        "Error handling request (early)",
    ]
    assert [line["level"] for line in lines] == ["error", "error"]
    assert "OSError: broken" in lines[1]["exception"]
