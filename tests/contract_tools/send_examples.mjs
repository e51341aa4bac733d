// Imports a contract as Postman does, parameters by their examples, and sends each request as it is, some times in turn:
//   node send_examples.mjs openapi.yaml http://127.0.0.1:8000 2
// Prints a line of JSON for each: its round, name, status and body.
import { readFileSync } from "node:fs";
import newman from "newman";
import converter from "openapi-to-postmanv2";

const [contract, baseUrl, rounds] = process.argv.slice(2);
const imported = await new Promise((done) => {
  const source = { type: "string", data: readFileSync(contract, "utf8") };
  converter.convertV2(source, { parametersResolution: "Example" }, (_, result) => done(result));
});
if (!imported.result) throw new Error(imported.reason);

const variables = { baseUrl, bearerToken: "g_aaaaaaaaaaaaaaaaaaaa.of-nobody" };
const envVar = Object.entries(variables).map(([key, value]) => ({ key, value }));
newman
  .run({ collection: imported.output[0].data, envVar, iterationCount: Number(rounds), timeoutRequest: 10_000 })
  .on("request", (error, { cursor, item, response }) => {
    const answer = { status: response?.code ?? 0, body: response?.text() ?? String(error) };
    console.log(JSON.stringify({ round: cursor.iteration, name: item.name, ...answer }));
  });
