internal import JSON
internal import Geography
internal import PhotoFacts
public import PhotoIndex

/// Parses a page of photos that a geoindex server sent.
public enum PhotoCollection {
  /// The photos of a FeatureCollection in order; throws `BrokenDocument` for other documents.
  public static func photos(_ document: [UInt8]) throws -> [PhotoRecord] {
    var pieces = [document].makeIterator()
    var cutter = RecordCutter(InputWindow { pieces.next() ?? [] }, .geojson)
    var features = FeatureReader()
    var photos: [PhotoRecord] = []
    while let found = try cutter.next() {
      do {
        photos.append(try features.draft(cutter.bytes, found.get().range).record())
      } catch let problem as LocatedProblem {
        throw BrokenDocument(line: problem.line, reason: problem.reason)
      } catch let problem as InputProblem {
        throw BrokenDocument(line: 1, reason: problem.reason)
      }
    }
    return photos
  }
}

extension PhotoDraft {
  /// The photo as a record of an index.
  fileprivate func record() throws(InputProblem) -> PhotoRecord {
    guard let id, let drafted = try photo(number: 0), let root = drafted.root else {
      throw InputProblem("a feature is not a photo of an index")
    }
    let photo = drafted.photo
    return PhotoRecord(
      id: id, root: root, path: photo.path, size: photo.size, stamp: nil,
      facts: photo.facts)
  }
}
