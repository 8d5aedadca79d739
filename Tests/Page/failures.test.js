import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import "./support.js";
const { createTransport } = await import("../../static/app/api/transport.js");
const { readProblem, wordKind, wordProblem } = await import("../../static/app/api/problems.js");
const { inEnglish, partsOf } = await import("../../static/app/core/bidi.js");
const { TEXTS } = await import("../../static/app/core/texts.js");

const DETAIL = 'bbox "-180,85.0511288,180,82.912883" has south above north. See /api.html';

/** What the page says if the server refuses a request. */
async function said(t, path, status, send = (transport) => transport.json(path), more = {}) {
  t.mock.method(globalThis, "fetch", async () => new Response(JSON.stringify({ title: "Problem", status, detail: DETAIL, ...more }), { status }));
  return send(createTransport("https://home.example/photos/")).then(() => assert.fail("no failure"), (error) => error);
}

test("a failed request for photos is explained in the page's words, whatever the server said", async (t) => {
  for (const status of [400, 401, 403, 404, 422, 500, 503, 507]) {
    const error = await said(t, "collections/photos/items", status);
    assert.equal(error.status, status);
    assert(error.message && !error.message.includes("bbox"), `${status}: ${error.message}`);
  }
});

test("a problem of a kind is worded by the page, also where photos belong", async (t) => {
  for (const path of ["collections/photos/items", "doubts"]) {
    const error = await said(t, path, 503, undefined, { kind: "tooSlow" });
    assert.deepEqual([error.message, error.kind, error.status], [TEXTS.problems.tooSlow, "tooSlow", 503]);
  }
});

test("what the page does not know has the server's sentence after its own, as English", async (t) => {
  const error = await said(t, "", 409, (transport) => transport.post("placements", {}));
  assert.equal(error.message, `${TEXTS.serverRefused} ${inEnglish(DETAIL)}`);
  assert.deepEqual(partsOf(error.message), [`${TEXTS.serverRefused} `, inEnglish(DETAIL), ""]);
  // Also a kind that a newer server has.
  assert.equal(wordProblem({ status: 507, kind: "toString", detail: DETAIL }), `${TEXTS.serverStatus(507)} ${inEnglish(DETAIL)}`);
  assert.equal(wordProblem({ status: 418 }), TEXTS.serverStatus(418));
});

test("the seconds to wait are those of the header", async () => {
  const read = (headers) => readProblem(new Response("<html>", { status: 429, headers }));
  assert.equal(wordProblem(await read({ "Retry-After": "7" })), TEXTS.tooOften(7));
  assert.equal(wordProblem(await read({ "Retry-After": "Mon, 30 Nov 2026 10:00:00 GMT" })), TEXTS.tooOften(60));
  assert.equal(wordProblem(await read({})), TEXTS.tooOften(60));
});

test("every kind that the server has is worded", () => {
  const source = readFileSync(new URL("../../Sources/HTTPServer/Problem+Kind.swift", import.meta.url), "utf8");
  const kinds = [...source.matchAll(/^ {4}case (\w+)$/gm)].map(([, kind]) => kind);
  assert(kinds.length > 20, "the kinds are found");
  for (const kind of kinds) assert(wordKind(kind), kind);
  const unused = Object.keys(TEXTS.problems).filter((kind) => !kinds.includes(kind));
  assert.deepEqual(unused, []);
});
