internal import Files
internal import Glibc
internal import PhotoFacts

/// Lists the files of a cache: two levels of folders, with pictures in the second.
enum CacheListing {
  struct File {
    let path: FilePath
    let bytes: Int

    /// The time of the last use, in nanoseconds since 1970.
    let used: Int64
    let isUnfinished: Bool
  }

  /// The limit of files examined at once.
  private static let most = 1_000_000

  static func files(in folder: FilePath) -> [File] {
    var files: [File] = []
    for name in names(in: folder) where name.count == 2 && !name.contains(dot) {
      let inner = folder.appending(name)
      for name in names(in: inner) where files.count < most {
        // Only files that this program made are counted or removed, whichever folder the owner names.
        let isUnfinished = name.ends(with: ".new")
        guard name.count >= 36, isUnfinished || name.ends(with: ".jpg"),
          let file = file(inner.appending(name), isUnfinished)
        else { continue }
        files.append(file)
      }
    }
    return files
  }

  private static let dot = UInt8(ascii: ".")

  private static func file(_ path: FilePath, _ isUnfinished: Bool) -> File? {
    guard let status = FileStatus(path: path.bytes, followsLinks: false), status.kind == .regular
    else { return nil }
    return File(
      path: path, bytes: status.size, used: status.modified, isUnfinished: isUnfinished)
  }

  private static func names(in folder: FilePath) -> [[UInt8]] {
    guard let stream = unsafe folder.withCString({ unsafe opendir($0) }) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { start in
        unsafe start.withMemoryRebound(to: UInt8.self, capacity: 256) { start in
          unsafe Array(UnsafeBufferPointer(start: start, count: strlen(start)))
        }
      }
      names.append(name)
    }
    return names
  }
}

extension [UInt8] {
  fileprivate func ends(with text: StaticString) -> Bool {
    suffix(text.utf8CodeUnitCount).elementsEqual(text.description.utf8)
  }
}
