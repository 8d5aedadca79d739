/** What the page says about a picture that is not there. */

import "./support.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { createTransport } = await import("../../static/app/api/transport.js");
const { TEXTS } = await import("../../static/app/core/texts.js");

/** The problem that the page shows for a response. */
async function problemOf(response) {
  const { fetch } = globalThis;
  globalThis.fetch = () => Promise.resolve(response);
  try {
    return await createTransport("http://map.test/").problemOf("http://map.test/photos/1/original?missing=empty");
  } finally {
    globalThis.fetch = fetch;
  }
}

test("a missing picture of another machine names that machine", async () => {
  const response = new Response(null, { status: 204, headers: { "GeoIndex-Machine": "nas%20in%20the%20attic" } });
  assert.equal(await problemOf(response), TEXTS.machineMissing("nas in the attic"));
});

test("a missing picture of this machine names none", async () => {
  assert.equal(await problemOf(new Response(null, { status: 204 })), TEXTS.originalMissing);
  assert.equal(await problemOf(new Response("x", { status: 206 })), "");
});
