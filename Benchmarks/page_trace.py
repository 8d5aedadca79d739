"""Reads a trace of Chromium: the tasks of the page's main thread, and whose code each of them ran."""

import bisect
import json
from dataclasses import dataclass, field

CATEGORIES = [
    "devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing", "disabled-by-default-v8.cpu_profiler",
]

# WebGL calls that wait for the graphics process to answer, or for room in its queue.
GRAPHICS = {
    "getShaderParameter", "getProgramParameter", "getShaderInfoLog", "getProgramInfoLog", "getUniformLocation",
    "getAttribLocation", "getActiveUniform", "getActiveAttrib", "getParameter", "getError", "getExtension", "getContext",
    "getSupportedExtensions", "checkFramebufferStatus", "readPixels", "compileShader", "linkProgram", "useProgram",
    "bufferData", "bufferSubData", "texImage2D", "texSubImage2D", "generateMipmap", "drawElements", "drawArrays",
    "clear", "flush", "finish", "bindVertexArray", "bindTexture", "bindBuffer", "uniformMatrix4fv",
}


@dataclass
class Task:
    """A task, in milliseconds; the shares of the code owners are from samples of the stack."""

    wall: float
    core: float
    shares: dict = field(default_factory=dict)

    def on_core(self, whose):
        """An upper bound of the CPU time of an owner: samples are also taken while the thread waits for a core."""
        return min(self.core, self.shares.get(whose, 0))


def tasks(trace, begin, end):
    """The tasks of the main thread that began between two marks of `performance.mark`."""
    events = json.loads(trace)["traceEvents"]
    marks = {event["name"]: event for event in events if event["name"] in (begin, end)}
    process, thread = marks[begin]["pid"], marks[begin]["tid"]
    begun, ended = marks[begin]["ts"], marks[end]["ts"]
    samples = samples_of(events, process, thread)
    times = [time for time, _, _ in samples]
    found = []
    for event in events:
        if event["name"] != "RunTask" or (event["pid"], event["tid"]) != (process, thread):
            continue
        if not begun <= event["ts"] <= ended:
            continue
        task = Task(event["dur"] / 1000, event.get("tdur", 0) / 1000)
        for _, share, whose in samples[bisect.bisect(times, event["ts"]):bisect.bisect(times, event["ts"] + event["dur"])]:
            task.shares[whose] = task.shares.get(whose, 0) + share
        found.append(task)
    return found


def samples_of(events, process, thread):
    """The samples in order of time: the time, the milliseconds since the sample before, and the owner of the code."""
    chunks = [event for event in events if event["name"] in ("Profile", "ProfileChunk") and event["pid"] == process]
    mine = {event["id"] for event in chunks if event["name"] == "Profile" and event["tid"] == thread}
    clock, frames, owners, samples = {}, {}, {}, []
    for event in chunks:
        profile, data = event["id"], event["args"]["data"]
        if profile not in mine:
            continue
        if event["name"] == "Profile":
            clock[profile] = data["startTime"]
            continue
        for node in data.get("cpuProfile", {}).get("nodes", []):
            frames[profile, node["id"]] = (node["callFrame"], node.get("parent"))
        for node, delta in zip(data.get("cpuProfile", {}).get("samples", []), data.get("timeDeltas", [])):
            clock[profile] += delta
            if (profile, node) not in owners:
                owners[profile, node] = owner(stack(frames, profile, node))
            samples.append((clock[profile], delta / 1000, owners[profile, node]))
    return sorted(samples)


def stack(frames, profile, node):
    """The calls of a sample, from the running function to the outermost."""
    calls = []
    while node is not None and (profile, node) in frames:
        call, node = frames[profile, node]
        calls.append(call)
    return calls


def owner(calls):
    """The owner of a sample's time.

    Time in the page's functions and in all that they call is the page's, even if MapLibre calls them. Other time below
    MapLibre is MapLibre's, or that of the graphics process.
    """
    if any("/app/" in call.get("url", "") for call in calls):
        return "page"
    if not any("maplibre" in call.get("url", "") for call in calls):
        return "browser"
    return "graphics" if calls[0]["functionName"] in GRAPHICS else "maplibre"
