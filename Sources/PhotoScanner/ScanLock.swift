internal import Files
internal import Glibc
public import PhotoFacts
internal import PhotoIndex

/// Keeps two scans or imports of one index apart, across processes, for as long as it lives.
///
/// The lock is the kernel's, on a file beside the index: it goes with the process that holds it,
/// however that ends, so there is nothing stale to clean up.
public final class ScanLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock of the index at a path, or says who has it and does not let go for so long.
  public init(for index: FilePath, patience: Duration = .zero) throws {
    let path = IndexLocation(index).beside(".lock")
    descriptor = unsafe path.withCString { unsafe open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
    guard descriptor >= 0 else {
      throw ScanError(.cannotLock, index, "cannot lock \(path): \(SystemError.last.reason)")
    }
    let clock = ContinuousClock()
    let end = clock.now + patience
    var isTaken = flock(descriptor, LOCK_EX | LOCK_NB) == 0
    while !isTaken, clock.now < end {
      // A lock that is given back does not say so.
      poll(nil, 0, 20)
      isTaken = flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }
    guard isTaken else {
      let holder = Self.holder(descriptor)
      throw ScanError(
        .locked, index,
        "another scan or import\(holder) is writing to it; try again when it has finished")
    }
    let note = Array("\(getpid())\n".utf8)
    ftruncate(descriptor, 0)
    // Only for the message above: nothing depends on what is in the file.
    unsafe note.withUnsafeBytes { _ = unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  // Also runs where `init` throws, since the only property is set by then.
  deinit {
    // Closing alone would leave it to a child that was forked meanwhile, such as one that decodes a
    // picture, and has a copy of the descriptor.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private static func holder(_ descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe pread(descriptor, $0.baseAddress, $0.count, 0)
    }
    let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    guard let process = Int32(text.prefix { $0.isNumber }) else { return "" }
    return " (process \(process))"
  }
}
