-- Asks for another path of a list in every request, and prints what wrk counted as one line of JSON.
-- The list is a file named on wrk's command line, with one path a line.

local requests = {}

function init(arguments)
  -- Built once, so that wrk spends its time on the network.
  for path in io.lines(arguments[1]) do
    requests[#requests + 1] = wrk.format("GET", path)
  end
end

function request()
  return requests[math.random(#requests)]
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    '{"requests": %d, "seconds": %f, "bytes": %d, "failed": %d, "p50": %f, "p99": %f}',
    summary.requests, summary.duration / 1e6, summary.bytes,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
