internal import Geography
internal import Notes
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Plausibility
internal import Query

extension Option {
  fileprivate static let accept = Option(
    "--accept", nil, "accept the listed positions as true; they are not doubted again")
  fileprivate static let correct = Option(
    "--correct", nil, "move the listed photos to the suggested positions")
}

extension Command {
  static let doubt = Command(
    name: "doubt",
    summary: "list positions that cannot be true, with the evidence",
    operands: "[FILE…]",
    operandCount: 0...Int.max,
    options: Option.filters + [.accept, .correct, .undo, .apply],
    notes: """
      Nothing is moved by itself, and photos are never written. Without FILE and filters, all doubts are
      listed; --doubt REASON lists those for one reason. With --accept or --correct a plan is printed, and
      --apply makes it an act in the notes, which --undo undoes. An accepted position is not doubted again,
      also after a scan, if the file is moved, or if the index is deleted.

      The reasons: sign and swapped (a wrong sign, or latitude and longitude exchanged), stale (an old
      position repeated), speed (no one travels that fast), elsewhere (another camera or a track was),
      clock (the GPS time contradicts the camera), altitude, coarse (too few digits), sea, and
      contradiction (a sidecar or Takeout's file contradicts the file).
      """,
    examples: [
      ("geoindex doubt", "all doubts"),
      ("geoindex doubt --doubt speed --json", "those for one reason, for scripts"),
      ("geoindex doubt --doubt sign --correct --apply", "give all wrong signs back"),
      ("geoindex doubt IMG_1.JPG --accept --apply", "this position is true"),
      ("geoindex doubt --undo 3", "undo act 3"),
    ],
    run: { try DoubtCommand(arguments: $0).run() })
}

private struct DoubtCommand {
  let arguments: ParsedArguments

  private struct Entry {
    var doubt: Doubt
    var photo: PhotoRecord
  }

  func run() throws -> ExitCode {
    let deed: DoubtOrder.Deed? =
      arguments.has(.accept) ? .accept : arguments.has(.correct) ? .correct : nil
    if arguments.has(.accept), arguments.has(.correct) {
      throw arguments.usage("give --accept or --correct, not both")
    }
    if arguments.has(.undo) {
      guard deed == nil else { throw arguments.usage("--undo changes nothing else") }
      return try arguments.undoAct(.accepted, or: .place)
    }
    guard deed != nil || !arguments.has(.apply) else {
      throw arguments.usage("--apply needs --accept or --correct")
    }
    var filter = try arguments.filter()
    let index = try Locations.openForPlan(arguments)
    if !arguments.paths.isEmpty {
      filter.require(.oneOf(.id, try arguments.photos(of: index).map { .integer($0) }))
    }
    let (entries, cameras) = try index.read { [filter] reader in
      let doubts = try reader.doubts(passing: filter)
      let photos = Dictionary(try reader.photos(doubts.map(\.photo)).map { ($0.id, $0) }) {
        one, _ in
        one
      }
      let entries = doubts.compactMap { doubt in
        photos[doubt.photo].map { Entry(doubt: doubt, photo: $0) }
      }
      return (entries, try reader.cameraNames())
    }
    let wanted = deed == .correct ? entries.filter { $0.doubt.suggestion != nil } : entries
    guard deed == nil || !wanted.isEmpty else {
      throw InputError(
        description: deed == .correct
          ? "none of these positions has a suggestion; list them with: geoindex doubt"
          : "none of these positions is doubted; list the doubts with: geoindex doubt")
    }
    // It precedes the output, which may fail.
    var act: Act?
    if let deed, arguments.has(.apply) {
      act = try DoubtOrder(deed, wanted.map(\.doubt.photo))
        .act(NotesWriter(index), index, by: arguments.author)
    }
    defer {
      let count = Counted.photos(act?.photos ?? 0)
      let what =
        deed == .correct ? "corrected \(count)" : "accepted the positions of \(count)"
      arguments.report(act, what, command: "doubt")
    }
    try print(wanted, cameras)
    if deed != nil, !arguments.has(.apply), !arguments.has(.quiet) {
      Console.error("geoindex: nothing has changed; apply it with --apply")
    }
    return .done
  }

  private func print(_ entries: [Entry], _ cameras: [Int32: String]) throws {
    if arguments.has(.json) {
      return try Output.standard.writeJSON(
        DoubtList(
          DoubtCounts(entries.map(\.doubt), cameras),
          entries.compactMap { DoubtAnswer($0.doubt, $0.photo, cameras) }))
    }
    for entry in entries {
      let path = PhotoPrinter.printable(entry.photo.file.description)
      let suggestion = entry.doubt.suggestion.map { "  → \($0.latitude), \($0.longitude)" } ?? ""
      try Output.standard.write(
        "\(entry.doubt.reason.rawValue.aligned(left: 13))  \(path)  \(entry.doubt.evidence.sentence)\(suggestion)\n"
      )
    }
    if !arguments.has(.quiet) {
      let groups = DoubtCounts(entries.map(\.doubt), cameras).reasons
      let counts = groups.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
      Console.error("geoindex: \(entries.isEmpty ? "no position is doubted" : counts)")
    }
  }
}
