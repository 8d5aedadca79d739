internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoScanner

extension Command {
  static let forget = Command(
    name: "forget",
    summary: "remove a scanned folder, or an import, from the index",
    operands: "<dir>…",
    operandCount: 1...Int.max,
    notes: """
      For folders that no longer exist, were indexed by mistake, or came with an import
      (import:<file>). Only the index changes; the photos themselves are not touched. Scanning the
      folder again adds its photos again. geoindex doctor lists the folders of the index.
      """,
    examples: [
      ("geoindex forget /media/old-disk/photos", "a disk that no longer exists"),
      ("geoindex forget import:places.csv", "the photos of an import"),
    ],
    run: { try ForgetCommand(arguments: $0).run() })
}

private struct ForgetCommand {
  /// The number of photos removed per transaction.
  private static let batch = 10_000

  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    // Opening for reading does not create an index.
    let known = try Locations.openForReading(arguments).read { try $0.roots() }
    let roots = try arguments.paths.map { try root($0, among: known) }
    let index = try Locations.openForWriting(arguments)
    let lock = try ScanLock(for: index.path)
    let interruption = Interruption()
    var forgotten: [(root: FilePath, photos: Int)] = []
    for root in roots where !interruption.wasRequested {
      var photos = 0
      var wasLast = false
      while !wasLast, !interruption.wasRequested {
        let count = try index.writeRepeatedly { try $0.forget(root, limit: Self.batch) }
        photos += count
        wasLast = count < Self.batch
      }
      forgotten.append((root, photos))
    }
    withExtendedLifetime(lock) {}
    try print(forgotten)
    return interruption.wasRequested ? .failed : .done
  }

  /// The root that a path denotes: an exact match, or the real path of a folder.
  private func root(_ path: FilePath, among known: [FilePath]) throws -> FilePath {
    let names = [path, path.withoutClosingSlashes, path.resolvedAsFarAsItExists]
    if let found = names.first(where: known.contains) { return found }
    if let around = known.first(where: { names[2].isInside($0) }) {
      throw ForgetProblem(
        """
        \(path) is a part of \(around), which is forgotten as a whole only; a part is left out by \
        scanning with --exclude
        """)
    }
    let list = known.map { "\n  \(PhotoPrinter.printable($0.description))" }.joined()
    throw ForgetProblem(
      "\(path) is not in the index" + (list.isEmpty ? "" : ", which has:" + list))
  }

  private func print(_ forgotten: [(root: FilePath, photos: Int)]) throws {
    if arguments.has(.json) {
      try Output.standard.writeJSON { json in
        json.object { json in
          json.objects("forgotten", forgotten) { json, folder in
            json.member("root", folder.root.text)
            json.member("files", folder.photos)
          }
        }
      }
    }
    guard !arguments.has(.quiet) else { return }
    for (root, photos) in forgotten {
      Console.error(
        "forgot \(ScanText.grouped(photos)) files of \(PhotoPrinter.printable(root.description))")
    }
  }
}

/// Why a folder cannot be forgotten.
private struct ForgetProblem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension FilePath {
  fileprivate var withoutClosingSlashes: FilePath {
    var bytes = bytes
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return FilePath(bytes: bytes)
  }

  /// The real path of a folder that need not exist.
  ///
  /// Existing parents are resolved; the other components are appended.
  fileprivate var resolvedAsFarAsItExists: FilePath {
    if let resolved { return resolved }
    let path = withoutClosingSlashes
    let name = path.lastComponent
    guard name != path.bytes || path != FilePath(".") else { return self }
    let folder = (path.parent ?? FilePath(".")).resolvedAsFarAsItExists
    switch name {
    case Array(".".utf8): return folder
    case Array("..".utf8): return folder.parent ?? folder
    default: return folder.appending(name)
    }
  }
}
