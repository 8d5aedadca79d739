internal import MapService
internal import PhotoFacts
internal import PhotoIndex
internal import Query
internal import Thumbnails

extension Option {
  static let archiveForm = Option(
    "--form", "FORM",
    "original (default), or preview: JPEGs of at most 1,280 pixels without metadata",
    choices: ArchiveOrder.Form.allCases.map(\.rawValue))
  static let archivePositions = Option(
    "--positions", "yes|no", "whether the files may tell where they were taken (default: yes)",
    choices: ["yes", "no"])
}

extension Command {
  static let zip = Command(
    name: "zip",
    summary: "copy the photos on the map, or those that match filters, to a ZIP archive",
    operands: "<file.zip>",
    operandCount: 1...1,
    options: Option.filters + [.archiveForm, .archivePositions, .mapRoot, .cache],
    notes: """
      The archive has the paths below the scanned folders, and no sidecars; - is standard output. Photos that
      cannot be in it are listed in left-out.txt in the archive: those whose file is missing or on another
      machine, and, with --positions no, videos. With --positions no, a JPEG has its picture and its colours
      but no other metadata, and pictures in other formats (HEIC, raw, PNG…) become JPEGs of at most 4,096
      pixels, which converted.txt lists. An archive has at most 100,000 photos; make one of each year of
      more. Privacy zones do not apply: it is the archive of the owner.

      If a photo changes while it is copied, the command fails, and there is no archive.
      """,
    examples: [
      ("geoindex zip paris.zip --bbox 2.2,48.8,2.5,48.9", "the photos of a city"),
      ("geoindex zip - --datetime 2023 --form preview > 2023.zip", "small pictures of a year"),
      ("geoindex zip june.zip --datetime 2023-06 --positions no", "photos that do not tell where"),
    ],
    run: { try ZipCommand(arguments: $0).run() })
}

private struct ZipCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    let target = arguments.paths[0]
    let isOutput = target == FilePath("-")
    guard !isOutput || !Output.standard.isTerminal else {
      throw arguments.usage("an archive cannot be shown on a terminal; name a file")
    }
    if !isOutput { try OutputTarget(target, arguments).check() }
    let archive = try archive()
    let file = isOutput ? nil : try OutputFile(target)
    let output = file?.output ?? .standard
    let interruption = Interruption()
    let progress = ProgressLine(isQuiet: arguments.has(.quiet))
    defer { progress.clear() }
    let start = ContinuousClock.now
    var count = 0
    try archive.forEachPiece { piece in
      if interruption.wasRequested {
        throw InputError(
          description: "stopped before the end, without an archive; run the command again")
      }
      try output.stream(piece)
      count += piece.count
      progress.show(after: start.duration(to: .now) / .seconds(1)) {
        let whole = archive.count.map { " of \(ScanText.grouped($0 / 1_000_000))" } ?? ""
        return "\(ScanText.grouped(count / 1_000_000))\(whole) MB"
      }
    }
    try file?.finish()
    progress.clear()
    if archive.leftOutCount > 0, !arguments.has(.quiet) {
      let count = Counted.photos(archive.leftOutCount)
      Console.error("geoindex: not in the archive: \(count); see \(ArchiveBody.listName) in it")
    }
    if archive.convertedCount > 0, !arguments.has(.quiet) {
      let count = Counted.photos(archive.convertedCount)
      Console.error(
        "geoindex: JPEGs instead of files that tell where: \(count); see \(ArchiveBody.convertedName) in the archive"
      )
    }
    return .done
  }

  private func archive() throws -> ArchiveBody {
    var order = ArchiveOrder(try arguments.filter())
    if let name = arguments.value(.archiveForm) {
      guard let form = ArchiveOrder.Form(rawValue: name) else {
        throw arguments.usage("--form \"\(name)\" is neither original nor preview")
      }
      order.form = form
    }
    if let answer = arguments.value(.archivePositions) {
      guard ["yes", "no"].contains(answer) else {
        throw arguments.usage("--positions \"\(answer)\" is neither yes nor no")
      }
      order.hasPositions = answer == "yes"
    }
    var options = MapService.Options()
    options.thumbnailCache = Locations.thumbnailCache(arguments).map {
      ThumbnailCache(folder: $0, limit: 1 << 30)
    }
    if try RecordLocation.address(arguments) != nil {
      options.mountedRoots = try RecordLocation.mountedRoots(arguments)
    }
    return try ArchiveBody(order, of: Locations.openForReading(arguments), options: options)
  }
}
