internal import Geography
internal import MapService
internal import PhotoFacts
internal import PhotoIndex

extension Command {
  static let report = Command(
    name: "report",
    summary: "what is on the map, and why the rest is not",
    operands: "",
    operandCount: 0...0,
    options: [],
    notes: "--verbose lists every file; without it the first few of each reason are shown.",
    examples: [
      ("geoindex report", "totals, and examples for each reason"),
      ("geoindex report --json", "every file that is not on the map, for scripts"),
    ],
    run: { try ReportCommand($0).run() })
}

private struct ReportCommand {
  private let arguments: ParsedArguments
  private static let examples = 5

  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  func run() throws -> ExitCode {
    let index = try Locations.openForReading(arguments)
    try index.read { reader in
      if arguments.has("--json") { try printJSON(reader) } else { try printText(reader) }
    }
    return .done
  }

  private func printText(_ reader: IndexReader) throws {
    let summary = try reader.summary()
    let output = Output.standard
    try output.write(
      """
      \(ScanText.grouped(summary.photos)) files, \(ScanText.grouped(summary.located)) on the map, \
      \(ScanText.grouped(summary.photos - summary.located)) not

      """)
    for root in try reader.roots() {
      try output.write("  \(PhotoPrinter.printable(root.description))\n")
    }
    var reason: UnlocatedReason?
    var shown = 0
    try reader.forEachUnlocated { file in
      if file.reason != reason {
        reason = file.reason
        shown = 0
        let count = summary.unlocated[file.reason, default: 0]
        try output.write(
          "\n\(file.reason.name): \(ScanText.grouped(count))\n  \(Self.advice(file.reason))\n")
      }
      shown += 1
      if shown <= Self.examples || arguments.has("--verbose") {
        let detail = file.detail.map { "  (\($0))" } ?? ""
        try output.write("    \(PhotoPrinter.printable(file.file.description + detail))\n")
      } else if shown == Self.examples + 1 {
        let more = summary.unlocated[file.reason, default: 0] - Self.examples
        try output.write("    … and \(ScanText.grouped(more)) more; --verbose lists them\n")
      }
    }
  }

  private static func advice(_ reason: UnlocatedReason) -> String {
    switch reason {
    case .noGPS: "The file says nothing about a place. Photo managers and exiftool can add one."
    case .nullIsland:
      "The place is 0°, 0°, which is what some programs write when they know none."
    case .invalidGPS: "There is a place, but it cannot be right; each file says what is wrong."
    case .unreadable: "The file cannot be opened or is damaged."
    case .unsupported: "The file is no photo or video, or one of a format that is not read yet."
    }
  }

  private func printJSON(_ reader: IndexReader) throws {
    let summary = try reader.summary()
    var head = JSONWriter()
    head.object { json in
      json.member("photos", summary.photos)
      json.member("located", summary.located)
      json.member("unlocated", summary.unlocated)
      json.name("files")
    }
    try Output.standard.write(head.bytes.dropLast() + [UInt8(ascii: "[")])
    var json = JSONWriter(capacity: 65_536)
    var isFirst = true
    try reader.forEachUnlocated { file in
      if !isFirst { json.separateLine() }
      isFirst = false
      json.object { json in
        json.member("path", file.file.description)
        json.member("reason", file.reason.name)
        json.member("detail", file.detail)
      }
      guard json.bytes.count > 32_768 else { return }
      try Output.standard.write(json.bytes)
      json = JSONWriter(capacity: 65_536)
    }
    try Output.standard.write(json.bytes + Array("]}\n".utf8))
  }
}
