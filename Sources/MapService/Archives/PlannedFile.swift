internal import Files
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoMetadata

/// A file that was checked when an archive was planned, and is opened again when it is sent.
struct PlannedFile: Sendable {
  /// What the checksum of the content depends on.
  struct Version: Hashable, Sendable {
    let id: Int64
    let stamp: FileStamp

    /// The orientation that a JPEG without metadata states; nil for the file itself.
    let cleaning: Orientation?

    /// A text that is the same only for the same version.
    var text: String {
      let changed = stamp.changed.map { String($0) } ?? ""
      let cleaning = cleaning.map { String($0.rawValue) } ?? ""
      return "\(id) \(stamp.size) \(stamp.modified) \(stamp.inode) \(changed) \(cleaning)\n"
    }
  }

  let version: Version
  private let root: FilePath
  private let path: FilePath
  private let links: SymbolicLinks

  var id: Int64 { version.id }
  var stamp: FileStamp { version.stamp }

  init(_ opened: OpenedPhoto, isCleaned: Bool) {
    let photo = opened.photo
    version = Version(
      id: photo.id, stamp: FileStamp(opened.file.status),
      cleaning: isCleaned ? photo.orientation : nil)
    (root, path, links) = (photo.root, photo.path, opened.links)
  }

  /// The length of the content.
  var count: Int {
    let size = Int(stamp.size)
    return version.cleaning.map { PictureOnly.filledCount(ofFile: size, orientation: $0) } ?? size
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
