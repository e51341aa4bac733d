// Decodes recorded answers with the generated types and encodes them again: "kind JSON" a line in, JSON or "!error" out.

import { createInterface } from "node:readline";
import * as models from "./models/index";

const AGAIN: Record<string, (value: any) => unknown> = {
  created: (value) => models.__created__ToJSON(models.__created__FromJSON(value)),
  answer: (value) => models.__answer__ToJSON(models.__answer__FromJSON(value)),
  view: (value) => models.__view__ToJSON(models.__view__FromJSON(value)),
  event: (value) => models.__event__ToJSON(models.__event__FromJSON(value)),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const kind = line.split(" ", 1)[0]!;
  try {
    console.log(JSON.stringify(AGAIN[kind]!(JSON.parse(line.slice(kind.length + 1)))));
  } catch (error) {
    console.log("!" + String(error).replaceAll("\n", " "));
  }
});
