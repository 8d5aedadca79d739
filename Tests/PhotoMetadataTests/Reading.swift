import Geography
import PhotoFacts

@testable import PhotoMetadata

/// Reads a photo that is in memory.
func read(_ bytes: [UInt8]) -> PhotoFacts {
  var reader = PhotoReader()
  return reader.facts(bytes: bytes)
}

/// Reads a photo with these GPS tags.
func read(gps: [(UInt16, ExifFixture.Value)]) -> PhotoFacts {
  read(ExifFixture(gps: gps).jpeg)
}

extension PhotoFacts {
  /// The reason and the detail, if there is no position.
  var refusal: String? {
    guard case .unlocated(let reason, let detail) = place else { return nil }
    return detail.map { "\(reason.name): \($0)" } ?? reason.name
  }
}
