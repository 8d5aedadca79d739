public import PhotoFacts

/// A ready-made JPEG inside another file: the preview of a raw photo, the poster of a film.
public struct Preview: Hashable, Sendable {
  /// Where in the file it lies.
  public var range: ByteRange

  /// How many pixels its own header says it has.
  public var size: PixelSize

  /// How it has to be turned, where it says so itself; else what holds for the photo holds for it.
  public var orientation: Orientation?

  /// Whether it lies in the file before it lies turned: a portrait preview of a landscape sensor.
  ///
  /// - Parameters:
  ///   - photo: The size of the photo as it is stored.
  ///   - orientation: How the photo has to be turned.
  public func orientation(in photo: PixelSize?, turned orientation: Orientation) -> Orientation {
    if let own = self.orientation { return own }
    guard let photo, orientation.swapsAxes, size.width != size.height else { return orientation }
    let isTurnedAlready = (size.width > size.height) != (photo.width > photo.height)
    return isTurnedAlready ? .upright : orientation
  }
}

/// The previews of a file and what has to be known to show them.
public struct Previews: Hashable, Sendable {
  /// The format found in the content.
  public var format: MediaFormat?

  /// The JPEGs, in the order in which they were found.
  public var pictures: [Preview] = []
}
