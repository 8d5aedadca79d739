internal import Files
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoMetadata

/// A file that was checked when an archive was planned, and is opened again when it is sent.
struct PlannedFile: Sendable {
  /// When a JPEG is sent without its metadata.
  enum Cleaning: Sendable {
    case never
    case always

    /// If the file tells a position that is hidden, which is found out when it is sent; `version` changes with all that
    /// this depends on, besides the file.
    case ifNeeded(version: [Int64?], isNeeded: @Sendable (ReadableFile) -> Bool)
  }

  /// What the checksum of the content depends on.
  struct Version: Hashable, Sendable {
    let id: Int64
    let stamp: FileStamp

    /// The orientation that a JPEG without metadata states; nil for the file itself.
    let cleaning: Orientation?

    /// What decides whether the metadata is left out; empty if that is certain.
    let comparison: [Int64?]

    /// A text that is the same only for the same version.
    var text: String {
      let changed = stamp.changed.map { String($0) } ?? ""
      let cleaning = cleaning.map { String($0.rawValue) } ?? ""
      let comparison = comparison.map { $0.map { String($0) } ?? "-" }.joined(separator: " ")
      return
        "\(id) \(stamp.size) \(stamp.modified) \(stamp.inode) \(changed) \(cleaning) \(comparison)\n"
    }
  }

  let version: Version
  private let isCleaningNeeded: (@Sendable (ReadableFile) -> Bool)?
  private let root: FilePath
  private let path: FilePath
  private let links: SymbolicLinks

  var id: Int64 { version.id }
  var stamp: FileStamp { version.stamp }

  init(_ opened: OpenedPhoto, _ cleaning: Cleaning) {
    let photo = opened.photo
    var (orientation, comparison) = (Optional(photo.orientation), [Int64?]())
    switch cleaning {
    case .never: (orientation, isCleaningNeeded) = (nil, nil)
    case .always: isCleaningNeeded = nil
    case .ifNeeded(let version, let isNeeded): (comparison, isCleaningNeeded) = (version, isNeeded)
    }
    version = Version(
      id: photo.id, stamp: FileStamp(opened.file.status), cleaning: orientation,
      comparison: comparison)
    (root, path, links) = (photo.root, photo.path, opened.links)
  }

  /// The length of the content.
  var count: Int {
    let size = Int(stamp.size)
    guard let orientation = version.cleaning, isCleaningNeeded == nil else { return size }
    return PictureOnly.filledCount(ofFile: size, orientation: orientation)
  }

  /// The copy without metadata that is sent; nil if the file itself is sent.
  func copy(of file: ReadableFile) throws -> [UInt8]? {
    guard let orientation = version.cleaning else { return nil }
    guard let isCleaningNeeded else {
      return PictureOnly.filled(try file.read(0..<file.size), orientation: orientation)
    }
    guard isCleaningNeeded(file) else { return nil }
    return PictureOnly.filledToSize(try file.read(0..<file.size), orientation: orientation)
  }

  /// Where the file is, for messages to the owner.
  var place: FilePath { root.appending(path.bytes) }

  /// Opens the file; throws if it is not the one that was planned.
  func open() throws -> ReadableFile {
    let file: ReadableFile
    do throws(SystemError) {
      file = try DirectoryHandle(path: root.bytes, links: links).file(path.bytes, links: links)
    } catch {
      throw ArchiveInterrupted(id: id, reason: "cannot be opened any more: \(error.reason)")
    }
    guard stamp == FileStamp(file.status) else { throw ArchiveInterrupted.changed(id) }
    return file
  }
}

/// An error: the file of a photo is not what the archive announces, so that the archive ends within it.
struct ArchiveInterrupted: Error, CustomStringConvertible {
  let id: Int64
  let reason: String

  static func changed(_ id: Int64) -> ArchiveInterrupted {
    ArchiveInterrupted(id: id, reason: "has changed since the archive was begun")
  }

  var description: String { "the file of photo \(id) \(reason); make the archive again" }
}
