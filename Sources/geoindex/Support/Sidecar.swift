internal import Files
internal import Geography
internal import Glibc
internal import Notes
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoMetadata
internal import PhotoScanner

/// The XMP file beside a photo, and the change that brings it up to date with the notes.
struct Sidecar {
  /// What happens to the file.
  enum Change: String { case new, changed, removed }

  /// The size limit; sidecars of editors have some kilobytes.
  private static let longest = 1 << 20

  /// The path of the sidecar.
  let path: FilePath

  /// The new content; nil to remove the file.
  private let content: [UInt8]?
  private let old: (content: [UInt8], status: FileStatus)?

  /// What would change; nil if the file is up to date.
  var change: Change? {
    if content == old?.content { return nil }
    return content == nil ? .removed : old == nil ? .new : .changed
  }

  /// Reads the sidecar of a photo, and puts a position into it.
  ///
  /// Changes the sidecar that a scan reads. If there is none, or if it is also read with a photo to which
  /// `isAlsoThere` does not give this position, the sidecar is `a.jpg.xmp`.
  init(
    of photo: FilePath, among search: inout CompanionSearch, stating location: Location,
    isAlsoThere: (FilePath) -> Bool
  ) throws(InputError) {
    guard FileStatus(path: photo.bytes) != nil else { throw InputError.last(photo) }
    var path = FilePath(bytes: photo.bytes + Array(".xmp".utf8))
    if let known = search.companions(of: photo).first(where: { $0.kind == .sidecar }),
      search.readers(of: known, beside: photo).allSatisfy({ $0 == photo || isAlsoThere($0) })
    {
      path = (photo.parent ?? FilePath(".")).appending(known.name)
    }
    self.path = path
    let before = try Self.read(path)
    content = try Self.editing(path) { () throws(XMPEditor.Refusal) in
      try before.map { before throws(XMPEditor.Refusal) in
        try XMPEditor.document(before.content, stating: location)
      } ?? XMPEditor.document(stating: location)
    }
    old = before
  }

  /// Reads the sidecar of a photo whose notes no longer give it a position, and restores the position before them.
  ///
  /// Nil if the sidecar has no position from a note, or is also read with other photos.
  init?(of former: FormerlyPlacedPhoto, among search: inout CompanionSearch) throws(InputError) {
    let photo = former.photo.file
    guard let known = search.companions(of: photo).first(where: { $0.kind == .sidecar }),
      search.readers(of: known, beside: photo) == [photo]
    else { return nil }
    path = (photo.parent ?? FilePath(".")).appending(known.name)
    guard let before = try Self.read(path), let position = XMPEditor.position(in: before.content),
      position != former.original?.coordinate,
      former.former.contains(where: { $0.coordinate == position })
    else { return nil }
    old = before
    // A file that has nothing else was made by geoindex.
    let isOurs = former.former.contains { XMPEditor.document(stating: $0) == before.content }
    content =
      isOurs
      ? nil
      : try Self.editing(path) { () throws(XMPEditor.Refusal) in
        try XMPEditor.document(before.content, stating: former.original)
      }
  }

  /// Replaces or removes the file, unless it has changed since it was read.
  func write() throws(InputError) {
    do throws(SystemError) {
      guard let content else {
        try checkUnchanged()
        guard FileSystem.remove(path.bytes) else { throw SystemError.last }
        return
      }
      let permissions = old?.status.permissions ?? 0o644
      // The name contains the process id, so that the draft of a killed process does not block this one.
      let draft = try FileDraft(
        replacing: path.bytes, ending: ".\(getpid()).new", permissions: permissions)
      try draft.write(content)
      try checkUnchanged()
      try draft.commit(synced: true)
    } catch {
      throw InputError(description: "cannot write \(path): \(error.reason)")
    }
  }

  private func checkUnchanged() throws(SystemError) {
    let now = FileStatus(path: path.bytes, followsLinks: false)
    let isUnchanged =
      switch (now, old?.status) {
      case (nil, nil): true
      case (let now?, let old?): now.hasSameContent(as: old)
      default: false
      }
    guard isUnchanged else {
      throw SystemError(code: EAGAIN, reason: "another program has just changed it")
    }
  }

  /// Names the file in a refusal.
  private static func editing(
    _ path: FilePath, _ edit: () throws(XMPEditor.Refusal) -> [UInt8]
  ) throws(InputError) -> [UInt8] {
    do throws(XMPEditor.Refusal) {
      return try edit()
    } catch {
      throw InputError(
        description: "\(path) is not changed: \(error.reason); move it away to get a new one")
    }
  }

  /// The content of a sidecar; nil if it does not exist.
  private static func read(_ path: FilePath) throws(InputError)
    -> (content: [UInt8], status: FileStatus)?
  {
    do throws(SystemError) {
      guard let status = FileStatus(path: path.bytes, followsLinks: false) else {
        let error = SystemError.last
        guard error.isAbsence else { throw error }
        return nil
      }
      // Replacing a link would not change the file that it leads to.
      guard status.kind == .regular else {
        throw SystemError(code: ELOOP, reason: "it is not a regular file")
      }
      let file = try ReadableFile(path: path.bytes)
      guard file.size <= longest else { throw SystemError(code: EFBIG, reason: "it is too large") }
      return (try file.read(0..<file.size), file.status)
    } catch {
      throw InputError(description: "cannot read \(path): \(error.reason)")
    }
  }
}
