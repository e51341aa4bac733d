"""The operator's commands: ``flask --app wsgi faceoff --help``."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Final, cast

import click
import msgspec
import redis
from flask import current_app
from flask.cli import AppGroup

from service.api.context import Services
from service.games import bots, lifecycle
from service.games.views import game_view
from service.model.answer import to_json
from service.model.game import Game
from service.model.problem import Problem
from service.ops import backup as backups
from service.ops.embedded_redis import CannotStart
from service.store.copies import Copies

commands = AppGroup(
    "faceoff",
    help="Manage keys, games and bots of the service at REDIS_URL; for `make run` it is unix:///<this "
    "folder>/.faceoff/redis.sock.",
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
    try:
        click.echo(msgspec.json.format(to_json(game_view(_services().games.load(game_id), None))).decode())
    except Problem as problem:
        raise click.ClickException(problem.detail) from None


@game_commands.command("abort")
@click.argument("game_id")
def abort_game(game_id: str) -> None:
    """End a game without a result."""
    try:
        game = lifecycle.abort(_services().games, game_id)
    except Problem as problem:
        raise click.ClickException(problem.detail) from None
    click.echo(_line(game))


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
    """The pieces of the store; what cannot be done ends the command with its reason."""
    settings = _services().settings
    try:
        with (
            nullcontext(settings.redis_url)
            if data_dir is None
            else backups.server_of(data_dir, settings.redis_memory_mb) as url
        ):
            yield Copies(replace(settings, redis_url=url))
    except (backups.BackupError, CannotStart, redis.RedisError, OSError) as error:
        raise click.ClickException(str(error)) from None


def _counted(counts: Counter[str]) -> str:
    plural = {"game": "games", "key": "API keys", "bot": "bots", "match": "matches"}
    return ", ".join(f"{counts[kind]} {name}" for kind, name in plural.items())


@commands.command("backup")
@click.argument("file")
@DATA_DIR
def backup(file: str, data_dir: Path | None) -> None:
    """Write all games, API keys, bots and matches to FILE, or to standard output for `-`. The service may run
    meanwhile.
    """
    if data_dir is not None and not data_dir.is_dir():
        raise click.ClickException(f"there is no folder {data_dir}")
    with _copies(data_dir) as copies:
        counts = backups.back_up(copies, file)
    click.echo(f"{_counted(counts)} written to {file}", err=True)


@commands.command("restore")
@click.argument("file")
@click.option(
    "--overwrite", is_flag=True, help="Replace what the store has already; stop the API and the workers first."
)
@DATA_DIR
def restore(file: str, overwrite: bool, data_dir: Path | None) -> None:
    """Write the games, API keys, bots and matches of FILE into the store. Nothing is written if FILE is damaged."""
    with _copies(data_dir) as copies:
        counts = backups.restore(copies, file, overwrite=overwrite)
    click.echo(f"{_counted(counts)} restored from {file}", err=True)
