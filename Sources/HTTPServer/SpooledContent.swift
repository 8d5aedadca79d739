internal import Glibc
internal import Synchronization

/// A request body that is too long for memory, in a file without a name.
///
/// The file is deleted with the last reference to it, or when the process ends for any reason.
public final class SpooledContent: Sendable {
  /// Why the body cannot be stored.
  enum Failure: Error {
    /// The limit for all requests together is reached.
    case tooMuchAtOnce
    /// An error of the system.
    case system(Int32)
  }

  /// The open file; must not be used after this object is gone.
  public let descriptor: Int32

  private let length = Atomic<Int>(0)
  private let budget: SpoolBudget?

  /// The number of bytes.
  public var count: Int { length.load(ordering: .acquiring) }

  init(budget: SpoolBudget?) throws(Failure) {
    self.budget = budget
    descriptor = try Self.open()
  }

  /// Stores bytes from memory, for requests without a socket.
  public convenience init(_ bytes: [UInt8]) throws {
    try self.init(budget: nil)
    try unsafe bytes.withUnsafeBytes { try unsafe append($0) }
  }

  deinit {
    close(descriptor)
    budget?.release(count)
  }

  /// Appends bytes; one thread does this before others read.
  func append(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    if let budget, !budget.reserve(bytes.count) { throw Failure.tooMuchAtOnce }
    // Counted first, so that the reservation is released in any case.
    let start = length.add(bytes.count, ordering: .acquiringAndReleasing).oldValue
    var written = 0
    while written < bytes.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = unsafe pwrite(descriptor, rest.baseAddress, rest.count, off_t(start + written))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Failure.system(errno) }
      written += count
    }
  }

  /// The bytes from an offset: at most `wanted`, fewer at the end.
  public func read(at offset: Int, count wanted: Int) throws -> [UInt8] {
    guard offset >= 0, offset < count, wanted > 0 else { return [] }
    let room = min(wanted, count - offset)
    return try unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
      while filled < room {
        let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[filled...])
        let got = unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
        if got < 0, errno == EINTR { continue }
        guard got >= 0 else { throw Failure.system(errno) }
        if got == 0 { return }
        filled += got
      }
    }
  }

  /// Opens the file on a disk, because `/tmp` is often in memory.
  private static func open() throws(Failure) -> Int32 {
    // As bytes, because the name of a folder need not be UTF-8.
    let chosen = unsafe getenv("TMPDIR").map {
      unsafe Array(UnsafeBufferPointer(start: $0, count: strlen($0)))
    }
    var code = ENOENT
    for folder in [chosen ?? []] + ["/var/tmp", "/tmp"].map({ Array($0.utf8CString.dropLast()) }) {
      guard !folder.isEmpty else { continue }
      var name = folder + "/geoindex-XXXXXX".utf8CString
      let descriptor = unsafe mkstemp(&name)
      guard descriptor >= 0 else {
        code = errno
        continue
      }
      unsafe unlink(name)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      return descriptor
    }
    throw Failure.system(code)
  }
}

/// The limit for the bodies of all requests together.
final class SpoolBudget: Sendable {
  private let left: Atomic<Int>

  init(_ bytes: Int) { left = Atomic(bytes) }

  /// Reserves bytes; returns false if there are not enough.
  func reserve(_ count: Int) -> Bool {
    let rest = left.subtract(count, ordering: .relaxed).newValue
    guard rest < 0 else { return true }
    release(count)
    return false
  }

  func release(_ count: Int) { left.add(count, ordering: .relaxed) }
}

extension SpooledContent.Failure {
  /// The problem that is reported to the client.
  var problem: Problem {
    switch self {
    case .tooMuchAtOnce:
      .unavailable("Too much is being sent at once; try again.", retryAfter: 5)
    case .system:
      .unavailable("The server has no space for the content of the request.", retryAfter: 30)
    }
  }
}
