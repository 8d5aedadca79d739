internal import Glibc
internal import PhotoFacts

/// The mounts that this process sees, as `/proc/self/mountinfo` lists them (proc(5)).
struct MountTable: Hashable {
  struct Mount: Hashable {
    /// The id of the mount, `mnt_id` in `/proc/self/fdinfo`.
    var id: Int

    /// The mounted folder of the file system; `/` except for bind mounts and subvolumes.
    var mounted: FilePath

    /// The mount point.
    var point: FilePath

    /// The type of the file system, such as `ext4` or `fuse.sshfs`.
    var type: String

    /// The device or share; an arbitrary word if the file system has neither.
    var source: FilePath
  }

  var mounts: [Mount]

  /// Reads the table of this process; it is empty where `/proc` is not mounted.
  static func current() -> MountTable { MountTable(ProcFile.read("/proc/self/mountinfo")) }

  /// Parses lines like `36 35 8:1 /root /mnt rw,noatime master:1 - ext3 /dev/sda1 rw`.
  init(_ text: [UInt8]) {
    mounts = text.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let fields = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      // A varying number of optional fields ends with a dash.
      guard let dash = fields.dropFirst(6).firstIndex(of: [UInt8(ascii: "-")]),
        fields.count > dash + 2, let id = Int(String(decoding: fields[0], as: UTF8.self))
      else { return nil }
      return Mount(
        id: id, mounted: Self.path(fields[3]), point: Self.path(fields[4]),
        type: String(decoding: fields[dash + 1], as: UTF8.self), source: Self.path(fields[dash + 2])
      )
    }
  }

  /// The mount with an id.
  func mount(id: Int) -> Mount? { mounts.first { $0.id == id } }

  /// The mount at a path, or the nearest one above it.
  ///
  /// If several mounts share a mount point, the last one counts.
  func mount(above path: FilePath) -> Mount? {
    let around = mounts.filter { path.isInside($0.point) }
    let depth = around.map(\.point.bytes.count).max()
    return around.last { $0.point.bytes.count == depth }
  }

  /// Decodes a field, in which spaces, tabs, newlines and backslashes are octal, such as `\040`.
  private static func path(_ field: ArraySlice<UInt8>) -> FilePath {
    var bytes: [UInt8] = []
    var rest = field
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      if byte == UInt8(ascii: "\\"), digits.count == 3,
        let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
      {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return FilePath(bytes: bytes)
  }
}

/// Files of `/proc`, whose size is not known before they have been read.
enum ProcFile {
  /// The content; empty if the file cannot be read.
  static func read(_ path: String) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var content: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return content }
      content += piece[..<count]
    }
  }
}
