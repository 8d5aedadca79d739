internal import JSON
internal import Glibc
internal import HTTPServer
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoScanner
internal import Rooms
internal import Synchronization

struct MetricsRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    [
      Operation(
        path: "/metrics", id: "getMetrics", chapter: .server,
        summary: "Metrics for Prometheus",
        details: """
          Requests by operation and status, how long they took, photos, scans, listeners, and what \
          the process uses. No metric reveals a place: folders are numbered.
          """,
        formats: [Format(nil, PrometheusText.mediaType, ["type": "string"])],
        isOpenToOtherSites: false, example: "/metrics", handler: .owners(metrics))
    ]
  }

  private func metrics(_ call: Call, _ index: PhotoIndex) throws -> Response {
    var text = PrometheusText()
    text.begin("geoindex_build_info", .gauge, "The version of the program.")
    text.line("geoindex_build_info", ["version": MapService.version], 1)
    if let meter = service.options.meter {
      write(meter, to: &text)
      writeSignIns(meter, to: &text)
    }
    try write(index, to: &text)
    try writeScans(of: index, to: &text)
    text.figure(
      "geoindex_event_listeners", .gauge, "Pages and programs that listen to /events.",
      service.hub.listenerCount)
    write(service.rooms, to: &text)
    write(ProcessUsage(), to: &text)
    var response = Response.bytes(Array(text.text.utf8), type: PrometheusText.mediaType)
    response.cacheControl = "no-store"
    return response
  }

  private func write(_ meter: RequestMeter, to text: inout PrometheusText) {
    let names = service.operations.map(\.id)
    let counts = meter.reading.map { operation, count in
      // Requests without an operation: files of the page, refusals, unknown paths.
      (name: operation.map { names[$0] } ?? "other", count: count)
    }.sorted { $0.name < $1.name }
    text.begin("geoindex_http_requests_total", .counter, "The number of responses.")
    for (name, count) in counts {
      for (status, number) in count.statuses.sorted(by: { $0.key < $1.key }) {
        text.line(
          "geoindex_http_requests_total", ["operation": name, "code": String(status)], number)
      }
    }
    text.begin(
      "geoindex_http_request_duration_seconds", .histogram,
      "The time from the header of a request to the end of its response.")
    for (name, count) in counts { write(count, of: name, to: &text) }
    text.begin(
      "geoindex_http_response_bytes_total", .counter,
      "The bytes of responses whose length was known in advance.")
    for (name, count) in counts {
      text.line("geoindex_http_response_bytes_total", ["operation": name], count.bytes)
    }
    text.figure(
      "geoindex_http_requests_in_flight", .gauge, "Requests in flight.",
      meter.requestsInFlight)
    text.figure(
      "geoindex_http_connections", .gauge, "Open connections.", meter.openConnections)
  }

  /// Counts alone: the name of a room or a member may name a place or a person.
  private func write(_ hub: RoomHub, to text: inout PrometheusText) {
    let rooms = hub.rooms
    text.figure("geoindex_rooms", .gauge, "Open rooms.", rooms.count)
    text.figure(
      "geoindex_room_members", .gauge, "Members of all rooms.",
      rooms.reduce(0) { $0 + $1.members.count })
    text.figure(
      "geoindex_room_messages_total", .counter, "Movements, lines, points and photos of members.",
      hub.tally.messages.load(ordering: .relaxed))
    text.begin(
      "geoindex_room_dropped_total", .counter,
      "Messages of members who sent too many, and connections whose clients read too slowly.")
    text.line(
      "geoindex_room_dropped_total", ["what": "message"],
      hub.tally.refusedMessages.load(ordering: .relaxed))
    text.line(
      "geoindex_room_dropped_total", ["what": "connection"],
      hub.tally.slowClients.load(ordering: .relaxed))
  }

  private func writeSignIns(_ meter: RequestMeter, to text: inout PrometheusText) {
    let name = "geoindex_failed_sign_ins_total"
    text.begin(
      name, .counter, "Passwords that were wrong, or not checked after too many wrong ones.")
    text.line(name, ["reason": "wrong"], meter.wrongPasswordCount)
    text.line(name, ["reason": "throttled"], meter.throttledSignInCount)
  }

  private func write(
    _ count: RequestMeter.Count, of operation: String, to text: inout PrometheusText
  ) {
    let name = "geoindex_http_request_duration_seconds"
    let ends = RequestMeter.bounds.map { "\(Double($0) / 1e6)" } + ["+Inf"]
    var sum = 0
    for (end, number) in zip(ends, count.spans) {
      sum += number
      text.line(name + "_bucket", ["operation": operation, "le": end], sum)
    }
    text.line(name + "_sum", ["operation": operation], Double(count.microseconds) / 1e6)
    text.line(name + "_count", ["operation": operation], sum)
  }

  private func write(_ index: PhotoIndex, to text: inout PrometheusText) throws {
    let (summary, version) = try index.read { (try $0.summary(), try $0.version()) }
    text.begin(
      "geoindex_photos", .gauge, "Photos by whether they are on the map, and otherwise by reason.")
    text.line("geoindex_photos", ["state": "located"], summary.located)
    for reason in UnlocatedReason.allCases {
      text.line("geoindex_photos", ["state": reason.name], summary.unlocated[reason] ?? 0)
    }
    text.figure("geoindex_index_version", .counter, "Changes of the index.", version)
    if let size = index.sizeOnDisk {
      text.figure(
        "geoindex_index_size_bytes", .gauge, "The size of the index and its journal.", size)
    }
  }

  private func writeScans(of index: PhotoIndex, to text: inout PrometheusText) throws {
    let (current, tally) = service.scans.reading
    text.figure(
      "geoindex_scan_running", .gauge, "Whether this server runs a scan.",
      current == nil ? 0 : 1)
    text.figure(
      "geoindex_scan_files", .gauge, "Files that the running scan has found.", current?.files ?? 0)
    text.begin("geoindex_scans_total", .counter, "Ended scans, by result.")
    for state in ScanStatus.State.allCases where state.isEnd {
      text.line("geoindex_scans_total", ["state": state.rawValue], tally.ended[state] ?? 0)
    }
    text.figure(
      "geoindex_watching", .gauge, "Whether this server watches folders.",
      service.scans.isWatching ? 1 : 0)
    text.figure(
      "geoindex_watch_backlog", .gauge,
      "Directories with changes, and folders to scan, that the watcher has not stored yet.",
      service.scans.watchBacklog)
    if let end = try index.read({ try $0.lastScanEnd() }) {
      text.figure(
        "geoindex_last_scan_end_timestamp_seconds", .gauge,
        "When the last scan of a whole folder ended, whichever program made it.", Int(end))
    }
    let folder = "geoindex_folder_last_scan_end_timestamp_seconds"
    text.begin(
      folder, .gauge, "When the last scan of each whole folder ended, whichever program made it.")
    // The number of the folder, because its name may name a place.
    for (number, last) in try index.read({ try $0.lastScans() }).enumerated() {
      text.line(folder, ["folder": String(number + 1)], last.scan.end)
    }
    text.figure(
      "geoindex_hanging_folders", .gauge,
      "Folders whose disk or share does not answer; /report names them.",
      try index.read { try $0.hangingRoots().count })
    guard let last = tally.last else { return }
    text.figure(
      "geoindex_last_scan_duration_seconds", .gauge,
      "How long the last scan of this server took.", last.status.seconds)
    text.figure(
      "geoindex_last_scan_errors", .gauge, "Files and folders that could not be read in it.",
      last.status.report?.errors.count ?? 0)
  }

  private func write(_ usage: ProcessUsage, to text: inout PrometheusText) {
    text.figure(
      "process_cpu_seconds_total", .counter, "CPU time.", usage.processorSeconds)
    text.figure(
      "process_start_time_seconds", .gauge, "When the process was started.", service.options.started
    )
    if let bytes = usage.residentBytes {
      text.figure("process_resident_memory_bytes", .gauge, "Memory in use.", bytes)
    }
    if let count = usage.openDescriptors {
      text.figure("process_open_fds", .gauge, "Open file descriptors.", count)
    }
    if let limit = usage.descriptorLimit {
      text.figure("process_max_fds", .gauge, "The limit of open file descriptors.", limit)
    }
  }
}
