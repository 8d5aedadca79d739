package import Geography
internal import PhotoFacts
package import PhotoIndex

extension ActStore {
  /// Every position in the acts about a photo, undone or not: where it was placed, and where it was before.
  package func positions(
    about photo: PhotoIdentity, in reader: IndexReader
  ) throws -> [Coordinate] {
    try placements(about: photo, in: reader).flatMap { placement in
      [placement.noted.location, placement.noted.base.place.location]
        .compactMap { $0?.coordinate }
    }
  }
}
