internal import Glibc

/// A regular file that is open for reading; owns its descriptor and closes it with the last reference.
public final class ReadableFile: Sendable {
  /// The descriptor; must not be used after this object is gone.
  public let descriptor: CInt

  /// The metadata of the file when it was opened.
  public let status: FileStatus

  /// Opens a file by its path and follows symbolic links.
  ///
  /// Use `DirectoryHandle.file` for a path that does not come from the user.
  public convenience init(path: [UInt8]) throws(SystemError) {
    try self.init(descriptor: Descriptor.open(path, Descriptor.forReading))
  }

  /// Takes over a descriptor; closes it and throws if it is not a regular file.
  init(descriptor: CInt) throws(SystemError) {
    self.descriptor = descriptor
    // If this throws after `status` is set, deinit closes the descriptor; before that, deinit does not run.
    guard let status = FileStatus(descriptor: descriptor) else {
      let error = SystemError.last
      close(descriptor)
      throw error
    }
    self.status = status
    guard status.kind == .regular else {
      throw SystemError(code: EISDIR, reason: "\(status.kind.words), not a file")
    }
  }

  deinit { close(descriptor) }

  /// Bytes in the file when it was opened.
  public var size: Int { status.size }

  /// Whether neither content nor metadata of the file have changed since it was opened.
  public var isUnchanged: Bool {
    FileStatus(descriptor: descriptor)?.hasSameContent(as: status) ?? false
  }

  /// Reads a range; returns fewer bytes if the file ends before.
  public func read(_ range: Range<Int>) throws(SystemError) -> [UInt8] {
    // An array without capacity is one object of all threads, in which the initializer below writes the count.
    guard !range.isEmpty else { return [] }
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
      while filled < range.count {
        let target = unsafe buffer.baseAddress?.advanced(by: filled)
        let got = unsafe pread(
          descriptor, target, range.count - filled, range.lowerBound + filled)
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = .last }
        if got <= 0 { break }
        filled += got
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// A second descriptor of the same open file; the caller closes it.
  public func duplicateDescriptor() throws(SystemError) -> CInt {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .last }
    return copy
  }
}

extension FileStatus.Kind {
  fileprivate var words: String {
    switch self {
    case .regular: "a regular file"
    case .directory: "a directory"
    case .symbolicLink: "a symbolic link"
    case .namedPipe: "a named pipe"
    case .socket: "a socket"
    case .device: "a device"
    case .unknown: "something unknown"
    }
  }
}
