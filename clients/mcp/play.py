"""What the tools do: each call stands alone, with a client of its own while it runs."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar, cast

import anyio
from anyio import to_thread

from clients.mcp.errors import Refused
from clients.mcp.seats import Seat, Seats
from clients.mcp.texts import JSON, Texts, sections, table
from faceoff_client import Client, Game, Problem, SavedGame
from faceoff_client.transport import OPEN


class Answer(NamedTuple):
    """For people, the same facts for programs, and what the table in the chat shows of them."""

    text: str
    facts: JSON
    shown: JSON | None = None


Report = Callable[[float, float], Awaitable[None]]
"""Takes the seconds that have passed, and at most will pass."""
T = TypeVar("T")
WAIT_S: Final = 25
"""Below the 30 s after which some hosts give a call up."""
SLICE_S: Final = 4
"""The longest request that is held: what a cancelled call leaves behind ends by then."""
MOST_THREADS: Final = 200
MOST_VIEWS: Final = 1000
RECENT: Final = 20
"""Changes of which a table that is opened tells what happened."""
SHOWN: Final = (
    *("variant", "preset", "options", "version", "ply", "status", "you", "seats", "to_act"),
    *("table", "hand", "legal_moves", "choice", "score", "result"),
)
"""Fields of a view that its table is drawn from."""


class Player:
    """Plays games of one service for callers of the tools: a method for each tool."""

    def __init__(self, connect: Callable[[], Client], seats: Seats, texts: Texts) -> None:
        self._connect = connect
        self._seats = seats
        self._texts = texts
        self._idle: list[Client] = []
        self._cards: dict[tuple[str, str], dict[str, JSON]] = {}
        self._views: dict[Seat, JSON] = {}
        """What seats were shown last: a move out of it takes one request. Without it, the service is asked again."""
        self._threads: anyio.CapacityLimiter | None = None

    @asynccontextmanager
    async def _client(self) -> AsyncIterator[Client]:
        """A client that no other call uses."""
        client = self._idle.pop() if self._idle else self._connect()
        try:
            yield client
        finally:
            self._idle.append(client)

    async def _threaded(self, function: Callable[..., T], *arguments: Any, **named: Any) -> T:
        """The result of a function that sends a request. A call that is cancelled ends when its request does."""
        self._threads = self._threads or anyio.CapacityLimiter(MOST_THREADS)
        call = partial(function, *arguments, **named)
        return await to_thread.run_sync(call, limiter=self._threads)

    async def list_games(self, report: Report, variant: str | None = None) -> Answer:
        async with self._client() as client:
            if variant is None:
                found = cast("list[JSON]", await self._threaded(client.variants))
                games = [
                    {"variant": game["key"], "minutes": game["minutes"], "about": game["summary"]} for game in found
                ]
                return Answer("\n".join(f"{game['variant']}: {game['about']}" for game in games), {"games": games})
            details = cast("JSON", await self._threaded(client.variant, variant))
        return described(details)

    async def read_rules(self, report: Report, variant: str, section: str | None = None) -> Answer:
        async with self._client() as client:
            links = (await self._threaded(client.variant, variant))["links"]
            pages = [
                await self._threaded(client.api.call, "GET", f"{links[page]}.md", is_text=True)
                for page in ("how_to_play", "rules")
            ]
        return read(pages, section, self._texts)

    async def new_game(
        self, report: Report, variant: str, preset: str | None = None, invite: bool = False, **wanted: Any
    ) -> Answer:
        async with self._client() as client:
            if invite:
                rows = (await self._threaded(client.variant, variant))["presets"]
                count = next((row["seats"] for row in rows if row["key"] == preset), rows[0]["seats"])
                seats = with_open_seat(wanted, count)
                game = await self._threaded(client.create, variant, preset=preset, seats=seats)
            else:
                game = await self._threaded(client.create, variant, preset=preset, **wanted)
                await self._settle(game, report)
            invitation = {"game_id": game.id, "join_code": game.join_code} if invite else {}
            return await self._begun(client, game, invitation)

    async def join_game(self, report: Report, game_id: str, join_code: str | None = None, **wanted: Any) -> Answer:
        async with self._client() as client:
            game = await self._threaded(client.join, game_id, join_code, **wanted)
            await self._settle(game, report)
            return await self._begun(client, game)

    async def look(self, report: Report, game: str) -> Answer:
        seat = self._seat(game)
        async with self._client() as client:
            found = await self._threaded(self._resumed, client, game)
            view = cast("JSON", found.view)
            variant = cast("JSON", await self._threaded(client.variant, found.variant))
            cards = await self._printed(client, view)
            lying = table(view, variant)
            lying += [f"{card} {cards[card]['name']}: {cards[card]['text']}" for card in view["hand"] if card in cards]
            text, facts, _ = await self._told(client, seat, view, (), lying)
            shown = drawn(view, await self._since(client, seat, max(0, found.version - RECENT)))
            shown |= {"cards": [*(await self._cards_of(client, view)).values()]}
        return Answer(
            text, facts | {"table": view["table"]}, shown | {"variant": {k: variant[k] for k in ("table", "you")}}
        )

    async def play(
        self, report: Report, game: str, version: int, number: int | None = None, move: JSON | None = None
    ) -> Answer:
        """The move's number counts in the view that the caller has seen, and the service decides whether that is still
        the current decision: so a call that is repeated plays nothing more.
        """
        seat = self._seat(game)
        if (number is None) == (move is None):
            raise Refused(self._texts.say("either", tool="play"))
        async with self._client() as client:
            try:
                shown: Any = self._views.get(seat)
                if shown is None or shown["version"] != version:
                    shown = await self._threaded(client.api.get_game, seat.game_id, version=version, token=seat.token)
                found = Game(client.api, shown, saved(seat))
                if number is not None:
                    legal = found.legal_moves
                    if not 1 <= number <= len(legal):
                        raise await self._refused(client, seat, self._texts.say("no_move", move=number), shown)
                    move = cast("JSON", legal[number - 1]["move"])
                played = await self._threaded(
                    found.play, cast("JSON", move), wait_s=SLICE_S if has_computer(found) else 0
                )
            except Problem as problem:
                now = problem.view or await self._threaded(client.api.get_game, seat.game_id, token=seat.token)
                raise await self._refused(client, seat, self._texts.refusal(problem), now) from None
            await self._settle(found, report)
            view = cast("JSON", found.view)
            events = cast("list[JSON]", cast("JSON", played).get("events", []))
            is_complete = bool(events) and events[0]["version"] == version + 1 and view["version"] == played["version"]
            if not is_complete:
                events = await self._since(client, seat, version)
            return await self._told(client, seat, view, events)

    async def wait(self, report: Report, game: str, version: int | None = None, each: bool = False) -> Answer:
        seat = self._seat(game)
        async with self._client() as client:
            found = await self._threaded(self._resumed, client, game)
            since = found.version if version is None else version
            is_in_time = await self._settle(found, report, lambda: not each or found.version == since)
            events = await self._since(client, seat, since) if found.version != since else []
            more = [] if is_in_time else [self._texts.say("time", seconds=WAIT_S)]
            return await self._told(client, seat, found.view, events, more)

    async def hint(self, report: Report, game: str) -> Answer:
        async with self._client() as client:
            found = await self._threaded(self._resumed, client, game)
            api, token = client.api, cast("str", found.token)
            with anyio.CancelScope(shield=True):  # nothing is computed for a call that was given up
                asked = cast("JSON", await self._threaded(api.create_game_suggestion, found.id, {}, token=token))
            try:
                asked = await self._done(asked, partial(api.get_suggestion, asked["id"], token=token), report)
            finally:
                if asked["status"] in OPEN:
                    with anyio.CancelScope(shield=True), suppress(Problem):
                        await self._threaded(api.cancel_suggestion, asked["id"], token=token)
        answer = asked["answer"]
        if answer is None:
            raise Refused(self._texts.say("no_hint"))
        numbers = [at for at, legal in enumerate(found.legal_moves, 1) if legal["move"] == answer["move"]]
        return Answer(
            " ".join([*map(str, numbers), answer["text"]]), {"move": answer["move"], "version": found.version}
        )

    async def end(self, report: Report, game: str, action: str) -> Answer:
        seat = self._seat(game)
        async with self._client() as client:
            found = await self._threaded(self._resumed, client, game)
            if action == "renew":
                renewed = await self._threaded(
                    client.api.renew_token, found.id, cast("int", found.seat), token=seat.token
                )
                name = self._seats.replaced(game, Seat(found.id, renewed["token"]))
                return Answer(f"game: {name}", {"game": name})
            if action == "rematch":
                begun = await self._threaded(found.rematch)
                await self._settle(begun, report)
                return await self._begun(client, begun)
            if action == "analysis":
                asked = cast("JSON", await self._threaded(client.api.create_analysis, found.id, token=seat.token))
                look = partial(client.api.get_analysis, found.id, token=seat.token)
                return analysed(await self._done(asked, look, report), self._texts)
            before = found.version
            await self._threaded(found.resign)
            return await self._told(client, seat, found.view, await self._since(client, seat, before))

    # --

    def _seat(self, name: str) -> Seat:
        try:
            return self._seats.find(name)
        except KeyError:
            raise Refused(self._texts.say("no_game")) from None

    def _resumed(self, client: Client, name: str) -> Game:
        return client.resume(saved(self._seat(name)))

    async def _begun(self, client: Client, game: Game, facts: JSON | None = None) -> Answer:
        """A new game under its name."""
        seat = Seat(game.id, cast("str", game.token))
        named = {"game": self._seats.named(seat, game.variant), **(facts or {})}
        text, found, shown = await self._told(client, seat, game.view, await self._since(client, seat, 0))
        return Answer("\n".join([*(f"{key}: {value}" for key, value in named.items()), text]), named | found, shown)

    async def _since(self, client: Client, seat: Seat, version: int) -> list[JSON]:
        """The events after a version, as the seat may know them."""
        page = await self._threaded(client.api.list_events, seat.game_id, after=str(version), token=seat.token)
        return cast("list[JSON]", page["events"])

    async def _done(self, task: JSON, look: Callable[..., Any], report: Report) -> JSON:
        """A task when it is over, or after ``WAIT_S``."""
        began = time.monotonic()
        while task["status"] in OPEN and (passed_s := time.monotonic() - began) < WAIT_S:
            await report(passed_s, WAIT_S)
            task = await self._threaded(look, wait_s=SLICE_S)
        return task

    async def _settle(self, game: Game, report: Report, waits: Callable[[], bool] | None = None) -> bool:
        """Wait until the seat is asked or the game is over, for at most ``WAIT_S``, and while it ``waits``: unless that
        is given, for computers only. False if the time was over first.
        """
        began = time.monotonic()
        while not (game.is_my_turn or game.is_over) and (waits() if waits else is_computers_turn(game)):
            passed_s = time.monotonic() - began
            if passed_s >= WAIT_S:
                return False
            await self._threaded(game.refresh, min(SLICE_S, max(1, WAIT_S - passed_s)))
            await report(min(time.monotonic() - began, WAIT_S), WAIT_S)
        return True

    async def _told(
        self, client: Client, seat: Seat, view: Any, events: Sequence[JSON] = (), more: Sequence[str] = ()
    ) -> Answer:
        self._views.pop(seat, None)
        self._views[seat] = view
        if len(self._views) > MOST_VIEWS:
            del self._views[next(iter(self._views))]
        names = {card: row["name"] for card, row in (await self._printed(client, view)).items()}
        return Answer(*self._texts.game(view, events, more, names), drawn(view, events))

    async def _refused(self, client: Client, seat: Seat, told: str, view: Any) -> Refused:
        """A refusal, with the moves that are legal now."""
        now = await self._told(client, seat, view)
        return Refused(f"{told}\n{now.text}", now.shown)

    async def _printed(self, client: Client, view: Any) -> dict[str, JSON]:
        """The cards of the game, if they have numbers and do not say themselves what they are."""
        return await self._cards_of(client, view) if any(card.isdigit() for card in view["hand"]) else {}

    async def _cards_of(self, client: Client, view: Any) -> dict[str, JSON]:
        key = (view["variant"], view["preset"])
        if key not in self._cards:
            found = await self._threaded(client.api.list_cards, key[0], preset=key[1])
            self._cards[key] = {row["id"]: cast("JSON", row) for row in found["cards"]}
        return self._cards[key]


def read(pages: Sequence[str], section: str | None, texts: Texts) -> Answer:
    """A section of the short rules or of the exact ones; without one the introduction and their titles."""
    short, exact = map(sections, pages)
    titles = [[title for title in list(part)[1:] if part[title]] for part in (short, exact)]
    if section is None:
        about = f"{next(iter(short.values()))}\n\n{'; '.join(titles[0])}\n\n{'; '.join(titles[1])}"
        return Answer(about, {"sections": titles[0] + titles[1]})
    wanted = section.strip().rstrip(".").casefold()
    for title in titles[0] + titles[1]:
        number = title.split()[0].rstrip(".")
        if wanted in (title.casefold(), number) or title.casefold() == f"{wanted}.":
            return Answer(f"{title}\n{short.get(title) or exact[title]}", {"section": title})
    raise Refused(texts.say("no_section", section=repr(section), sections="; ".join(titles[0] + titles[1])))


def drawn(view: JSON, events: Iterable[JSON]) -> JSON:
    """What the table in the chat shows: nothing of the view but what it is drawn from, and what happened."""
    return {"view": {key: view[key] for key in SHOWN}, "events": list(events)}


def has_computer(game: Game) -> bool:
    """True if an answer is worth waiting for: people take their time."""
    return any(seat["kind"] == "ai" for seat in game.view["seats"])


def is_computers_turn(game: Game) -> bool:
    """True if only computers are asked."""
    view = game.view
    return view["status"] == "active" and all(view["seats"][seat]["kind"] == "ai" for seat in view["to_act"])


def with_open_seat(wanted: JSON, count: int) -> Any:
    """The seats of a game: the caller's, an open one, and computers in the others."""
    computer: JSON = {key: wanted[key] for key in ("level", "rating", "character") if key in wanted}
    if "level" not in computer and "rating" not in computer:
        computer["level"] = "pro"
    person: JSON = {"kind": "person"}
    if "name" in wanted:
        person["name"] = wanted["name"]
    others: list[JSON] = [{"kind": "ai", **computer}] * (count - 2)
    return [person, {"kind": "open"}, *others]


def saved(seat: Seat) -> SavedGame:
    """What the Python SDK needs to go on with a game."""
    return {
        "id": seat.game_id,
        "token": seat.token,
        "tokens": {},
        "owner_token": None,
        "join_code": None,
        "commitment": "",
        "own_seed": None,
        "seen": 0,
        "begun": None,
    }


def analysed(found: JSON, texts: Texts) -> Answer:
    """The grades of a finished analysis, with the better moves. Raises Refused if it is not done."""
    if found["status"] in OPEN:
        raise Refused(texts.say("analysing"))
    if found["status"] != "done":
        raise Refused(texts.say("no_analysis"))
    lines = [found["summary"]["text"]]
    for number, move in enumerate(found["moves"], 1):
        if move["better"]:
            reason = f" ({move['better']['reason']})" if move["better"]["reason"] else ""
            lines.append(f"{number}. {move['text']}. {move['comment']} > {move['better']['text']}{reason}")
    return Answer("\n".join(lines), {"summary": found["summary"]})


def described(details: JSON) -> Answer:
    """A variant with all that a new game can be asked for."""
    facts = {
        "presets": {row["key"]: row["description"] for row in details["presets"]},
        "levels": {
            row["key"]: f"{row['strength']['elo']} Elo. {row['description']}" if row["strength"] else row["description"]
            for row in details["levels"]
        },
        "characters": {row["key"]: row["line"] for row in details["characters"]},
    }
    lines = [f"{details['name']}. {details['summary']}"]
    for title, rows in facts.items():
        lines += [f"{title}:", *(f"  {key}: {about}" for key, about in rows.items())] if rows else []
    if details["ratings"]:
        lines.append(f"rating: {details['ratings']['lowest']} to {details['ratings']['highest']}")
    return Answer("\n".join(lines), {"variant": details["key"], "ratings": details["ratings"], **facts})
