internal import Files
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Record

extension Command {
  static let replica = Command(
    name: "replica",
    summary: "show or copy the local index that follows a database",
    operands: "path|snapshot [FILE]",
    operandCount: 1...2,
    notes: """
      With --db postgres://…, every command answers from a local index, which it first brings up to date. The
      file can be deleted while no geoindex uses it; the next command makes it again. A snapshot saves a new
      machine that time: copy it to the path that replica path prints there.
      """,
    examples: [
      ("geoindex replica path --db postgres://db/photos", "where the local index is"),
      (
        "geoindex replica snapshot --db postgres://db/photos photos.snapshot",
        "a copy for another machine"
      ),
    ],
    run: { try ReplicaCommand(arguments: $0).run() })
}

private struct ReplicaCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    guard try RecordLocation.address(arguments) != nil else {
      throw arguments.usage("replica needs --db postgres://… or $GEOINDEX_DB")
    }
    switch (arguments.operands[0], arguments.paths.dropFirst().first) {
    case ("path", nil):
      try printPath(of: try Locations.database(arguments))
    case ("snapshot", let file?):
      guard FileStatus(path: file.bytes) == nil else {
        throw InputError(description: "\(file) is there already; give the name of a new file")
      }
      try Locations.openForReading(arguments).writeSnapshot(to: file)
    case ("snapshot", nil): throw arguments.usage("the FILE of the snapshot is missing")
    case ("path", _): throw arguments.usage("path takes no FILE")
    case (let word, _): throw arguments.usage("\"\(word)\" is not path or snapshot FILE")
    }
    return .done
  }

  private func printPath(of index: FilePath) throws {
    guard arguments.has(.json) else {
      return try Output.standard.write(index.bytes + Array("\n".utf8))
    }
    try Output.standard.writeJSON { json in
      json.object { $0.member("path", text: index.bytes) }
    }
  }
}
