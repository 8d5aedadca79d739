internal import Files
internal import HTTPServer
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoMetadata
internal import Signing
internal import Thumbnails

/// A photo whose file was opened once and checked; all its content is read through that descriptor.
struct OpenedPhoto: Sendable {
  /// The metadata of the file as it is now.
  let photo: PhotoRecord

  /// Whether the file may tell a position that the guest may not see.
  var isMoved: Bool

  let file: ReadableFile

  /// How symbolic links to it are treated.
  let links: SymbolicLinks

  /// A validator of the content that reveals neither size nor time of the file.
  let stamp: String

  /// Opens the file of a photo beneath its root, or throws why it is not served.
  ///
  /// A file that has changed since its scan is read again for the owner, and shown if it is a photo. Guests
  /// get it after the next scan, which decides whether they may see it.
  init(
    _ photo: PhotoRecord, isMoved: Bool, followsSymlinks: Bool, for visitor: Visitor
  ) throws(Problem) {
    let file: ReadableFile
    links = followsSymlinks ? .followed : .refused
    do throws(SystemError) {
      file = try DirectoryHandle(path: photo.root.bytes, links: links)
        .file(photo.path.bytes, links: links)
    } catch {
      throw .notOpened(photo.id, error, isOwner: visitor.isOwner)
    }
    var current = photo
    if photo.stamp?.isOf(file.status) != true {
      guard visitor.isOwner else { throw .notScanned(photo.id) }
      var reader = PhotoReader()
      guard current.take(reader.facts(of: file)) else { throw .noPhotoAnyMore(photo.id) }
    }
    (self.photo, self.isMoved, self.file) = (current, isMoved, file)
    stamp = Self.stamp(of: file.status)
  }

  /// A request for a picture made from it.
  func picture(_ form: ThumbnailStore.Form) -> ThumbnailStore.Request {
    ThumbnailStore.Request(
      file: file, path: photo.file, orientation: photo.orientation, storedSize: photo.storedSize,
      embeddedThumbnail: photo.embeddedThumbnail, form: form)
  }

  private static func stamp(of status: FileStatus) -> String {
    let facts = [
      UInt64(status.size), UInt64(bitPattern: status.modified), UInt64(bitPattern: status.changed),
      status.inode,
    ]
    let text = facts.map { String($0, radix: 36) }.joined(separator: "-")
    return SHA256.hash(text.utf8).bytes.prefix(8).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}

extension PhotoRecord {
  /// Takes over the facts that showing the picture depends on; returns whether it is a photo at all.
  fileprivate mutating func take(_ facts: PhotoFacts) -> Bool {
    self.facts.format = facts.format
    (self.facts.orientation, self.facts.storedSize) = (facts.orientation, facts.storedSize)
    self.facts.embeddedThumbnail = facts.embeddedThumbnail
    return facts.format != nil
  }
}

extension Problem {
  fileprivate static func notOpened(_ id: Int64, _ error: SystemError, isOwner: Bool) -> Problem {
    // Only the owner may learn what is in the folders.
    let hint =
      isOwner && error.isLink
      ? "it is behind a symbolic link; links are followed only in folders that were scanned with "
        + "--follow-symlinks."
      : "it may have moved since the last scan."
    return .notFound("The file of photo \(id) cannot be opened; \(hint)").of(.fileMissing)
  }

  fileprivate static func notScanned(_ id: Int64) -> Problem {
    .notFound("The file of photo \(id) has changed; it is shown again after the next scan.").of(
      .fileChanged)
  }

  fileprivate static func noPhotoAnyMore(_ id: Int64) -> Problem {
    .notFound("The file of photo \(id) is no longer a photo; scan its folder again.").of(
      .fileChanged)
  }
}
