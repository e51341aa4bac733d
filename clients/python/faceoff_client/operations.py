# ruff: noqa: E501, F401
"""Generated from openapi.yaml by `make sdk`: do not edit."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal, cast
from urllib import parse

from faceoff_client.transport import new_key

if TYPE_CHECKING:
    from faceoff_client import types as t
    from faceoff_client.transport import Transport

quote = partial(parse.quote, safe="")


class Operations:
    """One method for each operation of the API, under its name in the contract. Raises Problem and Unreachable.

    ``token`` is the token of a seat or of a game's owner; ``wait_s`` is sent as ``Prefer: wait``.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list_variants(self) -> t.VariantList:
        """List the variants.

        The `key` of a variant identifies it in all other requests.
        """
        return cast("t.VariantList", self._transport.json("list_variants", "GET", "/v1/variants"))

    def get_variant(self, key: str) -> t.Variant:
        """Get a variant.

        Returns its options, presets, moves and computer levels. Options and moves have a JSON Schema, levels their measured strength.
        """
        return cast("t.Variant", self._transport.json("get_variant", "GET", f"/v1/variants/{quote(key)}"))

    def list_cards(self, key: str, *, preset: str | None = None) -> t.CardList:
        """List the cards of a variant.

        Describes each card under the options of a preset. For the cards of a game, whose options may differ, see its `links.cards`.
        """
        return cast(
            "t.CardList",
            self._transport.json("list_cards", "GET", f"/v1/variants/{quote(key)}/cards", query={"preset": preset}),
        )

    def create_game(
        self, body: t.CreateGameRequest, *, wait_s: int = 0, idempotency_key: str | None = None
    ) -> t.CreatedGame:
        """Create a game.

        The game starts immediately unless a seat is open or a seed was promised. Keep the tokens: they are not shown again, except to a
        retry with the same `Idempotency-Key`. With `Prefer: wait=10` the response is delayed until it is your turn, for at most 10 seconds.
        """
        return cast(
            "t.CreatedGame",
            self._transport.json(
                "create_game",
                "POST",
                "/v1/games",
                body=body,
                wait_s=wait_s,
                idempotency_key=idempotency_key or new_key(),
            ),
        )

    def list_games(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        status: t.GameStatus | None = None,
        variant: t.VariantKey | None = None,
        preset: str | None = None,
        joinable: bool | None = None,
    ) -> t.GameList:
        """List public games.

        Returns the newest games first, up to `limit` per page. Pass `next` as `cursor` to get the next page. With `joinable=true` the list
        is a lobby: games with an open seat that anyone may take with POST /v1/games/{id}/join, without a code. A page looks at a bounded
        number of games, so it may be short or empty; only `next` says whether there are more.
        """
        return cast(
            "t.GameList",
            self._transport.json(
                "list_games",
                "GET",
                "/v1/games",
                query={
                    "cursor": cursor,
                    "limit": limit,
                    "status": status,
                    "variant": variant,
                    "preset": preset,
                    "joinable": joinable,
                },
            ),
        )

    def play_now(
        self, body: t.QuickRequest, *, token: str | None = None, wait_s: int = 0, idempotency_key: str | None = None
    ) -> t.QuickGame:
        """Play now.

        Pairs you with somebody who waits for the same variant with the same options. If nobody does, the game is `open` and waits `wait_s`
        seconds for the next one who wants it; after that, at `fallback_at`, a computer takes the open seat. Follow the game until it is
        `active`, or delay the response until then with `Prefer: wait=10`. The game has no owner. For games of two seats. If you promise a
        seed with `seed_digest`, reveal it when `fairness.reveal_by` is set.
        """
        return cast(
            "t.QuickGame",
            self._transport.json(
                "play_now",
                "POST",
                "/v1/games/quick",
                body=body,
                wait_s=wait_s,
                idempotency_key=idempotency_key or new_key(),
                token=token,
            ),
        )

    def get_game(self, game_id: str, *, at: int | None = None, token: str | None = None, wait_s: int = 0) -> t.GameView:
        """Get a game.

        Returns the view of your seat, or of a spectator without a token. With `If-None-Match` the response is 304 if the game has not
        changed. With `Prefer: wait=10` as well, the response is delayed until the game changes, for at most 10 seconds: 200 after a change,
        304 without one. With `at` you get an earlier version as your seat saw it then.
        """
        return cast(
            "t.GameView",
            self._transport.json(
                "get_game", "GET", f"/v1/games/{quote(game_id)}", query={"at": at}, wait_s=wait_s, token=token
            ),
        )

    def list_game_cards(self, game_id: str, *, token: str | None = None) -> t.CardList:
        """List the cards of a game.

        Each card is described under the game's options.
        """
        return cast(
            "t.CardList",
            self._transport.json("list_game_cards", "GET", f"/v1/games/{quote(game_id)}/cards", token=token),
        )

    def join_game(
        self,
        game_id: str,
        body: t.JoinRequest,
        *,
        token: str | None = None,
        wait_s: int = 0,
        idempotency_key: str | None = None,
    ) -> t.JoinedGame:
        """Join a game.

        Takes an open seat with the join code, which a `joinable` game does not need. The game starts when the last open seat is taken and
        the seeds that were promised are revealed. With `Prefer: wait=10` the response is delayed until it is your turn, for at most 10
        seconds. A request that is sent again takes another seat, unless it has the same `Idempotency-Key`.
        """
        return cast(
            "t.JoinedGame",
            self._transport.json(
                "join_game",
                "POST",
                f"/v1/games/{quote(game_id)}/join",
                body=body,
                wait_s=wait_s,
                idempotency_key=idempotency_key or new_key(),
                token=token,
            ),
        )

    def play_move(self, game_id: str, body: t.MoveRequest, *, token: str, wait_s: int = 0) -> t.PlayedGame:
        """Play a move.

        The move answers the decision named by `ply`. The request is idempotent: if you repeat it, the move counts once and the response has
        `Idempotent-Replayed: true`. With `Prefer: wait=10` the response is delayed until it is your turn again, for at most 10 seconds.
        With `Prefer: return=minimal` it is 204 at once: for clients that get the view from the stream.
        """
        return cast(
            "t.PlayedGame",
            self._transport.json(
                "play_move", "POST", f"/v1/games/{quote(game_id)}/moves", body=body, wait_s=wait_s, token=token
            ),
        )

    def resign(self, game_id: str, *, token: str) -> t.GameView:
        """Resign.

        The other side wins, and the game is over. In a game of four seats this also ends the game for your partner.
        """
        return cast(
            "t.GameView", self._transport.json("resign", "POST", f"/v1/games/{quote(game_id)}/resign", token=token)
        )

    def list_events(
        self, game_id: str, *, after: int | str | None = None, wait: int | None = None, token: str | None = None
    ) -> t.EventList:
        """List events.

        Returns the events after a revision, as your seat may know them. With `wait` the response is delayed until the game changes. A
        change may have no events: continue from `revision` in any case. If the game does not have the revision that you pass any more, you
        get the events from the first one, and `from_start`.
        """
        return cast(
            "t.EventList",
            self._transport.json(
                "list_events",
                "GET",
                f"/v1/games/{quote(game_id)}/events",
                query={"after": after, "wait": wait},
                token=token,
            ),
        )

    def create_ticket(self, game_id: str, *, token: str) -> t.Ticket:
        """Create a ticket.

        A ticket replaces your token in a URL that a browser opens without headers: `/stream?ticket=`. It is for this game's stream only and
        shows what your token shows. It can be used again and again for `expires_in_s` seconds, and ends with its token and its game.
        """
        return cast(
            "t.Ticket",
            self._transport.json("create_ticket", "POST", f"/v1/games/{quote(game_id)}/tickets", token=token),
        )

    def create_webhook(self, body: t.WebhookRequest, *, token: str | None = None) -> t.CreatedWebhook:
        """Create a webhook.

        The service notifies the URL whenever the game changes. Send a token of the game; the webhook belongs to the token and ends when
        that is renewed, or with the game. Without `game_id` send an API key: the webhook is for all games created with the key and their
        rematches. Notifications contain no cards. Keep the secret, which verifies the signatures: it is not shown again.
        """
        return cast(
            "t.CreatedWebhook", self._transport.json("create_webhook", "POST", "/v1/webhooks", body=body, token=token)
        )

    def list_webhooks(self, *, game_id: str | None = None, token: str | None = None) -> t.WebhookList:
        """List webhooks.

        Returns the webhooks that your token has created in a game, or without `game_id` those of your API key. The secrets are not shown.
        """
        return cast(
            "t.WebhookList",
            self._transport.json("list_webhooks", "GET", "/v1/webhooks", query={"game_id": game_id}, token=token),
        )

    def delete_webhook(self, webhook_id: str, *, token: str | None = None) -> None:
        """Delete a webhook.

        A notification that is being sent may still arrive.
        """
        self._transport.json("delete_webhook", "DELETE", f"/v1/webhooks/{quote(webhook_id)}", token=token)

    def abort_game(self, game_id: str, *, token: str) -> t.GameView:
        """Abort a game.

        The owner can abort a game before its first move; if several persons or bots play, only before cards are dealt: after that, resign.
        A game of `/quick`, which has no owner, is aborted by the player who has no opponent yet. The game ends without a winner.
        """
        return cast(
            "t.GameView", self._transport.json("abort_game", "POST", f"/v1/games/{quote(game_id)}/abort", token=token)
        )

    def ask_rematch(self, game_id: str, body: t.RematchRequest | None = None, *, token: str) -> t.GameView:
        """Ask for a rematch.

        Creates a game with the same settings and the sides exchanged. Every player moves up by one seat, so partners stay partners, and all
        tokens of this game are valid for the new one. The new game's id is in the view's `rematch` and in an event. A game has one rematch:
        later requests return it.

        If you promise a seed with `seed_digest`, players who promised one in this game may do so again with the same request: until then,
        for at most `absent_after_s` seconds, the rematch is `open`.
        """
        return cast(
            "t.GameView",
            self._transport.json("ask_rematch", "POST", f"/v1/games/{quote(game_id)}/rematch", body=body, token=token),
        )

    def take_over_seat(
        self, game_id: str, number: int, body: t.TakeOverRequest | None = None, *, token: str
    ) -> t.GameView:
        """Let a computer take over a seat.

        The seat's own player can do this at any time, and chooses the level. The owner and the other seats can do it when it has been the
        seat's turn for `absent_after_s` seconds; the level is the game's `absent_level` then. The player's token can still view the game,
        but cannot play until its player returns.
        """
        return cast(
            "t.GameView",
            self._transport.json(
                "take_over_seat",
                "POST",
                f"/v1/games/{quote(str(game_id))}/seats/{quote(str(number))}/ai",
                body=body,
                token=token,
            ),
        )

    def return_to_seat(self, game_id: str, number: int, *, token: str) -> t.GameView:
        """Return to your seat.

        You play again the seat that a computer has taken over. What the computer has not played yet, you decide. The request can be
        repeated: nothing changes if you play the seat already.
        """
        return cast(
            "t.GameView",
            self._transport.json(
                "return_to_seat",
                "POST",
                f"/v1/games/{quote(str(game_id))}/seats/{quote(str(number))}/return",
                token=token,
            ),
        )

    def renew_token(self, game_id: str, number: int, *, token: str, idempotency_key: str | None = None) -> t.SeatToken:
        """Renew the token of a seat.

        For a player who fears that others know the token: send the old one. For a seat that was created with a player, the owner can do it
        too, for one who has lost it; a player who joined renews alone. The old token is no longer valid, and what was opened with it ends:
        streams, tickets, held requests, hints and webhooks. Send an `Idempotency-Key`: if the response is lost, only a retry with it has
        the new token. If there is a rematch, renew the token there as well.
        """
        return cast(
            "t.SeatToken",
            self._transport.json(
                "renew_token",
                "POST",
                f"/v1/games/{quote(str(game_id))}/seats/{quote(str(number))}/token",
                idempotency_key=idempotency_key or new_key(),
                token=token,
            ),
        )

    def renew_owner_token(self, game_id: str, *, token: str, idempotency_key: str | None = None) -> t.OwnerToken:
        """Renew the token of the owner.

        For an owner who fears that others know it: send the old one, which is no longer valid then, and an `Idempotency-Key`, as for the
        token of a seat. If there is a rematch, renew the token there as well.
        """
        return cast(
            "t.OwnerToken",
            self._transport.json(
                "renew_owner_token",
                "POST",
                f"/v1/games/{quote(game_id)}/owner/token",
                idempotency_key=idempotency_key or new_key(),
                token=token,
            ),
        )

    def get_fairness(self, game_id: str, *, token: str | None = None) -> t.FairnessProof:
        """Get the proof of fair shuffles.

        Returns the commitment to the shuffles, and after the end of the game the seed and every order. `/web/fairness.md` explains how to
        verify them with SHA-256 and HMAC, and has test vectors.
        """
        return cast(
            "t.FairnessProof",
            self._transport.json("get_fairness", "GET", f"/v1/games/{quote(game_id)}/fairness", token=token),
        )

    def give_seed(self, game_id: str, body: t.SeedRequest, *, token: str) -> t.GameView:
        """Reveal the promised seed.

        Takes the seed whose SHA-256 you gave as `seed_digest` when you created the game, with the owner's token, or when you took your
        seat, with the token of the seat. Reveal it when `fairness.reveal_by` is set, and keep the `promises` of the others that you are
        shown then: a seed that is not among them may have been chosen for yours. The game starts when all seeds are revealed.
        """
        return cast(
            "t.GameView",
            self._transport.json("give_seed", "POST", f"/v1/games/{quote(game_id)}/fairness", body=body, token=token),
        )

    def register_bot(self, body: t.RegisterBotRequest, *, idempotency_key: str | None = None) -> t.RegisteredBot:
        """Register a bot.

        A bot is a program that plays through this API, under a name of its own. Keep the token: with it the program follows its events,
        accepts invitations and gets the tokens of its seats. People invite the bot while it is online: while its stream or a long poll is
        open, or was a few seconds ago. A bot that is not online for 90 days is deleted, unless the operator has set another time.
        """
        return cast(
            "t.RegisteredBot",
            self._transport.json(
                "register_bot", "POST", "/v1/bots", body=body, idempotency_key=idempotency_key or new_key()
            ),
        )

    def list_bots(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        variant: t.VariantKey | None = None,
        online: bool | None = None,
    ) -> t.BotList:
        """List bots.

        Returns the bots registered last first, up to `limit` per page. Pass `next` as `cursor` to get the next page. With `online=true` and
        `variant` the list shows whom you can invite now. A page looks at a bounded number of bots, so it may be short or empty; only `next`
        says whether there are more.
        """
        return cast(
            "t.BotList",
            self._transport.json(
                "list_bots",
                "GET",
                "/v1/bots",
                query={"cursor": cursor, "limit": limit, "variant": variant, "online": online},
            ),
        )

    def get_bot(self, bot_id: str) -> t.Bot:
        """Get a bot.

        Anyone can: it says what the bot plays, and whether it can be invited now.
        """
        return cast("t.Bot", self._transport.json("get_bot", "GET", f"/v1/bots/{quote(bot_id)}"))

    def change_bot(self, bot_id: str, body: t.ChangeBotRequest, *, token: str | None = None) -> t.Bot:
        """Change a bot.

        Changes the fields that you send. Send the bot's token, or the API key that registered it. Games and invitations that exist are not
        affected.
        """
        return cast(
            "t.Bot", self._transport.json("change_bot", "PATCH", f"/v1/bots/{quote(bot_id)}", body=body, token=token)
        )

    def delete_bot(self, bot_id: str, *, token: str | None = None) -> None:
        """Delete a bot.

        Send the bot's token, or the API key that registered it. Open invitations are declined. The tokens of the seats that the bot has
        remain valid, so that it can finish its games.
        """
        self._transport.json("delete_bot", "DELETE", f"/v1/bots/{quote(bot_id)}", token=token)

    def renew_bot_token(
        self, bot_id: str, *, token: str | None = None, idempotency_key: str | None = None
    ) -> t.RegisteredBot:
        """Renew the token of a bot.

        Send the bot's token, or the API key that registered it. The old token is no longer valid, nor are the tokens of the bot's seats:
        get the new ones with GET `/games`. Send an `Idempotency-Key`: a retry with the same key and token has the same answer, with the
        same new token. Without one, a program that does not get the answer has no valid token any more.
        """
        return cast(
            "t.RegisteredBot",
            self._transport.json(
                "renew_bot_token",
                "POST",
                f"/v1/bots/{quote(bot_id)}/token",
                idempotency_key=idempotency_key or new_key(),
                token=token,
            ),
        )

    def list_bot_games(self, bot_id: str, *, token: str) -> t.BotGameList:
        """List the games of a bot.

        Returns the games that the bot plays, with the tokens of its seats, and the invitations that it has not answered: everything that a
        program needs to go on after a restart.
        """
        return cast(
            "t.BotGameList",
            self._transport.json("list_bot_games", "GET", f"/v1/bots/{quote(bot_id)}/games", token=token),
        )

    def list_bot_events(
        self, bot_id: str, *, after: int | None = None, wait: int | None = None, token: str
    ) -> t.BotEventList:
        """List the events of a bot.

        One feed for all games of the bot: invitations, turns, ends of games. An event says how one of your seats stands, and a newer event
        of the same seat replaces it: what you read is never outdated, and numbers are missing between the events. No event has a card: get
        the game to see your hand. With `wait=20` the response is delayed until there is an event, for at most 20 seconds.
        """
        return cast(
            "t.BotEventList",
            self._transport.json(
                "list_bot_events",
                "GET",
                f"/v1/bots/{quote(bot_id)}/events",
                query={"after": after, "wait": wait},
                token=token,
            ),
        )

    def invite_bot(self, game_id: str, number: int, body: t.InviteRequest, *, token: str) -> t.GameView:
        """Invite another bot.

        The owner invites a bot to the seat of one that has declined, has not answered in time, or is no longer wanted. To let a computer
        take the seat instead, POST to `/seats/{number}/ai`.
        """
        return cast(
            "t.GameView",
            self._transport.json(
                "invite_bot",
                "POST",
                f"/v1/games/{quote(str(game_id))}/seats/{quote(str(number))}/bot",
                body=body,
                token=token,
            ),
        )

    def accept_invitation(
        self, game_id: str, number: int, body: t.AcceptRequest | None = None, *, token: str
    ) -> t.JoinedGame:
        """Accept an invitation.

        A bot takes the seat to which it is invited. Send the bot's token. The game starts when no seat is open any more. The request can be
        repeated: the response has the same token of the seat again, also during the game.
        """
        return cast(
            "t.JoinedGame",
            self._transport.json(
                "accept_invitation",
                "POST",
                f"/v1/games/{quote(str(game_id))}/seats/{quote(str(number))}/accept",
                body=body,
                token=token,
            ),
        )

    def decline_invitation(
        self, game_id: str, number: int, body: t.DeclineRequest | None = None, *, token: str
    ) -> t.GameView:
        """Decline an invitation.

        A bot declines, with a reason if it likes. Send the bot's token. The owner of the game can then invite another bot, let a computer
        take the seat, or abort the game.
        """
        return cast(
            "t.GameView",
            self._transport.json(
                "decline_invitation",
                "POST",
                f"/v1/games/{quote(str(game_id))}/seats/{quote(str(number))}/decline",
                body=body,
                token=token,
            ),
        )

    def ask_hint(self, game_id: str, body: t.HintRequest | None = None, *, token: str, wait_s: int = 0) -> t.Suggestion:
        """Ask for a hint.

        Suggests a move for your seat, based only on what your seat may know. Only your token can read it. With `Prefer: wait=10` the
        response is delayed until the suggestion is done, for at most 10 seconds.
        """
        return cast(
            "t.Suggestion",
            self._transport.json(
                "ask_hint", "POST", f"/v1/games/{quote(game_id)}/hint", body=body, wait_s=wait_s, token=token
            ),
        )

    def get_record(self, game_id: str, *, token: str | None = None) -> t.Record:
        """Get the record of a finished game.

        `Accept: application/json` returns the complete record, `application/x-ndjson` the same as lines of JSON (the game, then each `move`
        and `event` in order), `text/plain` a game sheet: score by period, goals, penalties, statistics and commentary. The sheet is in the
        language of `Accept-Language`; the other forms are always in English, as the check of a record expects.
        """
        return cast(
            "t.Record", self._transport.json("get_record", "GET", f"/v1/games/{quote(game_id)}/record", token=token)
        )

    def get_sheet(self, game_id: str, *, token: str | None = None) -> t.Scoresheet:
        """Get the scoresheet of a finished game.

        The line score, goals, penalties and statistics of its record, with texts in the language of `Accept-Language`.
        """
        return cast(
            "t.Scoresheet", self._transport.json("get_sheet", "GET", f"/v1/games/{quote(game_id)}/sheet", token=token)
        )

    def check_record(self, body: t.Transcript) -> t.RecordCheck:
        """Check a record.

        Replays the moves from the record's seed and lists what is wrong. Checks the commitment, the promised seeds, the options, every
        move, the number of shuffles, the events, the result and the game sheet, but not the players and times. `unproven` says what a
        record cannot prove about its shuffles. Nothing is stored.
        """
        return cast("t.RecordCheck", self._transport.json("check_record", "POST", "/v1/records", body=body))

    def ask_analysis(self, game_id: str, *, token: str, wait_s: int = 0) -> t.Analysis:
        """Ask for the analysis of your moves.

        Grades every decision of your seat in a game that is over, and shows the best move with its reason. Grades depend only on what your
        seat could know. That takes a few seconds; with `Prefer: wait=10` the response is delayed until it is done, for at most 10 seconds.
        The analysis is kept with the game, so asking again starts nothing. Its seconds count towards your AI time quota once.
        """
        return cast(
            "t.Analysis",
            self._transport.json(
                "ask_analysis", "POST", f"/v1/games/{quote(game_id)}/analysis", wait_s=wait_s, token=token
            ),
        )

    def get_analysis(self, game_id: str, *, token: str, wait_s: int = 0) -> t.Analysis:
        """Get the analysis of your moves.

        Ask for it first, with POST. Until it is done, the status is 202 and `moves` has the decisions that are graded so far. With `Prefer:
        wait=10` the response is delayed until it is done, for at most 10 seconds.
        """
        return cast(
            "t.Analysis",
            self._transport.json(
                "get_analysis", "GET", f"/v1/games/{quote(game_id)}/analysis", wait_s=wait_s, token=token
            ),
        )

    def create_suggestion(
        self, body: t.SuggestionRequest, *, token: str | None = None, wait_s: int = 0
    ) -> t.Suggestion:
        """Create a suggestion.

        Suggests a move for a position. `observation` is the position as one seat sees it. For all variants it is made of a view in the same
        way: the view's `options`, `ply` and `hand`, all fields of its `you` (the `seat` is one of them), and all fields of its `table`.
        Many fields are optional; the given ones must be consistent. A suggestion is a stateless way to a computer opponent: with `mistakes`
        and a `level` or `rating`, it plays like that computer in a game. In a variant without decisions (`has_decisions`), the only move is
        suggested. With `Prefer: wait=10` the response is delayed until the suggestion is done, for at most 10 seconds. If you send a token,
        only that token can read the suggestion.
        """
        return cast(
            "t.Suggestion",
            self._transport.json("create_suggestion", "POST", "/v1/suggestions", body=body, wait_s=wait_s, token=token),
        )

    def get_suggestion(self, suggestion_id: str, *, token: str | None = None, wait_s: int = 0) -> t.Suggestion:
        """Get a suggestion.

        With `Prefer: wait=10` the response is delayed until the suggestion is done, for at most 10 seconds.
        """
        return cast(
            "t.Suggestion",
            self._transport.json(
                "get_suggestion", "GET", f"/v1/suggestions/{quote(suggestion_id)}", wait_s=wait_s, token=token
            ),
        )

    def delete_suggestion(self, suggestion_id: str, *, token: str | None = None) -> t.Suggestion:
        """Delete a suggestion.

        Cancels the suggestion if it is not done yet.
        """
        return cast(
            "t.Suggestion",
            self._transport.json("delete_suggestion", "DELETE", f"/v1/suggestions/{quote(suggestion_id)}", token=token),
        )

    def list_legal_moves(self, body: t.PositionRequest) -> t.PositionMoves:
        """List the legal moves of a position.

        `observation` is the position as one seat sees it, as for POST /v1/suggestions. `legal_moves`, `choice` and `to_act` are those of a
        view. Nothing is stored.
        """
        return cast(
            "t.PositionMoves", self._transport.json("list_legal_moves", "POST", "/v1/positions/legal-moves", body=body)
        )

    def create_match(
        self, body: t.MatchRequest, *, token: str | None = None, idempotency_key: str | None = None
    ) -> t.CreatedMatch:
        """Create a match.

        Two players play pairs of games with the sides exchanged. Between computers, both games of a pair have the same shuffles. If you
        send a token, only that token can read, cancel and delete the match. Otherwise whoever knows its id can read it, and the `token` of
        the response can cancel and delete it.

        With a `bot`, the games are ordinary games: the bot is invited to each and plays through the API, so it must be online. You must
        send its token or the API key that registered it, unless it is `open_to_matches`. Every game has shuffles of its own: a program
        could remember the other game of the pair, and would know the hidden cards. A bot that does not accept or answer within `answer_s`
        seconds forfeits the game. While a bot is offline and no game runs, the match waits as long, then it has `failed`. The match leaves
        one of the bot's places free for people.
        """
        return cast(
            "t.CreatedMatch",
            self._transport.json(
                "create_match",
                "POST",
                "/v1/matches",
                body=body,
                idempotency_key=idempotency_key or new_key(),
                token=token,
            ),
        )

    def get_match(self, match_id: str, *, token: str | None = None, wait_s: int = 0) -> t.Match:
        """Get a match.

        With `Prefer: wait=10` the response is delayed until the match is over, for at most 10 seconds.
        """
        return cast(
            "t.Match",
            self._transport.json("get_match", "GET", f"/v1/matches/{quote(match_id)}", wait_s=wait_s, token=token),
        )

    def delete_match(self, match_id: str, *, token: str) -> t.Match:
        """Delete a match.

        Deletes the match and its games, and stops it if it is running. To stop a match and keep its games, POST to `/cancel`. Send the
        token as for that.
        """
        return cast(
            "t.Match", self._transport.json("delete_match", "DELETE", f"/v1/matches/{quote(match_id)}", token=token)
        )

    def cancel_match(self, match_id: str, *, token: str) -> t.Match:
        """Cancel a match.

        Finished games are kept. A match that is over does not change. Send the token that the match was created with, or the one that you
        got then.
        """
        return cast(
            "t.Match",
            self._transport.json("cancel_match", "POST", f"/v1/matches/{quote(match_id)}/cancel", token=token),
        )

    def list_match_games(self, match_id: str, *, token: str | None = None) -> str:
        """Download the games of a match.

        Returns the finished games as lines of JSON, each with its shuffles and moves, so that it can be replayed.
        """
        return self._transport.text("list_match_games", "GET", f"/v1/matches/{quote(match_id)}/games", token=token)

    def live(self) -> t.Health:
        """Check that the process runs.

        For liveness probes. Does not use the store.
        """
        return cast("t.Health", self._transport.json("live", "GET", "/health/live"))

    def ready(self) -> t.Readiness:
        """Check that the process can serve requests.

        For readiness probes and load balancers. Fails if the store does not respond, or if it is a replica that refuses writes. A store
        that is full does not fail it: running games can be read, and mostly go on.
        """
        return cast("t.Readiness", self._transport.json("ready", "GET", "/health/ready"))

    def get_version(self) -> t.Version:
        """Get the version of the service.

        Returns the versions of the service and of the API, and whether rules and search run compiled.
        """
        return cast("t.Version", self._transport.json("get_version", "GET", "/version"))
