"""The server of the tools as its two transports start it, and a caller of the tools."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import anyio
import pytest
from mcp import Client, StdioServerParameters

from tests import children
from tests.patience import wait_until
from tests.ports import free_port
from tests.programs import nginx_command

ROOT = Path(__file__).parents[3]
SECRET = "a secret for the tests, long enough"


def run(call, *given):
    """The result of a coroutine function, in a thread of its own: the browser of other tests has a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(anyio.run, call, *given).result()


def lists_tools(url):
    """Whether tools are served there."""

    async def listed():
        async with Client(url) as client:
            return (await client.list_tools()).tools

    try:
        return run(listed)
    except Exception:
        return False


class Instance:
    """A process that serves Streamable HTTP."""

    def __init__(self, address, folder, *arguments, secret=SECRET):
        port = free_port()
        self.place = f"127.0.0.1:{port}"
        self.url, self.file = f"http://{self.place}/mcp", folder / f"log-{port}"
        self._command = [sys.executable, "-m", "clients.mcp", address, "--http", "--port", str(port), *arguments]
        self._environment = os.environ | {"FACEOFF_MCP_SECRET": secret}
        self.start()

    def start(self):
        """Also again, after its end."""
        with self.file.open("a") as output:
            self.process = children.start(
                self._command, cwd=ROOT, env=self._environment, stdout=output, stderr=subprocess.STDOUT
            )
        wait_until(lambda: lists_tools(self.url), self.file.read_text)

    def end(self):
        self.process.kill()
        self.process.wait(20)


@pytest.fixture(scope="package")
def instances(address, tmp_path_factory):
    """Two of them, with the same secret."""
    folder = tmp_path_factory.mktemp("instances")
    started = [Instance(address, folder) for _ in range(2)]
    try:
        yield started
    finally:
        for instance in started:
            instance.end()


SITE = """
    upstream instances {{ {servers} }}
    server {{
        listen 127.0.0.1:{port};
        location / {{ proxy_pass http://instances; proxy_set_header Host $http_host; }}
    }}
"""


@contextmanager
def behind_a_proxy(address, folder):
    """The address of a proxy that hands requests to two instances in turn: nginx, as Caddy 2.6.2 cuts off one stream in
    some sixty when clients end another, as those of ``mcp`` 1.x do once they have read the answer; see docs/agents.md.
    """
    port = free_port()
    instances = [Instance(address, folder, "--allowed-host", f"127.0.0.1:{port}") for _ in range(2)]
    servers = " ".join(f"server {instance.place};" for instance in instances)
    command = nginx_command(folder, SITE.format(port=port, servers=servers))
    with (folder / "log").open("wb") as log:
        proxy = children.start(command, stdout=log, stderr=log)
    try:
        url = f"http://127.0.0.1:{port}/mcp"
        wait_until(lambda: lists_tools(url), (folder / "log").read_text)
        yield url
    finally:
        for ending in (proxy.terminate, proxy.wait, *(instance.end for instance in instances)):
            ending()


@contextmanager
def ended(instance):
    try:
        yield instance
    finally:
        instance.end()


def on_standard_input(address, *arguments, **variables):
    """What a host is configured with."""
    given = ["-m", "clients.mcp", address, *arguments]
    return StdioServerParameters(command=sys.executable, args=given, cwd=ROOT, env=variables or None)


class Caller:
    """Calls tools of clients in turn, and keeps every answer."""

    def __init__(self, *clients):
        self.clients = list(clients)
        self.answers = []

    async def __call__(self, name, /, **arguments):
        """The facts of an answer, which is no error."""
        result = await self.call(name, **arguments)
        assert not result.is_error, result.content[0].text
        return result.structured_content

    async def told(self, name, /, **arguments):
        """The text of an answer."""
        return (await self.call(name, **arguments)).content[0].text

    async def refused(self, name, /, **arguments):
        """The text of an error."""
        result = await self.call(name, **arguments)
        assert result.is_error, result.content[0].text
        return result.content[0].text

    async def patiently(self, name, /, **arguments):
        """The facts of an answer that takes the service some time, on a busy machine more than a call has."""
        while (result := await self.call(name, **arguments)).is_error:
            assert result.content[0].text.lower().endswith("ask again.")
        return result.structured_content

    async def call(self, name, /, **arguments):
        self.clients.append(self.clients.pop(0))
        result = await self.clients[-1].call_tool(name, arguments)
        self.answers.append(result)
        return result

    @property
    def everything(self):
        """All that was answered."""
        return "\n".join(result.model_dump_json() for result in self.answers)


def first_move(facts):
    """The first of the legal moves, as an argument."""
    return {"move": facts["choice"]["example"]} if facts["choice"] else {"number": 1}


def called(function, *servers):
    """The result of an asynchronous function that takes a caller of these servers."""

    try:
        return run(_entered, function, servers, [])
    except BaseExceptionGroup as group:  # of the tasks that were running
        error = group
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        raise error from None


async def _entered(function, servers, clients):
    if not servers:
        return await function(Caller(*clients))
    async with Client(servers[0]) as client:
        return await _entered(function, servers[1:], [*clients, client])
