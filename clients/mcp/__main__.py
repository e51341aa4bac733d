"""Serve the tools to a host on standard input and output, or with ``--http`` to any number of them: ``make mcp``."""

import argparse
import logging
import os
import sys

import anyio
import uvicorn
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings

from clients.mcp.play import Player
from clients.mcp.seats import KeptSeats, SealedSeats
from clients.mcp.server import served
from clients.mcp.texts import Texts
from faceoff_client import Client
from faceoff_client.version import VERSION

LEAST_SECRET = 32


def main() -> int:
    """Serve until the host closes the input, or the process is ended."""
    parser = argparse.ArgumentParser(prog="python -m clients.mcp", description="Let assistants and agents play.")
    parser.add_argument("address", nargs="?", default="http://127.0.0.1:8000", help="where Faceoff runs (%(default)s)")
    parser.add_argument("--language", default="en", help="of the texts: en or fr (%(default)s)")
    parser.add_argument("--http", action="store_true", help="serve Streamable HTTP at /mcp")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at (%(default)s)")
    parser.add_argument("--port", type=int, default=8765, help="(%(default)s)")
    parser.add_argument(
        "--allowed-host", action="append", default=[], help="a Host header to accept if it is not this machine's"
    )
    wanted = parser.parse_args()
    api_key = os.environ.get("FACEOFF_API_KEY") or None
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)

    def connect() -> Client:
        return Client(wanted.address, api_key, language=wanted.language, patience_s=10)

    try:
        connect()
    except ValueError as error:  # the address
        print(error, file=sys.stderr)
        return 1
    secret = os.environ.get("FACEOFF_MCP_SECRET", "").encode()
    if secret and len(secret) < LEAST_SECRET:
        print(f"FACEOFF_MCP_SECRET needs at least {LEAST_SECRET} characters, chosen at random", file=sys.stderr)
        return 1
    texts = Texts(wanted.language)
    if not wanted.http:
        # with a secret, names that another process of the host knows
        server = served(Player(connect, SealedSeats(secret) if secret else KeptSeats(), texts), texts, VERSION)

        async def on_standard_input() -> None:
            async with stdio_server() as (reads, writes):
                await server.run(reads, writes, server.create_initialization_options())

        anyio.run(on_standard_input)
        return 0
    if not secret:
        print("No FACEOFF_MCP_SECRET: the names of games are valid until this process ends.", file=sys.stderr)
    server = served(Player(connect, SealedSeats(secret or os.urandom(64)), texts), texts, VERSION)
    local = [f"{host}:{wanted.port}" for host in ("127.0.0.1", "localhost", "[::1]")]
    origins = [f"{scheme}://{host}" for scheme in ("http", "https") for host in (*local, *wanted.allowed_host)]
    guard = TransportSecuritySettings(allowed_hosts=[*local, *wanted.allowed_host], allowed_origins=origins)
    app = server.streamable_http_app(stateless_http=True, transport_security=guard)
    uvicorn.run(app, host=wanted.host, port=wanted.port, log_level="warning")
    return 0


if __name__ == "__main__":
    sys.exit(main())
