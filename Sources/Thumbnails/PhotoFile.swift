internal import Glibc
internal import PhotoFacts

/// The one owner of a photo's descriptor while its thumbnail is made.
struct PhotoFile: ~Copyable {
  private let descriptor: CInt
  let size: Int

  /// When it was last written, in nanoseconds since 1970.
  let modified: Int

  init(_ path: FilePath) throws(ThumbnailError) {
    let opened = unsafe path.withCString { path in
      unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    }
    guard opened >= 0 else {
      let reason = unsafe String(cString: strerror(errno))
      throw ThumbnailError(code: .unreadable, path: path, reason: "cannot be opened: \(reason)")
    }
    var facts = stat()
    guard unsafe fstat(opened, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      close(opened)
      throw ThumbnailError(code: .unreadable, path: path, reason: "is not a file")
    }
    descriptor = opened
    size = Int(facts.st_size)
    modified = facts.st_mtim.tv_sec &* 1_000_000_000 &+ facts.st_mtim.tv_nsec
  }

  deinit { close(descriptor) }

  /// The whole file.
  func read(atMost limit: Int) throws(Failure) -> [UInt8] {
    guard size <= limit else {
      throw Failure(.tooLarge, "is \(size) bytes long, and \(limit) are the most that is read")
    }
    return try read(0..<size)
  }

  /// The bytes of a range, or those of them that the file has.
  func read(_ range: Range<Int>) throws(Failure) -> [UInt8] {
    let range = range.clamped(to: 0..<size)
    var failure: CInt = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
      while filled < range.count {
        let target = unsafe buffer.baseAddress?.advanced(by: filled)
        let got = unsafe pread(
          descriptor, target, range.count - filled, range.lowerBound + filled)
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { break }
        filled += got
      }
    }
    guard failure == 0 else {
      throw Failure(.unreadable, "cannot be read: \(unsafe String(cString: strerror(failure)))")
    }
    return bytes
  }
}
