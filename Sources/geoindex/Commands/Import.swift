internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoScanner

extension Option {
  static let strict = Option("--strict", nil, "import nothing if any record is bad")
}

extension Command {
  static let `import` = Command(
    name: "import",
    summary: "read photos from GeoJSON or a table into the index",
    operands: "<file>",
    operandCount: 1...1,
    options: [
      .formats(PhotoFileFormat.importable.map(\.name), " (default: detected by content)"), .strict,
    ],
    notes: """
      <file> is a FeatureCollection, one feature per line, a sequence (RFC 8142), or a table with the
      columns path,longitude,latitude,takenAt and any other property that export writes; - is standard
      input. Bad records, and records without a position, are skipped and reported with their line.

      If the index has a photo with the same root and path, the record replaces its position and the
      other properties it contains. Otherwise the photo is added; it keeps its id if that is free.
      Photos without a root are stored under import:<file>, which is never scanned. The photo files
      are not opened: pictures appear after their folder has been scanned.
      """,
    examples: [
      ("geoindex import photos.geojson", "a file written by geoindex or another program"),
      ("geoindex import --strict places.csv", "the whole table or nothing"),
    ],
    run: { try ImportCommand(arguments: $0).run() })
}

private struct ImportCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    let options = try options()
    // Open the input first, so that a mistyped name does not leave an empty index.
    let input = try InputFile(file)
    let index = try Locations.openForWriting(arguments)
    let lock = try ScanLock(for: index.path)
    let interruption = Interruption()
    let display = ImportDisplay(isQuiet: arguments.has(.quiet), expectedBytes: input.size)
    let report: ImportReport
    do {
      report = try PhotoImporter(index: index, options: options).run(
        reading: { try input.read() }, rewinding: { input.rewind() },
        onProgress: { progress in
          display.show(progress)
          return !interruption.wasRequested
        })
    } catch {
      display.clear()
      throw ImportFailure(file: arguments.operands[0], cause: error)
    }
    display.clear()
    withExtendedLifetime(lock) {}
    if arguments.has(.json) {
      try Output.standard.writeJSON {
        ImportText.write(report, file: arguments.operands[0], to: &$0)
      }
    }
    ImportText.printProblems(report, file: arguments.operands[0])
    if !arguments.has(.quiet) { Console.error(ImportText.summary(report)) }
    return report.wasInterrupted ? .failed : .done
  }

  /// The input file; nil for standard input.
  private var file: FilePath? {
    arguments.operands[0] == "-" ? nil : arguments.paths[0]
  }

  private func options() throws -> PhotoImporter.Options {
    var options = PhotoImporter.Options()
    options.isStrict = arguments.has(.strict)
    options.root = ImportedRoot.name(for: file)
    if let name = arguments.value(.format) {
      guard let format = PhotoFileFormat(rawValue: name),
        PhotoFileFormat.importable.contains(format)
      else {
        throw arguments.usage(
          "--format \"\(name)\" is not one of \(PhotoFileFormat.names(PhotoFileFormat.importable))")
      }
      options.format = format
    }
    return options
  }
}

/// The error that ended an import, with the name of the file.
private struct ImportFailure: Error, CustomStringConvertible {
  var file: String
  var cause: any Error

  var description: String {
    switch cause {
    case is BrokenDocument:
      "cannot read \(file): \(cause). What comes before it has been imported."
    case is ImportRefused, is ImportStopped: "cannot import \(file): \(cause)"
    default: "\(cause)"
    }
  }
}
