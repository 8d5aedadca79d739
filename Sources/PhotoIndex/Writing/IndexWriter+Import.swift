internal import Grid
public import PhotoFacts
internal import SQLite

/// A photo as another index or another program describes it.
///
/// Imported metadata is stored, but the file is not served until a scan has seen it.
public struct ImportedPhoto: Hashable, Sendable {
  /// The id it had, if it came from an index.
  public var id: Int64?

  /// The path of its file below its root.
  public var path: FilePath

  /// The size of the file in bytes, if stated.
  public var size: Int64?

  /// The facts about it; it is located.
  public var facts: PhotoFacts

  /// Whether the orientation was stated and is not merely the default.
  public var hasOrientation: Bool

  /// Makes a photo.
  public init(
    id: Int64?, path: FilePath, size: Int64?, facts: PhotoFacts, hasOrientation: Bool = true
  ) {
    self.id = id
    self.path = path
    self.size = size
    self.facts = facts
    self.hasOrientation = hasOrientation
  }
}

/// The root in the index to which the photos of an imported folder belong, and their path below it.
public struct ImportRoot: Sendable {
  /// The folder of the index.
  public var root: RootID

  /// The path of the folder below the root.
  public var prefix: FilePath

  /// Whether roots of earlier imports inside this one have become part of it.
  public var absorbedRoots: Bool
}

/// What became of an imported photo.
public enum ImportOutcome: Sendable {
  /// The index did not have a file with that path.
  case added
  /// The index had one, and the imported facts replaced its own.
  case updated
}

/// A directory that the transaction has made, and the names of the files that it has put there.
struct FreshDirectory {
  private static let greatestCount = 10_000

  let id: DirectoryID
  var names: Set<[UInt8]> = []

  /// Whether there are so many names that they take too much memory.
  var isFull: Bool { names.count >= Self.greatestCount }
}

/// A file whose row is not in the table yet.
struct WaitingFile: Equatable {
  let directory: DirectoryID
  let name: [UInt8]
}

extension IndexWriter {
  /// The greatest id that an import may contain.
  ///
  /// Sets of photos are bitmaps as long as the greatest id, and an import must not make them long.
  static let greatestImportedID: Int64 = 1 << 28

  /// The number of changed photos after which their blocks are written, which bounds memory use.
  private static let changedPhotosAtOnce = 100_000

  /// Adds an imported photo, or updates the one with that path.
  ///
  /// An added photo keeps the id it had if that is free. An updated photo keeps its id, the stamp of its file,
  /// and all facts that the import does not state. The locality of the photo may have been found before.
  public func upsert(
    _ photo: ImportedPhoto, to directory: DirectoryID, at locality: FoundLocality? = nil
  ) throws -> ImportOutcome {
    let name = photo.path.lastComponent
    if !isNew(name, in: directory), let known = try photoNamed(name, in: directory) {
      try update(known, with: photo)
      return .updated
    }
    let id = try freeID(photo.id)
    let file = ReadFile(importedAs: name, size: photo.size, facts: photo.facts)
    try insert(file, in: directory, as: id, isImported: true, at: locality)
    if derived.photos.count >= Self.changedPhotosAtOnce {
      try applyBlockChanges()
      try addFreshLines()
    }
    return .added
  }

  /// The directory of this path; adds it, as one that no scan has listed, if it is new.
  public func directory(_ path: FilePath, in root: RootID) throws -> DirectoryID {
    let find = try connection.statement("SELECT id FROM directory WHERE root = ?1 AND path = ?2")
    if let id = try find.bind(root, path).first({ $0.integer(0) }) {
      return DirectoryID(rawValue: id)
    }
    let directory = try makeDirectory(path, in: root, scan: 0)
    freshDirectory = FreshDirectory(id: directory)
    return directory
  }

  /// The scanned folder to which a directory belongs; an import must neither absorb nor enlarge it.
  public func scannedImportRoot(of directory: FilePath) throws -> ImportRoot? {
    guard let root = try directory.deepest(of: reader.scannedRoots()),
      let prefix = directory.relative(to: root)
    else { return nil }
    return ImportRoot(root: try self.root(root), prefix: prefix, absorbedRoots: false)
  }

  /// The root for photos of a folder outside all scanned ones.
  ///
  /// It is the root around the folder that another import has named, or else one of its own, which absorbs
  /// those inside it. So no file is in the index twice.
  public func importRoot(of folder: FilePath) throws -> ImportRoot {
    let scanned = Set(try reader.scannedRoots())
    let known = try reader.roots().filter { !scanned.contains($0) }
    if let around = folder.deepest(of: known), let prefix = folder.relative(to: around) {
      return ImportRoot(root: try root(around), prefix: prefix, absorbedRoots: false)
    }
    let own = try root(folder)
    let inside = known.filter { $0.isInside(folder) }
    for other in inside {
      guard let path = other.relative(to: folder) else { continue }
      try absorb(other, into: own, at: path)
    }
    return ImportRoot(root: own, prefix: FilePath(bytes: []), absorbedRoots: !inside.isEmpty)
  }

  /// Writes the collected changes of grid and blocks, which bounds the memory of a long transaction.
  public func applyDerivedChanges() throws {
    // The rows that wait are changes too.
    try connection.batch?.insert()
    let changes = derived.points
    derived.points.removeAll()
    try grid.apply(changes)
    let views = derived.views
    derived.views.removeAll()
    try GridWriter(reader.storedViews, reader.views).applyToRuns(views)
    try applyBlockChanges()
    try addFreshLines()
  }

  /// Whether a file of this name is certainly not in the table yet.
  ///
  /// True if this transaction has made the directory and has not added the name to it.
  private func isNew(_ name: [UInt8], in directory: DirectoryID) -> Bool {
    guard freshDirectory?.id == directory else {
      freshDirectory = nil
      return false
    }
    guard freshDirectory?.names.insert(name).inserted == true else { return false }
    if freshDirectory?.isFull == true { freshDirectory = nil }
    return true
  }

  private func photoNamed(_ name: [UInt8], in directory: DirectoryID) throws -> Int64? {
    // Photos of several folders may take turns. To insert one row with the statement for many takes as long as many.
    if waitingFiles.contains(WaitingFile(directory: directory, name: name)) {
      try connection.batch?.insert()
    }
    let find = try naming.get()
    defer { find.reset() }
    try find.bind(directory.rawValue, at: 1)
    try find.bind(text: name, at: 2)
    return try find.step() ? find.integer(0) : nil
  }

  private func freeID(_ wanted: Int64?) throws -> Int64 {
    guard let wanted, (1...Self.greatestImportedID).contains(wanted) else {
      return allotID()
    }
    if wanted >= nextPhotoID {
      reserve(through: wanted)
      return wanted
    }
    let find = try connection.statement("SELECT 1 FROM photo WHERE id = ?1")
    return try find.bind(wanted).hasRow() ? allotID() : wanted
  }

  private func update(_ id: Int64, with photo: ImportedPhoto) throws {
    guard let stated = photo.facts.place.location,
      let known = try reader.photo(id, withNames: false)
    else { return }
    let location = known.place.location
    let isOfFile =
      known.hasBeenSeen && location?.coordinate == stated.coordinate
      && location?.source == stated.source
    var facts = known.facts
    facts.adopt(photo.facts, hasOrientation: photo.hasOrientation)
    let size = known.hasBeenSeen ? known.size : photo.size ?? known.size
    try updateStated(
      ReadFile(importedAs: photo.path.lastComponent, size: size, facts: facts), of: id,
      isImported: try !isOfFile || reader.isImported(id))
    try updateNames(of: id)
  }
}

/// Positions from imports, which stay when a file without a position is read.
extension IndexWriter {
  /// The position of a photo if it is from an import.
  ///
  /// A source in or beside the file becomes `.import`: the position is certainly not from there.
  func importedLocation(of id: Int64) throws -> Location? {
    let find = try connection.statement("SELECT 1 FROM photo WHERE id = ?1 AND imported = 1")
    guard try find.bind(id).hasRow() else { return nil }
    var location = try reader.photo(id)?.place.location
    if let source = location?.source, source != .gpx { location?.source = .import }
    return location
  }
}
