internal import PhotoFacts
internal import PhotoIndex

/// The report as text.
struct ReportText {
  private let reader: IndexReader
  private let listsFiles: Bool
  private let summary: IndexSummary
  private let groups: UnlocatedGroups

  /// The number of causes listed per reason; the rest is only counted.
  private static let mostCauses = 12
  private static let mostKinds = 8

  init(_ reader: IndexReader, listsFiles: Bool) throws {
    self.reader = reader
    self.listsFiles = listsFiles
    summary = try reader.summary()
    groups = try UnlocatedGroups(reader)
  }

  func print() throws {
    try printTotals()
    for reason in UnlocatedReason.allCases {
      guard let section = groups.sections[reason] else { continue }
      try printSection(reason, section)
    }
    if listsFiles { try printFiles() }
  }

  private func printTotals() throws {
    let output = Output.standard
    let missing = summary.photos - summary.located
    try output.write(
      """
      \(ScanText.grouped(summary.photos)) files, \(ScanText.grouped(summary.located)) on the map, \
      \(ScanText.grouped(missing)) not

      """)
    let excluded = try reader.lastScans().map { ($0.root, Self.excluded($0.scan)) }
    let hanging = try reader.hangingRoots()
    for root in try reader.roots() {
      let isHanging = hanging.contains { $0.root == root }
      let note =
        isHanging
        ? " (its disk or share did not answer the last scan; see: geoindex doctor)"
        : excluded.first { $0.0 == root }?.1 ?? ""
      try output.write("  \(PhotoPrinter.printable(root.description))\(note)\n")
    }
    let sources = try reader.sources().sorted {
      ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue)
    }
    if !sources.isEmpty { try output.write("\nOn the map, with the place from\n") }
    for (source, count) in sources {
      try output.write("\(column(count))  \(source.name)\n")
    }
    if missing > 0 { try output.write("\nNot on the map\n") }
  }

  /// What the last scan of a root left out, in brackets; empty if it left out nothing.
  private static func excluded(_ scan: LastScan) -> String {
    let counts = [(scan.excludedFiles, "file"), (scan.excludedFolders, "folder")]
    let parts = counts.filter { $0.0 > 0 }.map { count, word in
      "\(ScanText.grouped(count)) \(word)\(count == 1 ? "" : "s")"
    }
    if parts.isEmpty { return "" }
    return " (ignore files and excludes leave out \(parts.joined(separator: " and ")))"
  }

  private func printSection(_ reason: UnlocatedReason, _ section: UnlocatedGroups.Section) throws {
    let output = Output.standard
    try output.write(
      "\(column(section.count))  \(reason.name): \(reason.explanation)\n")
    for line in Self.wrapped(reason.advice, width: 68) {
      try output.write("            \(line)\n")
    }
    let kinds = section.frequentKinds
    var names = kinds.prefix(Self.mostKinds).map { "\($0.name) \(ScanText.grouped($0.count))" }
    if kinds.count > Self.mostKinds { names.append("…") }
    for (index, line) in Self.wrapped(names.joined(separator: ", "), width: 62).enumerated() {
      try output.write((index == 0 ? "            kinds " : "                  ") + line + "\n")
    }
    let causes = section.largestFirst
    for group in causes.prefix(Self.mostCauses) { try printGroup(group) }
    if causes.count > Self.mostCauses {
      try output.write(
        "            … and \(causes.count - Self.mostCauses) more causes; --verbose lists them\n")
    }
    try output.write("\n")
  }

  private func printGroup(_ group: UnlocatedGroups.Group) throws {
    let output = Output.standard
    let cause = group.isAlike ? group.detail ?? "nothing found" : group.cause
    try output.write(
      PhotoPrinter.printable("  \(column(group.count))  \(cause)\(Self.spread(group))") + "\n")
    for example in group.examples {
      try output.write(PhotoPrinter.printable("              \(example)") + "\n")
    }
    if group.count > group.examples.count { try output.write("              …\n") }
  }

  private static func spread(_ group: UnlocatedGroups.Group) -> String {
    group.directories > 1 ? ", in \(ScanText.grouped(group.directories)) folders" : ""
  }

  private func printFiles() throws {
    var reason: UnlocatedReason?
    try reader.forEachUnlocated { file in
      if file.reason != reason {
        reason = file.reason
        try Output.standard.stream("\(file.reason.name)\n")
      }
      let detail = file.detail.map { "  (\($0))" } ?? ""
      try Output.standard.stream("  \(PhotoPrinter.printable(file.file.description + detail))\n")
    }
  }

  private func column(_ number: Int) -> String { ScanText.grouped(number).leftPadded(to: 9) }

  /// Breaks a text into lines at spaces.
  static func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
