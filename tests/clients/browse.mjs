// Opens pages in Chromium, over the DevTools protocol, and prints a line of JSON about each: what was loaded, said and found.
// node browse.mjs CHROMIUM AXE ADDRESS PATH... -- OPTION_OF_CHROMIUM...
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

const given = process.argv.slice(2);
const [chromium, axe, address, ...paths] = given.slice(0, given.indexOf("--"));
const options = given.slice(given.indexOf("--") + 1);
const browser = spawn(chromium, [...options, "--remote-debugging-port=0", "about:blank"]);
const socket = new WebSocket(
  await new Promise((found) => {
    let said = "";
    browser.stderr.on("data", (text) => {
      said += text;
      const match = said.match(/DevTools listening on (ws:\S+)/);
      if (match) found(match[1]);
    });
  }),
);
await new Promise((opened) => (socket.onopen = opened));

const waiting = new Map();
let heard = () => {};
let last = 0;
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.id) waiting.get(message.id)(message.result ?? message);
  else heard(message.method, message.params);
};
const call = (method, params = {}, sessionId = undefined) =>
  new Promise((answered) => {
    waiting.set(++last, answered);
    socket.send(JSON.stringify({ id: last, method, params, sessionId }));
  });

for (const path of paths) {
  const { targetId } = await call("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await call("Target.attachToTarget", { targetId, flatten: true });
  const page = (method, params) => call(method, params, sessionId);
  const evaluate = async (expression) => (await page("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true })).result.value;
  const requests = [];
  const errors = [];
  let bytes = 0;
  const loaded = new Promise((done) => {
    heard = (method, params) => {
      if (method === "Network.requestWillBeSent") requests.push(params.request.url);
      if (method === "Network.loadingFinished") bytes += params.encodedDataLength;
      if (method === "Log.entryAdded" && params.entry.level === "error") errors.push(params.entry.text);
      if (method === "Runtime.exceptionThrown") errors.push(params.exceptionDetails.text);
      if (method === "Page.loadEventFired") done();
    };
  });
  for (const domain of ["Network", "Log", "Runtime", "Page", "Performance"]) await page(`${domain}.enable`);
  await page("Page.navigate", { url: address + path });
  await loaded;
  await new Promise((later) => setTimeout(later, 200));
  const { metrics } = await page("Performance.getMetrics");
  const task_ms = Math.round(metrics.find((metric) => metric.name === "TaskDuration").value * 1000);
  const paint_ms = Math.round(await evaluate('performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? -1'));
  const text = await evaluate("document.body.innerText");
  await evaluate(readFileSync(axe, "utf8") + ";0");
  const violations = await evaluate("axe.run().then((found) => found.violations.map(({id, nodes}) => `${id}: ${nodes[0].html}`))");
  console.log(JSON.stringify({ path, requests, errors, violations, text, bytes, task_ms, paint_ms }));
  await call("Target.closeTarget", { targetId });
}
await call("Browser.close");
