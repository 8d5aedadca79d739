internal import TrackStore
internal import Files
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoMetadata

/// A path that a command is asked to write to.
///
/// A slip in its name must not destroy what was entered or photographed. So files of the index, photos,
/// sidecars and tracks are refused, under any name.
struct OutputTarget: Sendable {
  let path: FilePath
  private let arguments: ParsedArguments

  /// The option that names the path; nil for an operand.
  private let option: Option?

  init(_ path: FilePath, _ arguments: ParsedArguments, _ option: Option? = nil) {
    (self.path, self.arguments, self.option) = (path, arguments, option)
  }

  /// Throws if the path leads to a file of the index, or to an existing photo, sidecar or track.
  func check() throws {
    let index = try? IndexLocation(Locations.database(arguments))
    if let index, index.owns(path) {
      let isIndex = Locations.isSame(path, index.path)
      throw refusal(isIndex ? "is the index itself" : "belongs to the index \(index.path)")
    }
    guard FileStatus(path: path.bytes)?.kind == .regular else { return }
    let file = FilePath(bytes: RealPath.future(path.bytes))
    guard isSource(file, of: index) else { return }
    throw refusal("is a photo, or belongs to photos, and is not replaced")
  }

  /// Throws also if the path leads to anything but an archive of tar or an empty file.
  func checkForBackup() throws {
    try check()
    guard let there = FileStatus(path: path.bytes) else { return }
    guard there.kind != .directory else {
      throw arguments.usage("\(path) is a folder; name a file in it")
    }
    guard there.kind == .regular, there.size == 0 || isArchive else {
      throw refusal("is not a backup, and is not replaced")
    }
  }

  /// Whether the file has the mark of tar; false also if it cannot be read.
  private var isArchive: Bool {
    let mark = try? ReadableFile(path: path.bytes).read(257..<262)
    return mark?.elementsEqual("ustar".utf8) ?? false
  }

  private func refusal(_ reason: String) -> UsageError {
    let name = option.map { "\($0.name) \(path)" } ?? "\(path)"
    return arguments.usage("\(name) \(reason); name another file")
  }

  /// Whether a file is a photo of the index under another name, that of a hard link.
  private func isOtherName(_ file: FilePath, _ reader: IndexReader) throws -> Bool {
    guard let status = FileStatus(path: file.bytes), status.linkCount > 1 else { return false }
    return try reader.photos(ofInode: status.inode).contains { photo in
      FileStatus(path: photo.file.bytes)?.isSameFile(as: status) ?? false
    }
  }

  /// Whether scans read a file: its name says so, or the index has it.
  private func isSource(_ file: FilePath, of index: IndexLocation?) -> Bool {
    let name = file.lastComponent
    if MediaFormat.isUsualName(name) || Companion.isUsualName(name) { return true }
    // If the index cannot be read, the command says so, or does not need it.
    let known = try? index.map { index in
      try PhotoIndex(path: index.path, access: .reading).read { reader in
        // The index also has files that are no photos, to report them.
        let photo = try reader.photoID(at: file).flatMap { try reader.photo($0, withNames: false) }
        return try photo.map { $0.facts.format != nil || $0.facts.place.location != nil } ?? false
          || isOtherName(file, reader)
          || StoredTracks(reader).files().contains { $0.file == file && $0.reason == nil }
      }
    }
    return (known ?? nil) ?? false
  }
}
