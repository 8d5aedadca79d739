/** The type checker finds misspelt names. scripts/lib/check-page runs it for the page itself. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import test from "node:test";

const FOLDER = new URL("misspelt/", import.meta.url).pathname;

test("a misspelt field of the state, service, field of the address or property of an answer is found", () => {
  const lines = readFileSync(`${FOLDER}misspelt.js`, "utf8").split("\n");
  const marked = lines.flatMap((line, index) => (line.includes("// misspelt: ") ? [index + 1] : []));
  const { stdout } = spawnSync("tsc", ["--project", FOLDER], { encoding: "utf8", cwd: FOLDER });
  const found = [...stdout.matchAll(/^misspelt\.js\((\d+),/gm)].map(([, line]) => Number(line));
  assert.deepEqual([...new Set(found)], marked, stdout);
});
