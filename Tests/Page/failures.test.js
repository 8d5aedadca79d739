import assert from "node:assert/strict";
import { test } from "node:test";

import "./support.js";
import { createTransport } from "../../static/app/api/transport.js";

const DETAIL = 'bbox "-180,85.0511288,180,82.912883" has south above north. See /api.html';

/** What the page says if the server refuses a request. */
async function said(t, path, status, send = (transport) => transport.json(path)) {
  t.mock.method(globalThis, "fetch", async () => new Response(JSON.stringify({ title: "Problem", status, detail: DETAIL }), { status }));
  return send(createTransport("https://home.example/photos/")).then(() => assert.fail("no failure"), (error) => error);
}

test("a failed request for photos is explained in the page's words, whatever the server said", async (t) => {
  for (const status of [400, 401, 403, 404, 422, 500, 503, 507]) {
    const error = await said(t, "collections/photos/items", status);
    assert.equal(error.status, status);
    assert(error.message && !error.message.includes("bbox"), `${status}: ${error.message}`);
    assert.equal(error.detail, DETAIL);
  }
});

test("what the reader entered is refused in the server's words", async (t) => {
  const error = await said(t, "", 409, (transport) => transport.post("placements", {}));
  assert.equal(error.message, DETAIL);
});
