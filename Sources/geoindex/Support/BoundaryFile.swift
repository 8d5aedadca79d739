internal import Files
internal import PhotoFacts
internal import PhotoIndex
internal import Places

/// The boundaries file beside an index.
struct BoundaryFile {
  private let path: FilePath
  private let source: Places

  init(_ arguments: ParsedArguments) throws {
    try RecordLocation.refuse(
      arguments, "places --boundaries is",
      "all its machines share the names of areas, and boundaries are a file of one machine; "
        + "use them with an index of its own: --db FILE")
    source = try Locations.places(arguments)
    let index = IndexLocation(try Locations.database(arguments))
    if let folder = index.path.parent { FileSystem.makeFolder(folder.bytes) }
    path = index.beside(Boundaries.ending)
  }

  /// Replaces the file by the polygons of a GeoPackage.
  func replace(by package: FilePath, _ choice: BoundaryReader.Choice) throws -> BoundaryReader.Found
  {
    guard Locations.exists(package) else {
      throw InputError(
        description: "there is no file \(package); give a GeoPackage with --boundaries")
    }
    guard FileStatus(path: package.bytes)?.kind == .regular else {
      throw InputError(description: "\(package) is not a file; give a GeoPackage with --boundaries")
    }
    let found = try BoundaryReader(path: package).read(choice)
    guard found.draft.count > 0 else {
      throw InputError(
        description:
          "\(package) has no polygon with a name\(Self.skipped(found)); choose others with --layer or --name"
      )
    }
    let bytes = try found.draft.file(source)
    do throws(SystemError) {
      try withLock { () throws(SystemError) in
        // A link stays, and its target is replaced.
        _ = try FileStatus.ifPresent(path.bytes)
        let target = RealPath.future(path.bytes)
        // Left by a program that was killed.
        FileSystem.remove(target + Array(Self.draftEnding.utf8))
        let draft = try FileDraft(replacing: target, ending: Self.draftEnding)
        try draft.write(bytes)
        try draft.commit(synced: true)
      }
    } catch {
      throw InputError(description: "cannot write \(path): \(error.reason)")
    }
    return found
  }

  /// Removes the file; returns false if there is none.
  func remove() -> Bool { FileSystem.remove(path.bytes) }

  private static let draftEnding = ".new"

  /// Runs `change` while no other program replaces the file.
  private func withLock(_ change: () throws(SystemError) -> Void) throws(SystemError) {
    let lock: FileLock
    do throws(FileLock.Failure) {
      lock = try FileLock(path: path.bytes + Array(".lock".utf8))
    } catch {
      guard case .system(let error) = error else { return }
      throw error
    }
    defer { withExtendedLifetime(lock) {} }
    try change()
  }

  /// The rows that give no boundary, in words with a comma before them.
  static func skipped(_ found: BoundaryReader.Found) -> String {
    PolygonProblem.allCases.compactMap { problem in
      found.skipped[problem].map { ", \($0) \(problem.text)" }
    }.joined()
  }
}
