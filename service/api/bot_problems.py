"""The problems of bots and their invitations: status, title, cause and remedy by code, as in ``problem_kinds``."""

from collections.abc import Mapping
from typing import Final

BOT_PROBLEMS: Final[Mapping[str, tuple[int, str, str, str]]] = {
    "bot/not_found": (
        404,
        "Bot not found",
        "There is no bot with this id: it was deleted, or it was not online for too long.",
        "Look for the bot with `GET /v1/bots`. If it is yours, register it again.",
    ),
    "bot/unknown": (
        422,
        "Unknown bot",
        "The body names a bot that does not exist, or does not exist any more.",
        "Take the `id` of a bot from `GET /v1/bots`.",
    ),
    "bot/name_taken": (
        409,
        "Name taken",
        "Another bot has this name. Upper and lower case do not make a difference.",
        "Choose another name. If the bot is yours, use the token that you got when you registered it.",
    ),
    "bot/too_many": (
        409,
        "Too many bots",
        "You have registered as many bots as the operator allows one caller.",
        "Delete a bot with `DELETE /v1/bots/{bot_id}`.",
    ),
    "bot/other_variant": (
        422,
        "Variant not played by the bot",
        "The bot is not registered for the variant of the game.",
        "Choose a bot with `GET /v1/bots?variant=`. The owner of the bot can add the variant with `PATCH "
        "/v1/bots/{bot_id}`.",
    ),
    "bot/offline": (
        409,
        "Bot offline",
        "The bot has neither a stream nor a long poll open, and had none in the last seconds.",
        "Choose a bot with `GET /v1/bots?online=true`. If the bot is yours, start its program.",
    ),
    "bot/full": (
        409,
        "Bot has no place",
        "The bot has as many games and open invitations as it takes at once, its `max_games`.",
        "Try again later, or choose another bot.",
    ),
    "bot/not_yours": (
        403,
        "Bot of another owner",
        "Only its owner may put the bot into a match, because it is not `open_to_matches`.",
        "Send the bot's token, or the API key that registered it. The owner can open the bot with `PATCH "
        "/v1/bots/{bot_id}`.",
    ),
    "invitation/not_found": (
        404,
        "Invitation not found",
        "The game does not exist, or the bot is not invited to this seat of it.",
        "List your invitations with `GET /v1/bots/{bot_id}/games`.",
    ),
    "invitation/pending": (
        409,
        "Bot already invited",
        "The bot is invited to this seat and has not answered yet.",
        "Wait until the bot answers or the invitation expires, or invite another bot.",
    ),
    "invitation/closed": (
        409,
        "Invitation closed",
        "The invitation was accepted, declined or withdrawn, or its time is over.",
        "Get the game: `invitation` of the seat shows how it stands. The owner can invite a bot again while the "
        "game is open.",
    ),
}
