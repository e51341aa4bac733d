// A chat whose host is the reference implementation: it shows the page of a tool with one answer, and carries out what the page calls.

import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

window.show = async (html, input, result, theme, capabilities) => {
  document.body.replaceChildren();
  window.told = [];
  const frame = document.createElement("iframe");
  frame.sandbox = "allow-scripts allow-same-origin";
  document.body.append(frame);
  const bridge = new AppBridge(null, { name: "chat", version: "1" }, capabilities, { hostContext: { theme } });
  window.bridge = bridge;
  bridge.onsandboxready = () => bridge.sendSandboxResourceReady({ html });
  bridge.oninitialized = async () => {
    await bridge.sendToolInput({ arguments: input });
    await bridge.sendToolResult(result);
  };
  bridge.oncalltool = ({ name, arguments: given }) => window.callTool(name, given);
  bridge.onsizechange = ({ height }) => (frame.style.height = `${height}px`);
  bridge.onupdatemodelcontext = async ({ content }) => (window.told.push(content[0].text), {});
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.src = "http://sandbox.test/";
};
