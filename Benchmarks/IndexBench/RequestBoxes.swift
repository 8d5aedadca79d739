import Geography
import PhotoIndex
import Query

/// Chooses the boxes of the HTTP benchmark: centred on photos, each with about fifty photos.
struct RequestBoxes {
  struct Box: Encodable {
    /// West, south, east and north in degrees.
    var edges: [Double]
    var photos: Int
  }

  private static let wanted = 45...55

  private let library: Library
  private let index: PhotoIndex

  init(_ library: Library, _ databases: Databases) throws {
    self.library = library
    index = try databases.openIndex()
  }

  func choose(count: Int) throws -> [Box] {
    var boxes: [Box] = []
    // With a burst at one position, no box may have about fifty photos; such a centre is skipped.
    for centre in library.randomCentres(20 * count, seed: 51) where boxes.count < count {
      if let box = try box(around: centre.coordinate) { boxes.append(box) }
    }
    guard boxes.count == count else { throw Failure("only \(boxes.count) boxes of about fifty") }
    return boxes
  }

  /// Halves the step until the box holds the wanted number of photos.
  private func box(around centre: Coordinate) throws -> Box? {
    var half = 0.02
    var step = 0.01
    for _ in 0..<12 {
      // Whole units of 1e-6°, so that the text of the request is exactly the counted box.
      half = (half * 1e6).rounded() / 1e6
      guard let box = BoundingBox(around: centre, half) else { return nil }
      var filter = PhotoFilter()
      filter.box = box
      let photos = try index.read { try $0.count(filter) }
      if Self.wanted.contains(photos) {
        let (west, south, east, north) = box.degrees
        return Box(edges: [west, south, east, north], photos: photos)
      }
      half += photos < Self.wanted.lowerBound ? step : -step
      step /= 2
    }
    return nil
  }
}
