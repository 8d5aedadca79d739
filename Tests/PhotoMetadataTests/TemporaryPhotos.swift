import Foundation
import PhotoFacts
import TestSupport

/// Photos in a folder of their own.
struct TemporaryPhotos {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Writes a file and gives its path.
  @discardableResult
  func write(_ bytes: [UInt8], as name: String) throws -> FilePath {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name)))
    return path(name)
  }

  /// Writes a sparse file with `end` at the offset `sparse`.
  func write(_ head: [UInt8], sparse offset: Int, _ end: [UInt8], as name: String) throws
    -> FilePath
  {
    let path = try write(head, as: name)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.file(name)))
    try handle.seek(toOffset: UInt64(offset))
    try handle.write(contentsOf: Data(end))
    try handle.close()
    return path
  }

  /// The path of a file in the folder.
  func path(_ name: String) -> FilePath { FilePath(folder.file(name)) }
}
