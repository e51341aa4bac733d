"""The protocol: lists the tools, and carries out calls, over standard input and output or Streamable HTTP."""

import logging
from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server

from clients.mcp.errors import Refused
from clients.mcp.texts import Texts
from clients.mcp.tools import TOOLS, checked
from faceoff_client import Problem, Unreachable

log = logging.getLogger("faceoff.mcp")
INSTRUCTIONS = (
    "Play hockey card games. new_game, then play once for each decision until the game is over. "
    "The number and version that play takes stand in the last answer."
)


def served(player: object, texts: Texts, version: str) -> Server[Any]:
    """A server of the tools, each of which is a method of the player."""

    async def list_tools(
        _: ServerRequestContext[Any], __: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=list(TOOLS))

    async def call_tool(
        context: ServerRequestContext[Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        async def report(passed: float, most: float) -> None:
            await context.session.report_progress(passed, most)

        try:
            arguments = checked(params.name, params.arguments, texts)
            text, facts = await getattr(player, params.name)(report, **arguments)
        except Refused as error:
            return failed(str(error))
        except Problem as problem:
            return failed(texts.refusal(problem))
        except Unreachable as error:
            log.error("%s: %s", params.name, error)
            return failed(texts.say("unreachable"))
        except Exception as error:
            # the kind alone: a message may quote what the caller may not read
            log.error("%s failed: %s", params.name, type(error).__name__)
            return failed(texts.say("failed", tool=params.name))
        return types.CallToolResult(content=[types.TextContent(text=text)], structured_content=facts)

    return Server(
        "faceoff", version=version, instructions=INSTRUCTIONS, on_list_tools=list_tools, on_call_tool=call_tool
    )


def failed(text: str) -> types.CallToolResult:
    """A result that tells the model what was wrong."""
    return types.CallToolResult(content=[types.TextContent(text=text)], is_error=True)
