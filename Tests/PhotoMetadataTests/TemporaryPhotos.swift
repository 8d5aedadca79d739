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

  /// The path of a file in the folder.
  func path(_ name: String) -> FilePath { FilePath(folder.file(name)) }
}
