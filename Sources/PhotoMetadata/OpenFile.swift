private import Glibc
internal import PhotoFacts

/// A regular file that is open for reading, and is closed when its owner is done.
struct OpenFile: ~Copyable {
  /// The descriptor, which must not outlive this value.
  let descriptor: Int32

  /// Bytes in the file when it was opened.
  let size: Int

  /// Opens a file, or says why it cannot be read.
  init(_ path: FilePath) throws(RefusedValue) {
    // Opening a named pipe would wait for a writer, and a terminal could become ours.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let descriptor = unsafe path.withCString { unsafe Glibc.open($0, flags) }
    guard descriptor >= 0 else { throw RefusedValue(systemError: errno) }
    var status = stat()
    let isKnown = unsafe fstat(descriptor, &status) == 0
    guard isKnown, status.st_mode & S_IFMT == S_IFREG else {
      let detail = isKnown ? Self.kind(status.st_mode) : systemMessage(errno)
      close(descriptor)
      throw RefusedValue(detail: detail)
    }
    self.descriptor = descriptor
    size = Int(status.st_size)
  }

  deinit { close(descriptor) }

  private static func kind(_ mode: mode_t) -> String {
    switch mode & S_IFMT {
    case S_IFDIR: "a directory, not a file"
    case S_IFIFO: "a named pipe, not a file"
    case S_IFSOCK: "a socket, not a file"
    case S_IFCHR, S_IFBLK: "a device, not a file"
    default: "not a regular file"
    }
  }
}

/// What the system says about an error number.
func systemMessage(_ number: Int32) -> String {
  // strerror is not safe with threads; this twin of it is the one POSIX describes.
  let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
    guard let base = buffer.baseAddress,
      unsafe strerror_r(number, base, buffer.count) == 0
    else { return "" }
    return unsafe String(cString: base)
  }
  return text.isEmpty ? "error \(number)" : text
}
