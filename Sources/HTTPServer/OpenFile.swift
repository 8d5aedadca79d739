internal import Glibc

/// A file that is open for reading, or a part of one; closed when the last copy is gone.
public struct OpenFile: Sendable {
  private let descriptor: Descriptor

  /// The first byte to send.
  public private(set) var offset: Int

  /// How many bytes to send.
  public private(set) var count: Int

  /// The size of the whole file when it was opened.
  public let size: Int

  /// When the file last changed, in whole seconds since 1970.
  public let modified: Int

  /// A validator made of size, time of change and inode.
  public let etag: EntityTag

  /// Closes the descriptor when nothing refers to it any more.
  private final class Descriptor: Sendable {
    let number: CInt
    init(_ number: CInt) { self.number = number }
    deinit { close(number) }
  }

  /// Opens a regular file, or throws why that did not work.
  ///
  /// Directories, devices, pipes and sockets are refused; opening never waits for one.
  public init(path: [UInt8]) throws(FileError) {
    let number = unsafe Self.withCString(path) { path in
      unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    }
    guard number >= 0 else { throw FileError(code: errno) }
    try self.init(descriptor: number)
  }

  /// Opens a regular file, or throws why that did not work.
  public init(path: String) throws(FileError) { try self.init(path: Array(path.utf8)) }

  /// Takes over an open descriptor; it is closed even when it turns out to be no regular file.
  init(descriptor number: CInt) throws(FileError) {
    descriptor = Descriptor(number)
    var facts = stat()
    guard unsafe fstat(number, &facts) == 0 else { throw FileError(code: errno) }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw FileError(code: EISDIR) }
    offset = 0
    count = Int(facts.st_size)
    size = count
    modified = facts.st_mtim.tv_sec
    let parts = [UInt64(facts.st_size), UInt64(facts.st_ino)].map { String($0, radix: 36) }
    let time = String(facts.st_mtim.tv_sec &* 1_000_000_000 &+ facts.st_mtim.tv_nsec, radix: 36)
    etag = EntityTag("\(parts[0])-\(time)-\(parts[1])")
  }

  /// A part of the file: `range` counts from the start of this part.
  public func part(_ range: Range<Int>) -> OpenFile {
    var part = self
    let range = range.clamped(to: 0..<count)
    part.offset = offset + range.lowerBound
    part.count = range.count
    return part
  }

  /// A second descriptor for the same file, for an owner that closes it by itself.
  func duplicateDescriptor() throws(FileError) -> CInt {
    let copy = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw FileError(code: errno) }
    return copy
  }

  /// Reads this part of the file into memory.
  public func read() throws(FileError) -> [UInt8] {
    var failure: CInt = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let target = unsafe buffer.baseAddress?.advanced(by: filled)
        let got = unsafe pread(descriptor.number, target, count - filled, offset + filled)
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { break }
        filled += got
      }
    }
    guard failure == 0 else { throw FileError(code: failure) }
    return bytes
  }

  private static func withCString<Result>(
    _ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    // A NUL inside would cut the path short and name another file: it stands for no file at all.
    let path = bytes.contains(0) ? [0] : bytes + [0]
    return unsafe path.map(CChar.init(bitPattern:)).withUnsafeBufferPointer { path in
      guard let start = path.baseAddress else { return unsafe "".withCString(body) }
      return unsafe body(start)
    }
  }
}

/// Why a file could not be opened or read.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system's number for it.
  public let code: CInt

  /// Whether there is no such file, or none that may be served.
  public var isMissing: Bool {
    [ENOENT, ENOTDIR, EISDIR, ELOOP, EXDEV, ENAMETOOLONG, EACCES, ENXIO, EINVAL].contains(code)
  }

  /// The system's words for it.
  public var description: String { unsafe String(cString: strerror(code)) }
}
