internal import CPhotoShims
internal import Glibc

/// The one owner of a directory's descriptor: files are opened from there, never by a whole path.
final class DirectoryHandle: Sendable {
  private let descriptor: CInt

  init?(path: [UInt8]) {
    guard !path.contains(0) else { return nil }
    let name = (path + [0]).map(CChar.init(bitPattern:))
    descriptor = unsafe Glibc.open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// Opens a file below the directory, which neither `..` nor a symbolic link can leave.
  func open(_ segments: [String]) throws(FileError) -> OpenFile {
    let file = unsafe photo_open_beneath(descriptor, segments.joined(separator: "/"))
    if file >= 0 { return try OpenFile(descriptor: file) }
    // Kernels before 5.6 lack the call, and some sandboxes forbid it.
    guard [ENOSYS, EPERM].contains(errno) else { throw FileError(code: errno) }
    return try openStepByStep(segments)
  }

  /// The same without help of the kernel: no symbolic link is followed at all.
  func openStepByStep(_ segments: [String]) throws(FileError) -> OpenFile {
    var current = descriptor
    defer { if current != descriptor { close(current) } }
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      let kind = isLast ? O_NONBLOCK | O_NOCTTY : O_DIRECTORY
      let next = unsafe openat(current, segment, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | kind)
      guard next >= 0, segment != ".." else {
        if next >= 0 { close(next) }
        throw FileError(code: next >= 0 ? EXDEV : errno)
      }
      if isLast { return try OpenFile(descriptor: next) }
      if current != descriptor { close(current) }
      current = next
    }
    throw FileError(code: EISDIR)
  }
}
