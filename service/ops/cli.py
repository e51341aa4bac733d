"""The operator's commands: ``faceoff keys --help`` and so on.

Backups: all pieces of the store to one file, and back.

The file is gzip of lines of JSON: a header, a piece in each line (``store/copies.py``), and an end with a digest of all
lines before it. Neither backup nor restore holds more than one piece in memory.
"""

import gzip
import hashlib
import os
import sys
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import IO, Any, Final, cast
from urllib.parse import quote

import click
import msgspec
import redis
from flask import current_app
from flask.cli import AppGroup, ScriptInfo

from service.api.auth import Services
from service.app import app_of_environment
from service.config import VERSION, SettingsError
from service.games import bots, lifecycle
from service.games.views import game_view
from service.model.answer import Problem, to_json
from service.model.game import Game
from service.model.timestamps import now_ms, time_text
from service.ops.embedded_redis import CannotStart, EmbeddedRedis
from service.ops.run import locked
from service.process.telemetry import configure_logging
from service.store.copies import Copies, Piece
from service.store.readable import Unreadable

FORMAT: Final = 2
NAMED: Final = 5
"""How many pieces that exist already, or were left out, are named."""


class Header(msgspec.Struct, tag="backup"):
    """The first line."""

    format: int
    service: str
    created_at: str


class End(msgspec.Struct, tag="end"):
    """The last line."""

    pieces: int
    sha256: str
    """The digest of all lines before it."""


Line = msgspec.json.Decoder(Header | End | Piece)


class Copied(Counter[str]):
    """Numbers of pieces by kind."""

    def __init__(self) -> None:
        super().__init__()
        self.left_out: list[str] = []
        """The ids of those that this service cannot read."""

    def report(self, done: str) -> None:
        """Report what was ``done``; raises ClickException if something was left out."""
        plural = {"game": "games", "key": "API keys", "bot": "bots", "match": "matches"}
        click.echo(f"{', '.join(f'{self[kind]} {name}' for kind, name in plural.items())} {done}", err=True)
        if self.left_out:
            raise click.ClickException(
                f"{len(self.left_out)} cannot be read by this release and were left out: {_named(self.left_out)}"
            )


def _named(ids: Sequence[str]) -> str:
    return ", ".join(ids[:NAMED]) + (", ..." if len(ids) > NAMED else "")


class BackupError(Exception):
    """A file that cannot be restored, or not now; the text says why."""


# -- backup


def back_up(copies: Copies, file: str) -> Copied:
    """Write everything that can be read to a file, ``-`` for standard output; returns the number of pieces by kind.

    An existing file is replaced when the new one is complete.
    """
    with _target(file) as target, gzip.GzipFile(fileobj=target, mode="wb", filename="", mtime=0) as lines:
        return _write(copies, lines)


def _write(copies: Copies, lines: gzip.GzipFile) -> Copied:
    counts = Copied()
    digest = hashlib.sha256()

    def add(line: Header | Piece) -> None:
        text = msgspec.json.encode(line) + b"\n"
        digest.update(text)
        lines.write(text)

    add(Header(FORMAT, VERSION, time_text(now_ms())))
    for piece in copies.all():
        if not piece.is_readable:
            counts.left_out.append(piece.id)
            continue
        add(piece)
        counts[piece.kind] += 1
    lines.write(msgspec.json.encode(End(counts.total(), digest.hexdigest())) + b"\n")
    return counts


@contextmanager
def _target(file: str) -> Iterator[IO[bytes]]:
    """A new file that only its owner can read: a backup contains hidden cards."""
    if file == "-":
        yield sys.stdout.buffer
        return
    part = f"{file}.part"
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as target:
            yield target
            target.flush()
            os.fsync(target.fileno())
        os.replace(part, file)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise


# -- restore


def restore_from(copies: Copies, file: str, *, overwrite: bool = False) -> Copied:
    """Write everything in a file that can be read into the store; returns the number of pieces by kind.

    The whole file is checked before anything is written. Raises BackupError if it is damaged or of another format, or,
    without ``overwrite``, if the store has one of its pieces.
    """
    for _ in _read(file):  # to its end, where the checksum is
        pass
    in_the_way, counts = [], Copied()
    for piece in _read(file):
        if not piece.is_readable:
            counts.left_out.append(piece.id)
        elif not overwrite and copies.exists(piece):
            in_the_way.append(piece.id)
    if in_the_way:
        raise BackupError(
            f"the store has {len(in_the_way)} of the games, bots, keys or matches in {file} ({_named(in_the_way)}): "
            "nothing was restored; --overwrite replaces them"
        )
    for piece in _read(file):
        if piece.id in counts.left_out:
            continue
        copies.write(piece)
        counts[piece.kind] += 1
    return counts


def _read(file: str) -> Iterator[Piece]:
    """The pieces of a file; raises BackupError if it is not a valid backup."""
    digest, pieces, is_complete = hashlib.sha256(), 0, False
    try:
        with gzip.open(file, "rb") as lines:
            for number, text in enumerate(lines, 1):
                line = Line.decode(text)
                if number == 1:
                    _check_header(file, line)
                elif is_complete:
                    raise BackupError(f"{file}: line {number} follows the end")
                elif isinstance(line, End):
                    is_complete = (line.pieces, line.sha256) == (pieces, digest.hexdigest())
                    if not is_complete:
                        raise BackupError(f"{file} is damaged: its checksum does not fit")
                elif isinstance(line, Header):
                    raise BackupError(f"{file}: line {number} is a second header")
                else:
                    pieces += 1
                    yield line
                digest.update(text)
    except (EOFError, zlib.error, gzip.BadGzipFile, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BackupError(f"{file} is not a backup, or damaged: {error}") from None
    except OSError as error:
        raise BackupError(f"{file} cannot be read: {error.strerror}") from None
    if not is_complete:
        raise BackupError(f"{file} is incomplete: its end is missing")


def _check_header(file: str, line: object) -> None:
    if not isinstance(line, Header):
        raise BackupError(f"{file} is not a backup: its first line is not a header")
    if line.format != FORMAT:
        raise BackupError(
            f"{file} has format {line.format}, written by version {line.service}; this service reads {FORMAT}"
        )


# -- the server of ``make run``


@contextmanager
def server_of(data_dir: Path, memory_mb: int) -> Iterator[str]:
    """The URL of the Redis server with this data folder, which is started unless ``make run`` runs.

    Raises CannotStart if it cannot be.
    """
    server = EmbeddedRedis(data_dir, memory_mb=memory_mb)
    if server.answers():
        yield server.url
        return
    with locked(data_dir), server:
        yield server.url


SOCKET: Final = f"unix://{quote(str(Path('.faceoff').resolve()))}/redis.sock"
"""REDIS_URL of ``make run`` in this folder."""


class Commands(AppGroup):
    """Commands that report the reason when they fail."""

    def invoke(self, context: click.Context) -> Any:
        """Carry a command out."""
        try:
            return super().invoke(context)
        except (redis.ConnectionError, redis.TimeoutError) as error:
            where = f"for `make run`, set REDIS_URL={SOCKET}, or where its data folder is"
            reason = f"the store at REDIS_URL does not respond ({error}); {where}"
            raise click.ClickException(reason) from None
        except Problem as problem:
            raise click.ClickException(problem.detail) from None
        except (BackupError, CannotStart, SettingsError, Unreadable, redis.RedisError, OSError) as error:
            raise click.ClickException(str(error)) from None


commands = Commands(
    "faceoff", help=f"Manage keys, games and bots of the service at REDIS_URL; for `make run` it is {SOCKET}."
)
PAGE: Final = 100

key_commands = AppGroup("keys", help="Manage API keys.")
game_commands = AppGroup("games", help="Manage games, also private ones.")
commands.add_command(key_commands)
commands.add_command(game_commands)
bot_commands = AppGroup("bots", help="Manage registered bots.")
commands.add_command(bot_commands)


def _services() -> Services:
    return cast(Services, current_app.extensions["faceoff"])


@key_commands.command("create")
@click.argument("name")
def create_key(name: str) -> None:
    """Create an API key for NAME. It is shown only once; the service stores a digest."""
    if not name.strip():
        raise click.ClickException("NAME is empty; name who the key is for")
    made, text = _services().keys.create(name)
    click.echo(f"{made.id}  {made.name}\n{text}")


@key_commands.command("list")
def list_keys() -> None:
    """List the API keys, oldest first."""
    for key in _services().keys.all():
        click.echo(f"{key.id}  {key.created_at}  {key.name}")


@key_commands.command("revoke")
@click.argument("key_id")
def revoke_key(key_id: str) -> None:
    """Revoke the key with this id (k_...) and delete its webhooks."""
    if not _services().keys.revoke(key_id):
        raise click.ClickException(f"there is no key {key_id!r}; `faceoff keys list` shows the ids")
    webhooks = _services().store.webhooks
    for webhook in webhooks.of(key_id):
        webhooks.delete(webhook)
    click.echo(f"{key_id} is revoked")


def _line(game: Game) -> str:
    seats = ", ".join(seat.name or seat.kind for seat in game.seats)
    return (
        f"{game.id}  {game.created_at}  {game.status:8}  version {game.version:<4}  {game.variant_key} "
        f"{game.preset}: {seats}"
    )


@game_commands.command("show")
@click.argument("game_id")
def show_game(game_id: str) -> None:
    """Show a game as a spectator sees it."""
    click.echo(msgspec.json.format(to_json(game_view(_services().games.load(game_id), None))).decode())


@game_commands.command("abort")
@click.argument("game_id")
def abort_game(game_id: str) -> None:
    """End a game without a result."""
    click.echo(_line(lifecycle.abort(_services().games, game_id)))


@bot_commands.command("list")
def list_bots() -> None:
    """List the bots, those registered last first."""
    cursor: str | None = ""
    while cursor is not None:
        found, cursor = _services().store.bots.page(cursor, PAGE, None, online=False)
        for bot, is_online in zip(found, _services().store.bots.are_online(found), strict=True):
            click.echo(f"{bot.id}  {bot.created_at}  {'online ' if is_online else 'offline'}  {bot.name}")


@bot_commands.command("delete")
@click.argument("bot_id")
def delete_bot(bot_id: str) -> None:
    """Delete the bot with this id (b_...)."""
    bot = _services().store.bots.find(bot_id)
    if bot is None:
        raise click.ClickException(f"there is no bot {bot_id!r}; `faceoff bots list` shows the ids")
    bots.delete_bot(_services().games, bot)
    click.echo(f"{bot_id} is deleted")


DATA_DIR: Final = click.option(
    "--data-dir",
    type=click.Path(path_type=Path),
    help="Of the server of `make run` with this data folder, which is started if it does not run; default: of the "
    "service at REDIS_URL.",
)


@contextmanager
def _copies(data_dir: Path | None) -> Iterator[Copies]:
    """The pieces of the store."""
    settings = _services().settings
    with nullcontext(settings.redis_url) if data_dir is None else server_of(data_dir, settings.redis_memory_mb) as url:
        yield Copies(replace(settings, redis_url=url))


@commands.command("backup")
@click.argument("file")
@DATA_DIR
def backup(file: str, data_dir: Path | None) -> None:
    """Write all games, API keys, bots and matches to FILE, or to standard output for `-`. The service may run
    meanwhile. What cannot be read is left out and named, and the command ends with status 1.
    """
    for folder in (data_dir, Path(file).parent):
        if folder is not None and not folder.is_dir():
            raise click.ClickException(f"there is no folder {folder}")
    with _copies(data_dir) as copies:
        counts = back_up(copies, file)
    counts.report(f"written to {file}")


@commands.command("restore")
@click.argument("file")
@click.option(
    "--overwrite", is_flag=True, help="Replace what the store has already; stop the API and the workers first."
)
@DATA_DIR
def restore(file: str, overwrite: bool, data_dir: Path | None) -> None:
    """Write the games, API keys, bots and matches of FILE into the store. Nothing is written if FILE is damaged. What
    cannot be read is left out and named, and the command ends with status 1.
    """
    with _copies(data_dir) as copies:
        counts = restore_from(copies, file, overwrite=overwrite)
    counts.report(f"restored from {file}")


def main() -> None:
    """Carry out the command that ``sys.argv`` names, and end the process."""
    configure_logging()
    commands.main(prog_name="faceoff", obj=ScriptInfo(create_app=lambda: app_of_environment(background=False)))
