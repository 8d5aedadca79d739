import PhotoFacts
import PhotoIndex
import PhotoScanner
import TestSupport
import Testing

/// A library and its index, for tests of what a scan makes of a change.
struct ScannedLibrary {
  let library: Library
  let index: PhotoIndex

  init() throws {
    library = try Library()
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
