"""Facts that schemathesis cannot know: which token belongs to a game, and which refusals no JSON Schema can
describe.
"""

import schemathesis
from schemathesis.core.failures import Failure

POSITIVE = "Schema-valid request rejected"
WRONG_TOKEN = "Unexpected response to invalid authentication"
BY_THE_RULES = {
    "idempotency/invalid_key": "its characters are printable, and those between quotation marks are counted",
    "idempotency/mismatch": "whether the key was sent with another request",
    "bot/unknown": "of the right form, but no bot has the id",
    "cursor/invalid": "of the right form, but not one that was given",
    "move/invalid": "a move of another game than the one that is played",
    "observation/invalid": "what is given must add up to a deck of cards",
    "options/invalid": "presets and options depend on the variant, and on each other",
    "rating/unknown": "each variant has measured ratings of its own",
    "seats/invalid": "their number depends on the options",
    "seed/mismatch": "another seed than the one whose digest was given",
    "stream/unknown_version": "versions of the game at hand",
    "character/unknown": "each variant has characters of its own",
    "webhook/target_refused": "names are looked up, and private addresses refused",
}
"""Refusals of what fits its schema, and what they depend on."""
BETWEEN_FIELDS = (
    "against a bot, give a level",
    "a bot has no ",
    "only a level or a rating makes mistakes",
    "a deal decides every card",
)
"""In the messages of rules that hold between fields of a request."""
OWNERS = frozenset({"abort_game", "reveal_seed"})

TOO_LONG = 414
"""Gunicorn's own answer, before the service: no address of the contract comes near its 4094 characters."""

seats: dict[str, str] = {}
"""The token of a seat by game, and by the suggestion that was asked with it."""
owners: dict[str, str] = {}
private: set[str] = set()
"""Games, and matches that were asked for with a token, that answer a client without it as if they did not exist: 404,
where 401 would reveal them.
"""


@schemathesis.hook
def after_call(context, case, response):
    """Keep the tokens of every game that is created or joined; those of a game are good for its rematch."""
    name = case.operation.definition.raw["operationId"]
    if response.status_code not in (200, 201, 202) or not response.content:  # as of HEAD
        return
    if name == "create_game":
        view = response.json()
        seats[view["id"]] = next(iter(view["tokens"].values()), view["owner_token"])
        owners[view["id"]] = view["owner_token"]
        if not view["public"]:
            private.add(view["id"])
    elif name == "create_match" and "Authorization" in case.headers:
        private.add(response.json()["id"])
    elif name == "join_game":
        seats[response.json()["id"]] = response.json()["token"]
    elif name in ("ask_rematch", "create_game_suggestion"):
        seats[response.json()["id"]] = seats[case.path_parameters["game_id"]]
        if name == "ask_rematch" and case.path_parameters["game_id"] in private:
            private.add(response.json()["id"])


@schemathesis.hook
def filter_failure(context, failure: Failure, case, response):
    """Drop refusals of well-formed requests that the rules of a game refuse, and those of addresses that gunicorn finds
    too long.

    A private game is hidden from wrong tokens.
    """
    if response.status_code == TOO_LONG:
        return False
    if failure.title == WRONG_TOKEN and subject(case) in private:
        return "404 Not Found" not in failure.message  # ``response`` is the one to the right token
    return not (failure.title == POSITIVE and is_by_the_rules(response.json()))


def is_by_the_rules(problem):
    """Whether a request that fits its schema may be refused like this."""
    return problem.get("code") in BY_THE_RULES or any(
        rule in error["message"] for error in problem.get("errors", ()) for rule in BETWEEN_FIELDS
    )


def subject(case):
    """The object of the request: a game, a suggestion, or a match."""
    path, query = case.path_parameters or {}, case.query or {}
    body = case.body if isinstance(case.body, dict) else {}
    webhook = str(path.get("webhook_id", "")).partition(".")[2]  # ends with the id of its game
    return (
        path.get("match_id")
        or path.get("game_id")
        or path.get("suggestion_id")
        or webhook
        or query.get("game_id")
        or body.get("game_id")
    )


@schemathesis.auth(refresh_interval=None)
class Token:
    """The token that the request needs: of a seat of its game, or its owner's."""

    def get(self, case, context):
        known = owners if case.operation.definition.raw["operationId"] in OWNERS else seats
        about = subject(case)
        return known.get(about, "none") if isinstance(about, str) else "none"

    def set(self, case, data, context):
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}
