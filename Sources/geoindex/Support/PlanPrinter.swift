internal import Geography
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Placement

/// Prints a plan to place photos, and what it leaves out.
struct PlanPrinter {
  private let plan: PlacementPlan

  init(_ plan: PlacementPlan) { self.plan = plan }

  func printTable() throws {
    for entry in plan.entries {
      let found = entry.candidate
      let columns = [
        Self.degrees(found.coordinate.latitudeE7), Self.degrees(found.coordinate.longitudeE7),
        "±\(Int(found.accuracy.rounded(.up))) m", "gap \(Int(found.gap.rounded(.up))) s",
        entry.source.name, PhotoPrinter.printable(entry.photo.file.description),
      ]
      try Output.standard.write(columns.joined(separator: "  ") + "\n")
    }
  }

  func printJSON() throws {
    try Output.standard.writeJSON { json in
      json.array { json in
        for entry in plan.entries {
          json.object { json in write(entry, &json) }
        }
      }
    }
  }

  private func write(_ entry: PlacementPlan.Entry, _ json: inout JSONWriter) {
    let found = entry.candidate
    json.member("path", text: entry.photo.file.bytes)
    json.name("longitude")
    json.degrees(found.coordinate.longitudeE7)
    json.name("latitude")
    json.degrees(found.coordinate.latitudeE7)
    json.member("altitude", found.altitude)
    json.member("source", entry.source.name)
    json.member("gap", found.gap)
    json.member("accuracy", (found.accuracy * 10).rounded() / 10)
    json.member("instant", Timestamp.utc(entry.instant))
    json.member("camera", entry.camera)
    if let clock = entry.clock {
      json.member("clock", Self.offset(clock.offset))
      json.member("clockEvidence", Self.words(clock.evidence))
    }
    for (name, fix) in [("before", found.before), ("after", found.after)] {
      json.name(name)
      json.object { json in
        json.member("instant", Timestamp.utc(fix.instant))
        json.name("longitude")
        json.degrees(fix.coordinate.longitudeE7)
        json.name("latitude")
        json.degrees(fix.coordinate.latitudeE7)
      }
    }
  }

  /// What can be placed, by which clocks, and why the rest cannot.
  var summary: String {
    let counts = [LocationSource.track, .neighbour].map { source in
      (source, plan.entries.count { $0.source == source })
    }
    let parts = counts.filter { $1 > 0 }.map {
      "\($1) by \($0 == .track ? "tracks" : "neighbours")"
    }
    let detail = parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    return (["\(plan.entries.count) photos can be placed\(detail)"] + clocks + gaps)
      .joined(separator: "\n")
  }

  private var clocks: [String] {
    var known: [String: CameraClock] = [:]
    for entry in plan.entries { known[entry.camera] = entry.clock ?? known[entry.camera] }
    return known.sorted { $0.key < $1.key }.map { camera, clock in
      "the clock of \(PhotoPrinter.printable(camera)) is \(Self.offset(clock.offset)) from UTC: "
        + Self.words(clock.evidence)
    }
  }

  private var gaps: [String] {
    var lines: [String] = []
    if plan.far > 0 { lines.append("\(plan.far) photos have no fix near their time") }
    if plan.undated > 0 { lines.append("\(plan.undated) photos have no time") }
    for (camera, count) in plan.withoutClock.sorted(by: { $0.key < $1.key }) {
      lines.append(
        "\(count) photos of \(PhotoPrinter.printable(camera)): not enough evidence for its clock; "
          + "give --clock \"\(PhotoPrinter.printable(camera))=+H:MM:SS\"")
    }
    return lines
  }

  private static func words(_ evidence: CameraClock.Evidence) -> String {
    switch evidence {
    case .given: "given with --clock"
    case .ownPhotos(let count): "\(count) photos of it have an offset or a GPS time"
    case .otherDevices(let count): "the time zone of \(count) photos of other devices that day"
    }
  }

  private static func offset(_ milliseconds: Int64) -> String {
    let seconds = abs(milliseconds) / 1_000
    let parts = [seconds / 3_600, seconds / 60 % 60, seconds % 60]
    let text = parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    return (milliseconds < 0 ? "-" : "+") + text
  }

  private static func degrees(_ units: Int32) -> String {
    var json = JSONWriter()
    json.degrees(units)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
