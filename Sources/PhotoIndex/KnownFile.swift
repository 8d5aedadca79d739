public import Files
public import PhotoFacts
package import SQLite

/// A directory of the index.
public struct DirectoryID: Hashable, Sendable {
  let rawValue: Int64
}

/// A scanned folder of the index.
public struct RootID: Hashable, Sendable {
  let rawValue: Int64
}

/// A file as the index remembers it.
public struct KnownFile: Hashable, Sendable {
  /// The photo.
  public var id: Int64

  /// Its name in its directory.
  public var name: [UInt8]

  /// The file's stamp as the index recorded it; nil for an imported photo whose file no scan has read.
  public var stamp: FileStamp?

  /// Why it is not on the map; nil if it is.
  public var reason: UnlocatedReason?

  /// The value of `ReadFile.companions` when the file was read.
  public var companions: Int64?

  /// Whether an older version of the program read the file, and so read less from it.
  public var isOutdated: Bool
}

extension KnownFile {
  /// The columns of `photo` that describe a known file; a query selects them first.
  private enum Column: Int32, CaseIterable {
    case id, name, size, modified, inode, reason, companions, changed
  }

  static let columns = Column.allCases.map { "photo.\($0)" }.joined(separator: ", ")

  /// The index of a query's own column, which follows those of the file.
  static func column(behind position: Int32) -> Int32 { Int32(Column.allCases.count) + position }

  init(_ row: Statement) {
    func number(_ column: Column) -> Int64 { row.integer(column.rawValue) }
    id = number(.id)
    name = row.bytes(Column.name.rawValue)
    let (modified, inode) = (number(.modified), UInt64(bitPattern: number(.inode)))
    // Imports write zeros.
    if modified != 0 || inode != 0 {
      stamp = FileStamp(
        size: number(.size), modified: modified, inode: inode,
        changed: row.optionalInteger(Column.changed.rawValue))
    }
    reason = row.optionalInteger(Column.reason.rawValue).flatMap(UnlocatedReason.init(code:))
    // Migrations and `markOutdated` write -1: the file is to be read again.
    let companions = row.optionalInteger(Column.companions.rawValue)
    isOutdated = companions.map { $0 < 0 } ?? false
    self.companions = isOutdated ? nil : companions
  }
}

/// A directory as the index remembers it.
public struct KnownDirectory: Hashable, Sendable {
  /// The directory.
  public var id: DirectoryID

  /// The file system of its photos; nil if the directory is new or was only named by an import.
  public var fileSystem: KnownFileSystem?
}

/// A file system in the index.
public struct KnownFileSystem: Hashable, Sendable {
  let id: Int64

  /// Its identity.
  public var identity: FileSystemIdentity
}

/// A file that has been read, or is described by an import.
public struct ReadFile: Hashable, Sendable {
  /// Its name in its directory.
  public var name: [UInt8]

  /// The file's stamp just before it was read; nil for an import.
  public let stamp: FileStamp?

  /// Bytes; nil if an import does not state them.
  let size: Int64?

  /// What was read.
  public var facts: PhotoFacts

  /// A hash, not negative, of the stamps of the companion files that were read with it; nil if there are none.
  public var companions: Int64?

  /// Makes a file.
  public init(name: [UInt8], stamp: FileStamp, facts: PhotoFacts, companions: Int64? = nil) {
    self.name = name
    self.stamp = stamp
    size = stamp.size
    self.facts = facts
    self.companions = companions
  }

  /// Makes one that an import describes.
  init(importedAs name: [UInt8], size: Int64?, facts: PhotoFacts) {
    self.name = name
    stamp = nil
    self.size = size
    self.facts = facts
  }
}

extension DirectoryID: Bindable {
  package func bind(to statement: Statement, at index: Int32) throws {
    try statement.bind(rawValue, at: index)
  }
}

extension RootID: Bindable {
  package func bind(to statement: Statement, at index: Int32) throws {
    try statement.bind(rawValue, at: index)
  }
}
