internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex

/// The report as JSON: one object, written file by file.
struct ReportJSON {
  private let reader: IndexReader

  init(_ reader: IndexReader) { self.reader = reader }

  func print() throws {
    let summary = try reader.summary()
    let sources = try reader.sources()
    let groups = try UnlocatedGroups(reader)
    let lastScans = try reader.lastScans()
    let hanging = try reader.hangingRoots()
    var head = JSONWriter()
    head.object { json in
      json.member("photos", summary.photos)
      json.member("located", summary.located)
      json.name("sources")
      json.object { json in
        for source in LocationSource.allCases {
          guard let count = sources[source] else { continue }
          json.name(source.name)
          json.value(count)
        }
      }
      json.name("unlocated")
      summary.unlocated.write(to: &json)
      json.objects("roots", lastScans) { json, root in
        json.member("path", root.root.text)
        json.member("lastScan", Timestamp.utc(root.scan.end * 1_000))
        json.member("excludedFiles", root.scan.excludedFiles)
        json.member("excludedFolders", root.scan.excludedFolders)
      }
      json.objects("hanging", hanging) { json, root in
        json.member("path", root.root.text)
        json.member("since", Timestamp.utc(root.since * 1_000))
      }
      json.name("groups")
      json.array { json in
        for reason in UnlocatedReason.allCases {
          for group in groups.sections[reason]?.largestFirst ?? [] {
            Self.write(group, reason, to: &json)
          }
        }
      }
      json.name("files")
    }
    try Output.standard.write(head.bytes.dropLast() + [UInt8(ascii: "[")])
    try printFiles()
    try Output.standard.write("]}\n")
  }

  private static func write(
    _ group: UnlocatedGroups.Group, _ reason: UnlocatedReason, to json: inout JSONWriter
  ) {
    json.object { json in
      json.member("reason", reason.name)
      json.member("cause", group.isAlike ? group.detail : group.cause)
      json.member("count", group.count)
      json.member("folders", group.directories)
      json.values("examples", group.examples) { $0.value($1.description) }
      json.member("advice", reason.advice)
    }
  }

  private func printFiles() throws {
    var json = JSONWriter(capacity: 65_536)
    var isFirst = true
    try reader.forEachUnlocated { file in
      if !isFirst { json.separateLine() }
      isFirst = false
      json.object { json in
        json.member("path", file.file.text)
        json.member("reason", file.reason.name)
        json.member("detail", file.detail)
      }
      guard json.bytes.count > 32_768 else { return }
      try Output.standard.stream(json.bytes)
      json = JSONWriter(capacity: 65_536)
    }
    try Output.standard.stream(json.bytes)
  }
}
