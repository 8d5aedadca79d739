import Foundation
import TestSupport

/// A share with three photos and a folder with one, and a library on a disk.
final class SharedPhotos {
  let share: StallingShare
  let library: Library

  init() throws {
    share = try StallingShare()
    library = try Library()
    try library.add("here.jpg", as: "2023-paris/eiffel-tower.jpg")
    try FileManager.default.createDirectory(
      atPath: share.content + "/sub", withIntermediateDirectories: true)
    for name in ["a.jpg", "b.jpg", "c.jpg"] { try add(name, "2023-paris/eiffel-tower.jpg") }
    try add("sub/d.jpg", "2021-egypt/pyramids.jpg")
  }

  func add(_ name: String, _ sample: String) throws {
    try FileManager.default.copyItem(
      atPath: SamplePhotos.path(sample), toPath: share.content + "/" + name)
  }

  /// Changes files, so that the next scan reads them again.
  func touch(_ names: String...) throws {
    for name in names {
      try FileManager.default.setAttributes(
        [.modificationDate: Date()], ofItemAtPath: share.content + "/" + name)
    }
  }

  func scan(_ more: String...) throws -> Program.Outcome {
    try Program.run(
      ["scan", "--json", "--disk-timeout", "1", "--db", library.database] + more + [
        share.path, library.root,
      ])
  }
}
