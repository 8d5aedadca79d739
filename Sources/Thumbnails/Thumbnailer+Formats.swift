internal import PhotoFacts
internal import PhotoMetadata

extension Thumbnailer {
  /// What is known of a photo before its picture is looked at.
  struct Photo {
    let path: FilePath
    let orientation: Orientation
    let storedSize: PixelSize?
  }

  /// Makes a thumbnail of whatever the file is.
  func makeFromPhoto(_ file: PhotoFile, _ photo: Photo, _ width: Int) throws(Failure)
    -> [UInt8]
  {
    switch PictureKind(try file.read(0..<256)) {
    case .jpeg:
      let bytes = try file.read(atMost: limits.fileBytes)
      return try make(bytes, ICCProfile.find(in: bytes), photo.orientation, width)
    case .library(.tiff):
      return try makeFromTIFF(file, photo, width)
    case .library(let decoder):
      let bytes = try file.read(atMost: limits.fileBytes)
      let decoded = try decoder.decode(bytes, longSide: width, limits: limits)
      return try encode(decoded, photo.orientation)
    case .bmp:
      return try encode(
        BMPDecoder.decode(file.read(atMost: limits.fileBytes), longSide: width, limits: limits),
        photo.orientation)
    case nil:
      return try makeFromPreviews(file, photo, width)
    }
  }

  /// A TIFF file is decoded unless a preview in it will do; of a raw file that is one at heart it is
  /// the other way round.
  private func makeFromTIFF(_ file: PhotoFile, _ photo: Photo, _ width: Int)
    throws(Failure) -> [UInt8]
  {
    var reader = PhotoReader()
    let found = reader.previews(in: file.file)
    let previews = PreviewChoice(found.pictures, of: photo.storedSize, width: width)
    let isRaw = found.format != .tiff
    let first = isRaw ? previews.inOrder : previews.exact
    if let made = firstThatWorks(first, file, photo, width) { return made }
    do throws(Failure) {
      let bytes = try file.read(atMost: limits.fileBytes)
      let decoded = try LibraryDecoder.tiff.decode(bytes, longSide: width, limits: limits)
      return try encode(decoded, photo.orientation)
    } catch {
      if !isRaw, let made = firstThatWorks(previews.inOrder, file, photo, width) { return made }
      guard isRaw else { throw error }
      throw Failure(.unsupported, "is a raw photo without a preview")
    }
  }

  /// Raw photos that are no TIFF files, and films.
  private func makeFromPreviews(_ file: PhotoFile, _ photo: Photo, _ width: Int)
    throws(Failure) -> [UInt8]
  {
    var reader = PhotoReader()
    let found = reader.previews(in: file.file)
    guard let format = found.format else { throw Failure(.unsupported, "is no picture or film") }
    let isFilm = format.kind == .video
    // A poster lies as it is shown, and need not be of the film's shape.
    let photo = isFilm ? photo.asPoster : photo
    let previews = PreviewChoice(
      found.pictures, of: isFilm ? nil : photo.storedSize, width: width)
    if let made = firstThatWorks(previews.inOrder, file, photo, width) { return made }
    guard isFilm, hasPlaceholders else {
      throw Failure(.unsupported, "has no preview, and cannot be decoded here")
    }
    return try placeholder.jpeg(of: photo.storedSize, longSide: width, quality: quality)
  }

  private func firstThatWorks(
    _ previews: [Preview], _ file: PhotoFile, _ photo: Photo, _ width: Int
  ) -> [UInt8]? {
    for preview in previews where preview.range.count <= limits.fileBytes {
      let end = preview.range.offset + preview.range.count
      let turn = preview.orientation(in: photo.storedSize, turned: photo.orientation)
      if let bytes = try? file.read(preview.range.offset..<end),
        let made = try? make(bytes, ICCProfile.find(in: bytes), turn, width)
      {
        return made
      }
    }
    return nil
  }
}

extension Thumbnailer.Photo {
  /// The same as it is shown.
  fileprivate var asPoster: Self {
    var size = storedSize
    if let stored = storedSize, orientation.swapsAxes {
      size = PixelSize(width: stored.height, height: stored.width)
    }
    return Self(path: path, orientation: .upright, storedSize: size)
  }
}

/// Which of a file's previews to show.
struct PreviewChoice {
  /// All of them, the best first: those of the photo's shape before those with black bars; then the
  /// smallest that is large enough before the larger, and before the smaller.
  let inOrder: [Preview]

  /// Those that show the photo itself at the size that is wanted.
  let exact: [Preview]

  init(_ previews: [Preview], of photo: PixelSize?, width: Int) {
    func longSide(_ preview: Preview) -> Int { max(preview.size.width, preview.size.height) }
    let large = previews.filter { longSide($0) >= width }
      .sorted { longSide($0) < longSide($1) }
    let small = previews.filter { longSide($0) < width }.sorted { longSide($0) > longSide($1) }
    // Cameras leave out the sensor's edges, so the shape need not be the same to the pixel.
    func isAlike(_ preview: Preview) -> Bool {
      photo.map { Self.shape(preview.size, $0) <= 0.12 } ?? true
    }
    inOrder =
      large.filter(isAlike) + large.filter { !isAlike($0) }
      + small.filter(isAlike) + small.filter { !isAlike($0) }
    exact =
      photo.map { photo in
        large.filter { Self.shape($0.size, photo) <= 0.02 }
      } ?? []
  }

  /// How much two pictures differ in the ratio of their sides, whichever way they lie.
  private static func shape(_ one: PixelSize, _ other: PixelSize) -> Double {
    func ratio(_ size: PixelSize) -> Double {
      Double(max(size.width, size.height)) / Double(max(1, min(size.width, size.height)))
    }
    return abs(ratio(one) / ratio(other) - 1)
  }
}
