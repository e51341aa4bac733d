"""What the views share: the parts of the app, tokens, preferences, ETags, waiting."""

import secrets
from typing import Any

from flask import Response, jsonify, request

from service.api.auth import reader_digest
from service.api.waiting import preferred_wait_s
from service.store.tasks import Task, TaskStore

POLL_AFTER_S = 1


def task_of_request(tasks: TaskStore, task_id: str) -> Task:
    """The task, if the request may see it; raises Problem."""
    task = tasks.load(task_id)
    if task.reader_digest and not secrets.compare_digest(task.reader_digest, reader_digest()):
        raise tasks.not_found(task_id)
    return task


def task_response(view: dict[str, Any], status: int = 200) -> Response:
    """The view of a task, which may be for one token only; with 202, when to look again."""
    response = jsonify(view)
    response.status_code = status
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Authorization"
    if wait_s := preferred_wait_s():
        response.headers["Preference-Applied"] = f"wait={wait_s}"
    if status == 202:
        response.headers["Retry-After"] = str(POLL_AFTER_S)
    return response


def view_response(view: dict[str, Any], version: int, status: int = 200) -> Response:
    """A view with its ETag; it belongs to one caller, so caches must ask again."""
    response = jsonify(view)
    response.status_code = status
    response.headers["ETag"] = f'"{version}"'
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Authorization"
    return response


def lasting(response: Response, private: bool = False) -> Response:
    """An answer that changes with an upgrade at most: its ETag is a digest of it, and whoever has it already gets a 304."""
    response.headers["Cache-Control"] = "private, no-cache" if private else "public, no-cache"
    if private:
        response.headers["Vary"] = "Authorization"
    response.add_etag()
    response.make_conditional(request)
    return response


def is_known(version: int) -> bool:
    """Whether the caller has this version already (``If-None-Match``)."""
    return request.if_none_match.contains_weak(str(version)) if request.if_none_match else False
