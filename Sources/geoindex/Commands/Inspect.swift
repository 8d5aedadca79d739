internal import Geography
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoMetadata
internal import PhotoScanner
internal import Places

extension Command {
  static let inspect = Command(
    name: "inspect",
    summary: "show all metadata that is read from files, and its position in them",
    operands: "<file>…",
    operandCount: 1...Int.max,
    notes: """
      Companion files that a scan would read (XMP sidecars, Google Takeout's JSON, Picasa's
      .picasa.ini) are read too, and listed. Nothing is stored. The exit code is 1 if one of the files
      cannot be read. With --json each file is one line, which is a JSON document of its own.
      """,
    examples: [
      ("geoindex inspect IMG_0001.jpg", "what a scan would store, and the tags with their offsets"),
      ("geoindex inspect --json *.jpg", "the same for scripts, one line per file"),
    ],
    run: { try InspectCommand(arguments: $0).run() })
}

private struct InspectCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    var reader = PhotoReader()
    var search = CompanionSearch()
    var code = ExitCode.done
    let places = try? Locations.placesWithBoundaries(arguments)
    for path in arguments.paths {
      var inspection = reader.inspect(at: path, companions: search.companions(of: path))
      try places?.complete(&inspection.facts)
      if case .unlocated(.unreadable, _) = inspection.facts.place { code = .failed }
      if arguments.has(.json) {
        var json = JSONWriter()
        Self.write(inspection, of: path.text, to: &json)
        json.endLine()
        try Output.standard.stream(json.bytes)
      } else {
        try Output.standard.stream(Self.text(inspection, of: path.description))
      }
    }
    return code
  }

  private static func text(_ inspection: Inspection, of file: String) -> String {
    var lines = [PhotoPrinter.printable(file)]
    lines += facts(inspection.facts).map { "  \($0.0.padded(to: 14))\($0.1)" }
    lines.append("  bytes read    \(inspection.bytesRead)")
    lines += inspection.facts.remarks.map { "  remark        \($0)" }
    lines += inspection.companions.map { companion in
      "  beside it     \(FilePath(bytes: companion.name)) (\(companion.kind.name))"
    }
    if !inspection.words.isEmpty { lines.append("  words by where they stand") }
    for word in inspection.words {
      lines.append(
        "    \(word.block.padded(to: 12))\(word.property.label.padded(to: 14))\(word.value)")
    }
    if !inspection.segments.isEmpty { lines.append("  parts of the file") }
    for segment in inspection.segments {
      lines.append(
        "    \(segment.name.padded(to: 24))\(String(segment.range.count).leftPadded(to: 10)) bytes at "
          + "\(segment.range.offset)")
    }
    if !inspection.entries.isEmpty { lines.append("  tags") }
    for entry in inspection.entries {
      let name = entry.name ?? "tag \(entry.number)"
      let meaning = entry.meaning.map { "  = \($0)" } ?? ""
      lines.append(
        "    \(entry.group.padded(to: 12))\(name.padded(to: 28))\(entry.value)\(meaning)  "
          + "(at \(entry.range.offset))")
    }
    return lines.map(PhotoPrinter.printable).joined(separator: "\n") + "\n"
  }

  /// The order of the groups in the output; the path itself is printed first.
  private static let groups: [PhotoProperty.Group] = [
    .file, .location, .place, .time, .camera, .picture, .words,
  ]

  private static func properties(_ facts: PhotoFacts, of group: PhotoProperty.Group)
    -> [(property: PhotoProperty, value: PropertyValue)]
  {
    PhotoProperty.ofFeatures.filter { $0.group == group }.compactMap { property in
      property.value(of: FileFacts(), facts).map { (property, $0) }
    }
  }

  private static func facts(_ facts: PhotoFacts) -> [(String, String)] {
    var rows: [(String, String)] = []
    for group in groups {
      if group == .location { rows.append(place(facts.place)) }
      for (property, value) in properties(facts, of: group) {
        switch property {
        // Printed as part of another row.
        case .locationSource, .height: break
        case .width:
          rows += facts.shownSize.map { [("size", "\($0.width) × \($0.height)")] } ?? []
        case .orientation where facts.orientation == .upright: break
        default: rows.append((property.label, value.description + property.unit))
        }
      }
    }
    if let thumbnail = facts.embeddedThumbnail {
      rows.append(("thumbnail", "\(thumbnail.count) bytes at \(thumbnail.offset)"))
    }
    return rows
  }

  private static func place(_ place: Place) -> (String, String) {
    switch place {
    case .located(let location):
      let coordinate = location.coordinate
      return (
        "position",
        "\(coordinate.latitude), \(coordinate.longitude)  (from \(location.source.name))"
      )
    case .unlocated(let reason, let detail):
      return ("not located", reason.name + (detail.map { ": \($0)" } ?? ""))
    }
  }

  private static func write(
    _ inspection: Inspection, of file: String, to json: inout JSONWriter
  ) {
    json.object { json in
      json.member("file", file)
      json.member("bytesRead", inspection.bytesRead)
      json.name("facts")
      json.object { json in writeFacts(inspection.facts, to: &json) }
      json.objects("companions", inspection.companions) { json, companion in
        json.member("name", FilePath(bytes: companion.name).description)
        json.member("kind", companion.kind.name)
      }
      json.objects("words", inspection.words) { json, word in
        json.member("block", word.block)
        json.member("property", word.property.name)
        json.name("value")
        json.value(word.value)
      }
      json.objects("segments", inspection.segments) { json, segment in
        json.member("name", segment.name)
        write(segment.range, to: &json)
      }
      json.objects("tags", inspection.entries) { json, entry in
        json.member("group", entry.group)
        json.member("name", entry.name)
        json.member("number", Int(entry.number))
        json.member("value", entry.value)
        json.member("meaning", entry.meaning)
        write(entry.range, to: &json)
      }
    }
  }

  private static func write(_ range: ByteRange, to json: inout JSONWriter) {
    json.member("offset", range.offset)
    json.member("size", range.count)
  }

  private static func writeFacts(_ facts: PhotoFacts, to json: inout JSONWriter) {
    for group in groups {
      if group == .location { write(facts.place, to: &json) }
      for (property, value) in properties(facts, of: group) {
        json.name(property.name)
        json.value(value)
      }
    }
    if let thumbnail = facts.embeddedThumbnail {
      json.name("thumbnail")
      json.object { json in write(thumbnail, to: &json) }
    }
    json.values("remarks", facts.remarks) { $0.value($1) }
  }

  private static func write(_ place: Place, to json: inout JSONWriter) {
    switch place {
    case .located(let location):
      json.member("latitude", location.coordinate.latitude)
      json.member("longitude", location.coordinate.longitude)
    case .unlocated(let reason, let detail):
      json.member("reason", reason.name)
      json.member("detail", detail)
    }
  }
}
