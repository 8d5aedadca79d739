/** Requests that replace one another. */

import "./support.js";
import assert from "node:assert/strict";
import test from "node:test";

const { createLatest } = await import("../../static/app/core/latest.js");

/** Requests that the test answers itself. */
function requests() {
  const sent = [];
  const ask = (signal) => new Promise((answer, fail) => sent.push({ signal, answer, fail }));
  const said = [];
  const latest = createLatest();
  const load = () => latest.load(ask, (answer) => said.push(answer), (error) => said.push(error.message));
  return { sent, said, latest, load };
}

test("an answer arrives, and so does a failure", async () => {
  const { sent, said, load } = requests();
  const first = load();
  sent[0].answer("one");
  await first;
  const failing = load();
  sent[1].fail(new Error("no answer"));
  await failing;
  assert.deepEqual(said, ["one", "no answer"]);
});

test("a new request aborts the one in flight, whose late answer or failure is dropped", async () => {
  for (const end of ["answer", "fail"]) {
    const { sent, said, load } = requests();
    const [first, second] = [load(), load()];
    assert.ok(sent[0].signal.aborted && !sent[1].signal.aborted);
    sent[0][end](new Error("late"));
    sent[1].answer("two");
    await Promise.all([first, second]);
    assert.deepEqual(said, ["two"]);
  }
});

test("nothing comes of a request that was aborted, and the next one works", async () => {
  const { sent, said, latest, load } = requests();
  const first = load();
  latest.abort();
  sent[0].answer("late");
  await first;
  const next = load();
  sent[1].answer("next");
  await next;
  assert.deepEqual(said, ["next"]);
});
