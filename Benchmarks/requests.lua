-- Requests random paths of a list, and prints the counts of wrk as one line of JSON.
-- The list is a file with one path per line, named on wrk's command line.

local requests = {}

function init(arguments)
  -- The requests are built once, so that wrk spends its time on the network.
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
