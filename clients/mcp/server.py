"""The protocol: lists the tools, and carries out calls, over standard input and output or Streamable HTTP."""

import logging
from pathlib import Path
from typing import Any

import mcp_types as types
from mcp import MCPError
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server

from clients.mcp.errors import Refused
from clients.mcp.texts import Texts
from clients.mcp.tools import TABLE, TOOLS, checked
from faceoff_client import Problem, Unreachable

JSON = dict[str, Any]
log = logging.getLogger("faceoff.mcp")
APPS = "io.modelcontextprotocol/ui"
"""The extension SEP-1865, MCP Apps: hosts show a page of ours with an answer."""
HTML = "text/html;profile=mcp-app"
SHOWN = "faceoff/table"
"""The metadata of an answer that the page reads, and not the model."""
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
            text, facts, shown = await getattr(player, params.name)(report, **arguments)
        except Refused as error:
            return failed(str(error), for_table(context, error.shown))
        except Problem as problem:
            return failed(texts.refusal(problem))
        except Unreachable as error:
            log.error("%s: %s", params.name, error)
            return failed(texts.say("unreachable"))
        except Exception as error:
            # the kind alone: a message may quote what the caller may not read
            log.error("%s failed: %s", params.name, type(error).__name__)
            return failed(texts.say("failed", tool=params.name))
        meta = for_table(context, shown)
        return types.CallToolResult(content=[types.TextContent(text=text)], structured_content=facts, _meta=meta)

    async def list_resources(
        _: ServerRequestContext[Any], __: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=[types.Resource(uri=TABLE, name="table", mime_type=HTML)])

    async def read_resource(
        _: ServerRequestContext[Any], params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        if params.uri != TABLE:
            raise MCPError(types.INVALID_PARAMS, f"There is no resource {params.uri}; there is {TABLE}.")
        meta = {"ui": {"prefersBorder": True}}
        text = table_page(texts.language)
        return types.ReadResourceResult(
            contents=[types.TextResourceContents(uri=TABLE, mime_type=HTML, text=text, _meta=meta)]
        )

    server = Server(
        "faceoff",
        version=version,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_read_resource=read_resource,
    )
    server.extensions[APPS] = {}
    return server


def for_table(context: ServerRequestContext[Any], shown: JSON | None) -> JSON | None:
    """The metadata of an answer, for hosts that show tables; earlier ones do not say with a request over HTTP."""
    able = context.session.client_capabilities
    return {SHOWN: shown} if shown and (able is None or APPS in (able.extensions or {})) else None


def table_page(language: str) -> str:
    """The page with the table: a file of the package, or of a checkout as its modules are now."""
    made = Path(__file__).with_name(f"table_{language}.html")
    if made.exists():
        return made.read_text("utf-8")
    from clients.bundle import page

    return page(language)


def failed(text: str, meta: JSON | None = None) -> types.CallToolResult:
    """A result that tells the model what was wrong."""
    return types.CallToolResult(content=[types.TextContent(text=text)], is_error=True, _meta=meta)
