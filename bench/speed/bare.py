"""The baseline of the API: the minimum that Flask and Redis do for a move or a view, under the paths of the service.

A view reads once, a move reads once and writes once by a script; the answers are of about the size of ours.
"""

import os

import redis
from flask import Flask, Response, jsonify, request

CHANGE = """
local version = tonumber(redis.call('HGET', KEYS[1], 'version') or '0') + 1
redis.call('HSET', KEYS[1], 'version', version, 'game', ARGV[1])
return version
"""
DOCUMENT = "x" * 2000


def make_app(url: str) -> Flask:
    """The app over the Redis server at ``url``."""
    app = Flask(__name__)
    client = redis.Redis.from_url(url, decode_responses=True)
    change = client.register_script(CHANGE)

    @app.get("/health/ready")
    def ready() -> str:
        return ""

    @app.get("/v1/games/<game_id>")
    def view(game_id: str) -> Response:
        version, document = client.hmget(f"bare:{game_id}", "version", "game")
        return jsonify(id=game_id, version=version, document=document or DOCUMENT)

    @app.post("/v1/games/<game_id>/moves")
    def move(game_id: str) -> Response:
        body = request.get_json()
        client.hmget(f"bare:{game_id}", "version", "game")
        version = change(keys=[f"bare:{game_id}"], args=[DOCUMENT])
        return jsonify(id=game_id, version=version, ply=body["ply"] + 1, document=DOCUMENT)

    return app


def app_of_environment() -> Flask:
    """For gunicorn."""
    return make_app(os.environ["REDIS_URL"])
