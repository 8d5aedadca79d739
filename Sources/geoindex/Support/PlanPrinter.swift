internal import Geography
internal import Notes
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
        Self.position(found.coordinate),
        "±\(Int(found.accuracy.rounded(.up))) m", "gap \(Int(found.gap.rounded(.up))) s",
        entry.source.name, PhotoPrinter.printable(entry.photo.file.description),
      ]
      try Output.standard.write(columns.joined(separator: "  ") + "\n")
    }
  }

  func printJSON() throws {
    try Output.standard.writeJSON(plan.entries.map(PlannedFile.init))
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
      "the clock of \(PhotoPrinter.printable(camera)) is \(clock.offsetText) from UTC: "
        + clock.evidenceText
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

  /// Latitude and longitude in degrees; a hyphen if there is none.
  static func position(_ coordinate: Coordinate?) -> String {
    guard let coordinate else { return "-" }
    return [coordinate.latitudeE7, coordinate.longitudeE7].map { units in
      var json = JSONWriter()
      json.degrees(units)
      return String(decoding: json.bytes, as: UTF8.self)
    }.joined(separator: "  ")
  }
}

private struct PlannedFile: Answer {
  static let shape = AnswerShape<PlannedFile> {
    AnswerMember("path") { AnswerBytes($0.entry.photo.file.bytes) }
    AnswerMember.all(of: PlacementPlan.Entry.shape) { $0.entry }
  }

  let entry: PlacementPlan.Entry
}
