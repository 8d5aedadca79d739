internal import PhotoFacts
internal import PhotoMetadata

extension Thumbnailer {
  /// The metadata of a photo in the index.
  struct Photo {
    let path: FilePath
    let orientation: Orientation
    let storedSize: PixelSize?
  }

  /// Makes a thumbnail of a file of any format.
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

  /// Makes a thumbnail of a TIFF file.
  ///
  /// A plain TIFF is decoded unless it has a suitable preview. For a raw file the preview comes first.
  private func makeFromTIFF(_ file: PhotoFile, _ photo: Photo, _ width: Int)
    throws(Failure) -> [UInt8]
  {
    var reader = PhotoReader()
    let found = reader.previews(in: file.file)
    let previews = PreviewChoice(found.pictures, of: photo.storedSize, width: width)
    let isRaw = found.format != .tiff
    let first = isRaw ? previews.inOrder : previews.exact
    if let made = firstThatWorks(first, file, photo, width) { return made }
    var rawFailure: Failure?
    do throws(Failure) {
      let bytes = try file.read(atMost: limits.fileBytes)
      if isRaw {
        do throws(Failure) { return try develop(bytes, photo, width) } catch { rawFailure = error }
      }
      let decoded = try LibraryDecoder.tiff.decode(bytes, longSide: width, limits: limits)
      return try encode(decoded, photo.orientation)
    } catch {
      if !isRaw, let made = firstThatWorks(previews.inOrder, file, photo, width) { return made }
      throw rawFailure ?? error
    }
  }

  /// Develops a raw photo that has no preview.
  private func develop(_ bytes: [UInt8], _ photo: Photo, _ width: Int) throws(Failure) -> [UInt8] {
    let decoded = try LibraryDecoder.raw.decode(bytes, longSide: width, limits: limits)
    return try encode(decoded, photo.orientation)
  }

  /// Makes a thumbnail of a video, or of a raw photo that is not a TIFF file.
  private func makeFromPreviews(_ file: PhotoFile, _ photo: Photo, _ width: Int)
    throws(Failure) -> [UInt8]
  {
    var reader = PhotoReader()
    let found = reader.previews(in: file.file)
    guard let format = found.format else {
      throw Failure(.unsupported, "is not a picture or video")
    }
    let isFilm = format.kind == .video
    // A cover is stored upright, and may have another shape than the video.
    let shown = isFilm ? photo.asPoster : photo
    let previews = PreviewChoice(
      found.pictures, of: isFilm ? nil : photo.storedSize, width: width)
    if let made = firstThatWorks(previews.inOrder, file, shown, width) { return made }
    guard isFilm else { return try develop(file.read(atMost: limits.fileBytes), photo, width) }
    do throws(Failure) {
      let frame = try LibraryDecoder.decodeFrame(of: file, longSide: width, limits: limits)
      return try encode(frame, photo.orientation)
    } catch {
      guard hasPlaceholders else { throw error }
      return try placeholder.jpeg(of: shown.storedSize, longSide: width, quality: quality)
    }
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
  /// The same photo, with the orientation applied.
  fileprivate var asPoster: Self {
    var size = storedSize
    if let stored = storedSize, orientation.swapsAxes {
      size = PixelSize(width: stored.height, height: stored.width)
    }
    return Self(path: path, orientation: .upright, storedSize: size)
  }
}

/// Chooses among the previews of a file.
struct PreviewChoice {
  /// All previews, best first.
  ///
  /// Those in the shape of the photo precede those with black bars. Within each group, the smallest that is large
  /// enough comes first, then larger ones, then smaller ones.
  let inOrder: [Preview]

  /// The previews that show the whole photo at the requested size.
  let exact: [Preview]

  init(_ previews: [Preview], of photo: PixelSize?, width: Int) {
    func longSide(_ preview: Preview) -> Int { max(preview.size.width, preview.size.height) }
    let large = previews.filter { longSide($0) >= width }
      .sorted { longSide($0) < longSide($1) }
    let small = previews.filter { longSide($0) < width }.sorted { longSide($0) > longSide($1) }
    // Cameras crop the edges of the sensor, so the shapes agree only approximately.
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

  /// The difference of two aspect ratios, ignoring orientation.
  private static func shape(_ one: PixelSize, _ other: PixelSize) -> Double {
    func ratio(_ size: PixelSize) -> Double {
      Double(max(size.width, size.height)) / Double(max(1, min(size.width, size.height)))
    }
    return abs(ratio(one) / ratio(other) - 1)
  }
}
