import Files
import Grid
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing

@testable import PhotoScanner
import Query

/// A library and its index, for tests of scans.
struct ScannedLibrary {
  let library: Library
  let index: PhotoIndex

  init() throws { try self.init(Library()) }

  /// Opens the index of a library, as a starting program does.
  init(_ library: Library) throws {
    self.library = library
    index = try PhotoIndex(path: FilePath(library.database), access: .writing)
  }

  @discardableResult
  func scan(_ folders: [String]? = nil, _ change: (inout ScanOptions) -> Void = { _ in }) throws
    -> ScanReport
  {
    var options = ScanOptions()
    change(&options)
    let report = try PhotoScanner(index: index, options: options)
      .scan((folders ?? [library.root]).map { FilePath($0) })
    #expect(try index.integrityProblems().isEmpty)
    return report
  }

  /// The device number of the folder, as `stat` gives it.
  var device: UInt64 {
    FileStatus(FilePath(library.root))?.identity.device ?? 0
  }

  /// The ids of the index by the path of their file.
  func ids() throws -> [String: Int64] {
    try index.read { reader in
      let pins = try reader.pins(PhotoFilter(), limit: 10_000).elements
      let photos = try reader.photos(pins.map(\.id))
      #expect(Set(photos.map(\.file)).count == photos.count, "two photos share a path")
      return Dictionary(photos.map { ($0.path.description, $0.id) }) { $1 }
    }
  }
}
