public import PhotoFacts

/// A JPEG embedded in another file: the preview of a raw photo, the poster of a film.
public struct Preview: Hashable, Sendable {
  /// The range in the file.
  public var range: ByteRange

  /// The size in its own header.
  public var size: PixelSize

  /// Its own orientation; if nil, that of the photo applies.
  public var orientation: Orientation?

  /// The orientation to apply to the preview, which may have been stored upright already.
  ///
  /// - Parameters:
  ///   - photo: The stored size of the photo.
  ///   - orientation: The orientation of the stored photo.
  public func orientation(in photo: PixelSize?, turned orientation: Orientation) -> Orientation {
    if let own = self.orientation { return own }
    guard let photo, orientation.swapsAxes, size.width != size.height else { return orientation }
    let isTurnedAlready = (size.width > size.height) != (photo.width > photo.height)
    return isTurnedAlready ? .upright : orientation
  }
}

/// The previews of a file, with its format.
public struct Previews: Hashable, Sendable {
  /// The format found in the content.
  public var format: MediaFormat?

  /// The JPEGs in the order of discovery.
  public var pictures: [Preview] = []
}
