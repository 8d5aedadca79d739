internal import Files
internal import Glibc
internal import PhotoFacts

/// Directory events by inotify.
///
/// Each watch covers one directory and nothing below it.
final class Inotify: ChangeSource {
  let descriptor: Int32

  private static let interest: Int32 =
    IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE
    | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK

  /// Room for a few hundred events, and for at least one of any size.
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  init() throws(SystemError) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw SystemError.last }
  }

  deinit { close(descriptor) }

  func watch(_ directory: FilePath) throws(SystemError) -> Int32 {
    let number = unsafe directory.withCString { path in
      unsafe inotify_add_watch(descriptor, path, UInt32(bitPattern: Self.interest))
    }
    guard number >= 0 else { throw SystemError.last }
    return number
  }

  func ignore(_ watch: Int32) { inotify_rm_watch(descriptor, watch) }

  func changes() -> [DirectoryEvent] {
    var events: [DirectoryEvent] = []
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return events }
      unsafe buffer.withUnsafeBytes { bytes in
        var rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<count])
        while let event = unsafe Self.next(&rest) { events.append(event) }
      }
    }
  }

  /// Removes the first event; its name is padded with zeros.
  private static func next(_ bytes: inout UnsafeRawBufferPointer) -> DirectoryEvent? {
    let head = MemoryLayout<inotify_event>.size
    while bytes.count >= head {
      let event = unsafe bytes.loadUnaligned(as: inotify_event.self)
      let end = min(head + Int(event.len), bytes.count)
      let name = unsafe Array(bytes[head..<end].prefix { $0 != 0 })
      unsafe bytes = UnsafeRawBufferPointer(rebasing: bytes[end...])
      let mask = Int32(bitPattern: event.mask)
      guard let kind = kind(of: mask) else { continue }
      return DirectoryEvent(
        watch: event.wd, kind: kind, isDirectory: mask & IN_ISDIR != 0, name: name,
        cookie: event.cookie)
    }
    return nil
  }

  private static func kind(of mask: Int32) -> DirectoryEvent.Kind? {
    let kinds: [(Int32, DirectoryEvent.Kind)] = [
      (IN_Q_OVERFLOW, .overflow), (IN_UNMOUNT, .unmounted), (IN_IGNORED, .ignored),
      (IN_CREATE, .created), (IN_MODIFY, .written), (IN_CLOSE_WRITE, .closed),
      (IN_ATTRIB, .touched), (IN_MOVED_FROM, .movedAway), (IN_MOVED_TO, .movedHere),
      (IN_DELETE, .deleted), (IN_DELETE_SELF, .selfGone), (IN_MOVE_SELF, .selfGone),
    ]
    return kinds.first { mask & $0.0 != 0 }?.1
  }
}
