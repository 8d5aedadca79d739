internal import Files
internal import Glibc
internal import PhotoFacts
internal import PhotoMetadata
internal import PhotoScanner

/// The XMP file beside a photo, with a position in it.
struct Sidecar {
  /// The size limit; sidecars of editors have some kilobytes.
  private static let longest = 1 << 20

  /// The path of the sidecar.
  let path: FilePath

  /// Whether it does not exist yet.
  var isNew: Bool { old == nil }

  /// Whether the content would change.
  var isNeeded: Bool { content != old?.content }

  private let content: [UInt8]
  private let old: (content: [UInt8], status: FileStatus)?

  /// Reads the sidecar of a photo, and puts a position into it.
  ///
  /// Changes the sidecar that a scan reads; if there is none, creates `a.jpg.xmp`.
  init(of photo: FilePath, among search: inout CompanionSearch, stating location: Location)
    throws(InputError)
  {
    guard FileStatus(path: photo.bytes) != nil else { throw InputError.last(photo) }
    guard let known = search.companions(of: photo).first(where: { $0.kind == .sidecar }) else {
      path = FilePath(bytes: photo.bytes + Array(".xmp".utf8))
      (content, old) = (XMPEditor.document(stating: location), nil)
      return
    }
    path = (photo.parent ?? FilePath(".")).appending(known.name)
    do {
      let before = try Self.read(path)
      content = try XMPEditor.document(before.content, stating: location)
      old = before
    } catch let refusal as XMPEditor.Refusal {
      throw InputError(
        description: "\(path) is not changed: \(refusal.reason); move it away to get a new one")
    } catch {
      throw InputError(
        description: "cannot read \(path): \((error as? SystemError)?.reason ?? "\(error)")")
    }
  }

  /// Replaces the file, unless it has changed since it was read.
  func write() throws(InputError) {
    do throws(SystemError) {
      let permissions = old?.status.permissions ?? 0o644
      // The name contains the process id, so that the draft of a killed process does not block this one.
      let draft = try FileDraft(
        replacing: path.bytes, ending: ".\(getpid()).new", permissions: permissions)
      try draft.write(content)
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
      try draft.commit(synced: true)
    } catch {
      throw InputError(description: "cannot write \(path): \(error.reason)")
    }
  }

  private static func read(_ path: FilePath) throws -> (content: [UInt8], status: FileStatus) {
    // Replacing a link would not change the file that it leads to.
    guard FileStatus(path: path.bytes, followsLinks: false)?.kind == .regular else {
      throw SystemError(code: ELOOP, reason: "it is not a regular file")
    }
    let file = try ReadableFile(path: path.bytes)
    guard file.size <= longest else { throw SystemError(code: EFBIG, reason: "it is too large") }
    return (try file.read(0..<file.size), file.status)
  }
}
