"""Programs that play, by lines of standard input and output or by the tools over HTTP: each is started for one game."""

import json
import os
import shlex
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import uvicorn
from anyio import to_thread

from bench.agents.table import Table
from bench.opponents import Piped
from bench.speed.served import free_port
from clients.mcp.errors import Refused
from clients.mcp.play import Answer, Report, read
from clients.mcp.server import served
from clients.mcp.texts import JSON, Texts

RULES: Final = Path(__file__).parents[2] / "docs" / "rules"
LOOK_S: Final = 0.02
LEAVES_S: Final = 10.0
"""For a program to end after its game."""
PROMPT: Final = (
    "Play a game of {variant} with the tools of the MCP server at {url}. Begin with new_game, then play once for each "
    "decision until the game is over. No other game counts. You have {patience:g} seconds for each call."
)


def play_by_lines(command: str, table: Table, patience_s: float) -> None:
    """Each decision is a text and an empty line; the answer is a line: the number of a move, or the move as JSON."""
    program, since, refused = Piped(shlex.split(command)), 0, ""
    try:
        while not table.has_ended:
            text = refused or table.text(since, is_whole=True)[0]
            question = f"{text}\n\n".encode()
            table.cost.calls += 1
            table.cost.read += len(question)
            try:
                answer = program.answer(question, patience_s)
            except TimeoutError:
                table.forfeit(is_late=True)
                return
            except OSError:
                table.forfeit(is_late=False)
                return
            table.cost.written += len(answer)
            version, refused = table.version, ""
            try:
                table.answer(version, number_or_move(answer))
                since = version
            except Refused as error:
                refused = str(error)
    finally:
        program.close()


def number_or_move(answer: bytes) -> Any:
    """What a line says; its text if it is not JSON."""
    try:
        return json.loads(answer)
    except ValueError:
        return answer.decode(errors="replace").strip()


class MatchTools:
    """The tools for one game of a match: those that play it, and the rules."""

    def __init__(self, table: Table, variant: str) -> None:
        self._table = table
        self._variant = variant
        self.waits_since: float | None = time.monotonic()
        """When the program was answered; None while a call is carried out."""

    async def list_games(self, report: Report, variant: str | None = None) -> Answer:
        return Answer(f"{self._variant}: the game of this match", {"games": [{"variant": self._variant}]})

    async def read_rules(self, report: Report, variant: str, section: str | None = None) -> Answer:
        name = f"{self._variant.replace('_', '-')}.md"
        return read([(folder / name).read_text() for folder in (RULES / "players", RULES)], section, Texts())

    async def new_game(self, report: Report, **_: Any) -> Answer:
        text, facts = self._table.text(0)
        return Answer(f"game: match\n{text}", {"game": "match", **facts})

    async def look(self, report: Report, game: str) -> Answer:
        return Answer(*self._table.text(is_whole=True))

    async def play(
        self, report: Report, game: str, version: int, number: int | None = None, move: JSON | None = None
    ) -> Answer:
        await to_thread.run_sync(self._table.answer, version, move if number is None else number)
        return Answer(*self._table.text(version))

    async def wait(self, report: Report, game: str, version: int | None = None, each: bool = False) -> Answer:
        return Answer(*self._table.text(version))

    async def not_here(self, report: Report, **_: Any) -> Answer:
        raise Refused("Not in a match.")

    join_game = hint = end = not_here


class Counting(MatchTools):
    """The same, and counts what they cost."""

    def __getattribute__(self, name: str) -> Any:
        method = super().__getattribute__(name)
        if name.startswith("_") or not callable(method):
            return method

        async def counted(report: Report, **arguments: Any) -> Answer:
            cost, told, self.waits_since = self._table.cost, "", None
            cost.calls += 1
            cost.written += len(json.dumps(arguments).encode())
            try:
                answer: Answer = await method(report, **arguments)
                told = answer[0]
                return answer
            except Refused as refused:
                told = str(refused)
                raise
            finally:
                cost.read += len(told.encode())
                self.waits_since = time.monotonic()

        return counted


def play_by_tools(command: str, table: Table, variant: str, patience_s: float) -> None:
    """The program gets on standard input what to do, and the address there, in ``FACEOFF_MCP_URL``, and for ``{url}``
    in the command.
    """
    tools = Counting(table, variant)
    with serving(tools) as url:
        words = [word.replace("{url}", url) for word in shlex.split(command)]
        environment = os.environ | {"FACEOFF_MCP_URL": url}
        process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=environment)
        try:
            assert process.stdin is not None
            try:
                process.stdin.write(PROMPT.format(variant=variant, url=url, patience=patience_s))
                process.stdin.close()
            except BrokenPipeError:
                pass
            while process.poll() is None and not table.has_ended:
                since = tools.waits_since
                if since is not None and time.monotonic() - since > patience_s:
                    table.forfeit(is_late=True)
                time.sleep(LOOK_S)
            if not table.has_ended:
                table.forfeit(is_late=False)
            elif not table.is_lost:
                try:
                    process.wait(LEAVES_S)
                except subprocess.TimeoutExpired:
                    pass
        finally:
            process.kill()
            process.wait()


@contextmanager
def serving(tools: MatchTools) -> Iterator[str]:
    """The address of a server of these tools, in a thread."""
    port = free_port()
    app = served(tools, Texts(), "1").streamable_http_app(stateless_http=True)
    config = uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started and thread.is_alive():
        time.sleep(LOOK_S / 4)
    try:
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        server.should_exit = True
        thread.join()
