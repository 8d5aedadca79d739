internal import Notes
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex

extension Command {
  static let notes = Command(
    name: "notes",
    summary: "export or import the positions and words that people have entered",
    operands: "export | import FILE",
    operandCount: 1...2,
    notes: """
      export prints the acts of geoindex place and geoindex tag as lines of JSON: when, by whom, and for
      which photos.
      import adds the acts of such a file, or of standard input if FILE is -, to the notes of another
      index or record. It adds all of them or none, and skips those that are there already. Of two positions or
      titles for one photo the later one is shown; keywords and people are merged.

      A photo is recognised by its content, so its folder may be a different one. Photos that are not in
      the index yet get them when their folder is scanned.
      """,
    examples: [
      ("geoindex notes export > notes.jsonl", "all acts"),
      ("geoindex notes import notes.jsonl", "add them to this index"),
    ],
    run: { try NotesCommand(arguments: $0).run() })
}

private struct NotesCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    let files = arguments.paths.dropFirst()
    switch arguments.operands.first {
    case "export" where files.isEmpty: try export()
    case "import" where files.count == 1: try merge(arguments.paths[1])
    case "export":
      throw arguments.usage("export writes to standard output: geoindex notes export > FILE")
    case "import": throw arguments.usage("the FILE is missing; - is standard input")
    case let word: throw arguments.usage("\"\(word ?? "")\" is not export or import FILE")
    }
    return .done
  }

  private func export() throws {
    var isEmpty = true
    func write(_ acts: ActStore) throws {
      try acts.forEachAct { act in
        isEmpty = false
        try Output.standard.stream(NotesLines.lines(of: act))
      }
    }
    if try RecordLocation.address(arguments) != nil {
      _ = try Locations.openForReading(arguments).readActs { acts, _ in try write(acts) }
    } else {
      // The notes file outlives the index, so none is needed.
      try ActStore.existing(of: try Locations.database(arguments)).map(write)
    }
    if isEmpty, !arguments.has(.quiet) { Console.error("geoindex: there are no notes") }
  }

  private func merge(_ file: FilePath) throws {
    let input = try InputFile(arguments.operands[1] == "-" ? nil : file)
    let acts: [WholeAct]
    do {
      acts = try NotesLines.acts(reading: input.read)
    } catch let problem as BrokenDocument {
      throw InputError(description: "cannot import \(file): \(problem)")
    }
    let index = try Locations.openForWriting(arguments)
    let added = try NotesWriter(index).merge(acts)
    if arguments.has(.json) {
      try Output.standard.writeJSON { json in
        json.object { json in
          json.member("acts", acts.count)
          json.member("added", added.acts)
        }
      }
    }
    if !arguments.has(.quiet) {
      let known = acts.count - added.acts
      Console.error(
        "\(added.acts) new act\(added.acts == 1 ? "" : "s")"
          + (known > 0 ? ", \(known) known already" : ""))
    }
  }
}
