internal import Glibc

/// A file that is written under a temporary name and replaces its target atomically.
///
/// A reader sees the previous content or the new one, never a part. A draft that is dropped without
/// `commit` is removed.
public final class FileDraft {
  /// The descriptor to write to; must not be used after this object is gone.
  public let descriptor: CInt

  /// The path of the draft, until it is committed.
  public var draftPath: [UInt8] { draft }

  private let path: [UInt8]
  private let draft: [UInt8]
  private var isOpen = true
  private var isCommitted = false

  /// Creates a draft beside the file that it will replace.
  ///
  /// The ending distinguishes the drafts of several writers. Throws if the draft exists already. The draft is
  /// locked, which shows others that its writer has not ended.
  public init(replacing path: [UInt8], ending: String, permissions: UInt32 = 0o600)
    throws(SystemError)
  {
    (self.path, draft) = (path, path + Array(ending.utf8))
    descriptor = try Descriptor.create(draft, O_WRONLY | O_EXCL)
    flock(descriptor, LOCK_EX | LOCK_NB)
    // The umask does not apply to this call.
    if permissions != 0o600 { fchmod(descriptor, permissions) }
  }

  deinit {
    if isOpen { close(descriptor) }
    if !isCommitted { FileSystem.remove(draft) }
  }

  /// Writes all bytes.
  public func write(_ bytes: [UInt8]) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe Glibc.write(
          descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .last }
      written += count
    }
  }

  /// Gives the draft the name of the file.
  ///
  /// With `synced` the content is on the disk before the name changes, so that a power cut leaves the
  /// previous content or the new one.
  public func commit(synced: Bool) throws(SystemError) {
    if synced, fsync(descriptor) != 0 { throw .last }
    isOpen = false
    // Some file systems report only here that the disk is full.
    guard close(descriptor) == 0 else { throw .last }
    try FileSystem.rename(draft, to: path)
    isCommitted = true
  }
}
