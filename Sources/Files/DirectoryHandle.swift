internal import CPhotoShims
internal import Glibc

/// How symbolic links in a path are treated when a file is opened.
public enum SymbolicLinks: Sendable {
  /// Paths with links are refused.
  case refused

  /// Links are followed as long as they stay beneath the directory.
  case followedBeneath

  /// Links are followed wherever they lead, except the kernel's own in `/proc`.
  case followed
}

/// An open directory, from which files beneath it are opened; owns its descriptor.
///
/// The kernel resolves each path in one step (`openat2`), so that no file can be exchanged for a link
/// between a check and its use.
public final class DirectoryHandle: Sendable {
  /// The descriptor; must not be used after this object is gone.
  public let descriptor: CInt

  /// Whether paths are resolved component by component, as on kernels without `openat2`.
  private let isStepwise: Bool

  /// Opens a directory by its path.
  ///
  /// With `links: .refused` no component of the path may be a link, not even above the directory.
  public convenience init(
    path: [UInt8], links: SymbolicLinks = .followed, isStepwise: Bool = false
  ) throws(SystemError) {
    let isFollowed = links == .followed || path.first != UInt8(ascii: "/")
    let start = isFollowed ? path : Array("/".utf8)
    let descriptor = try Descriptor.open(start, Descriptor.forDirectories)
    let rest = isFollowed ? [] : Array(path.drop { $0 == UInt8(ascii: "/") })
    guard !rest.isEmpty else {
      self.init(descriptor: descriptor, isStepwise: isStepwise)
      return
    }
    let top = DirectoryHandle(descriptor: descriptor, isStepwise: isStepwise)
    self.init(
      descriptor: try top.open(rest, Descriptor.forDirectories, links), isStepwise: isStepwise)
  }

  private init(descriptor: CInt, isStepwise: Bool) {
    self.descriptor = descriptor
    self.isStepwise = isStepwise
  }

  deinit { close(descriptor) }

  /// Opens a directory beneath this one.
  public func directory(_ path: [UInt8], links: SymbolicLinks) throws(SystemError)
    -> DirectoryHandle
  {
    let path = path.isEmpty ? Array(".".utf8) : path
    return DirectoryHandle(
      descriptor: try open(path, Descriptor.forDirectories, links), isStepwise: isStepwise)
  }

  /// Opens a regular file beneath this directory.
  ///
  /// Directories, devices, pipes and sockets are refused; opening never blocks on one.
  public func file(_ path: [UInt8], links: SymbolicLinks) throws(SystemError) -> ReadableFile {
    try ReadableFile(descriptor: open(path, Descriptor.forReading, links))
  }

  private func open(_ path: [UInt8], _ flags: CInt, _ links: SymbolicLinks) throws(SystemError)
    -> CInt
  {
    let components = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    // Links may lead upwards, but the path itself may not.
    guard !components.contains(where: { $0.elementsEqual("..".utf8) }),
      links == .followed || path.first != UInt8(ascii: "/")
    else { throw SystemError(code: EXDEV) }
    if !isStepwise {
      do throws(SystemError) {
        return try openAtOnce(path, flags, links)
      } catch {
        // Kernels before 5.6 lack the call, and some sandboxes forbid it. EPERM may also come from the
        // file itself; then opening step by step fails with EPERM too.
        guard [ENOSYS, EPERM].contains(error.code) else { throw error }
      }
    }
    return links == .followed
      ? try Descriptor.open(path, in: descriptor, flags)
      : try openStepByStep(components, flags)
  }

  private func openAtOnce(_ path: [UInt8], _ flags: CInt, _ links: SymbolicLinks)
    throws(SystemError) -> CInt
  {
    let policy =
      switch links {
      case .refused: PHOTO_LINKS_REFUSED
      case .followedBeneath: PHOTO_LINKS_BENEATH
      case .followed: PHOTO_LINKS_FOLLOWED
      }
    return try unsafe Descriptor.retried(path) { name in
      unsafe photo_open_beneath(descriptor, name, flags, policy)
    }
  }

  /// Opens without `openat2`; follows no symbolic link at all.
  private func openStepByStep(_ components: [[UInt8].SubSequence], _ flags: CInt)
    throws(SystemError) -> CInt
  {
    var current = descriptor
    defer { if current != descriptor { close(current) } }
    for component in components.dropLast() {
      let next = try openPlainly(component, in: current, Descriptor.forDirectories)
      if current != descriptor { close(current) }
      current = next
    }
    return try openPlainly(components.last ?? [], in: current, flags)
  }

  private func openPlainly(_ name: [UInt8].SubSequence, in directory: CInt, _ flags: CInt)
    throws(SystemError) -> CInt
  {
    do throws(SystemError) {
      return try Descriptor.open(Array(name), in: directory, flags | O_NOFOLLOW)
    } catch  where error.code == ENOTDIR && isLink(name, in: directory) {
      throw SystemError(code: ELOOP)
    }
  }

  private func isLink(_ name: [UInt8].SubSequence, in directory: CInt) -> Bool {
    var byte: CChar = 0
    let path = name.map(CChar.init(bitPattern:)) + [0]
    return unsafe readlinkat(directory, path, &byte, 1) >= 0
  }
}

/// The calls that open descriptors.
enum Descriptor {
  // Without O_NONBLOCK opening a named pipe waits for a writer; without O_NOCTTY a terminal could
  // become the controlling one.
  static let forReading = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY

  // Entering a directory needs only its execute permission, listing it also needs read permission.
  static let forDirectories = photo_path_only | O_DIRECTORY | O_CLOEXEC

  static func open(_ path: [UInt8], in directory: CInt = AT_FDCWD, _ flags: CInt)
    throws(SystemError) -> CInt
  {
    try unsafe retried(path) { name in unsafe openat(directory, name, flags) }
  }

  /// Opens a file that only its owner can read; creates it if it does not exist.
  static func create(_ path: [UInt8], _ flags: CInt) throws(SystemError) -> CInt {
    let flags = flags | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    return try unsafe retried(path) { name in unsafe Glibc.open(name, flags, 0o600) }
  }

  /// Repeats a call while it is interrupted; adds the terminating NUL to the path.
  static func retried(_ path: [UInt8], _ call: (UnsafePointer<CChar>) -> CInt)
    throws(SystemError) -> CInt
  {
    // A NUL would truncate the path and so name another file.
    guard !path.contains(0), !path.isEmpty else { throw SystemError(code: ENOENT) }
    let name = path.map(CChar.init(bitPattern:)) + [0]
    var attempts = 0
    while true {
      let descriptor = unsafe name.withUnsafeBufferPointer { name in
        unsafe name.baseAddress.map { unsafe call($0) } ?? -1
      }
      if descriptor >= 0 { return descriptor }
      attempts += 1
      // openat2 returns EAGAIN if a rename interfered.
      guard [EINTR, EAGAIN].contains(errno), attempts < 32 else { throw .last }
    }
  }
}
