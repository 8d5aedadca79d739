internal import PhotoFacts

extension PhotoReader {
  /// The limit of directories whose size is read.
  private static let mostPictures = 8

  /// The size of the largest picture; in raw files the first one is often a preview.
  mutating func largestSize() -> PixelSize? {
    var largest = size(in: exif.image)
    var isReduced = isReduced(exif.image)
    if let list = exif.image[.subDirectories] {
      var directory = ExifDirectory()
      for index in 0..<min(list.count, Self.mostPictures) {
        guard let offset = list.integer(at: index, from: &file),
          exif.readSubdirectory(at: offset, into: &directory, from: &file),
          let size = size(in: directory)
        else { continue }
        let area = largest.map { $0.width * $0.height } ?? 0
        let isPreview = self.isReduced(directory)
        // A preview counts only if no directory has the full picture.
        if isPreview == isReduced ? size.width * size.height > area : isReduced || largest == nil {
          (largest, isReduced) = (size, isPreview)
        }
      }
    }
    if let largest { return largest }
    return size(exif.exif[.pixelWidth], exif.exif[.pixelHeight])
  }

  /// Whether a directory has a reduced-size picture.
  private mutating func isReduced(_ directory: ExifDirectory) -> Bool {
    directory[.subfileType]?.integer(from: &file).map { $0 & 1 == 1 } ?? false
  }

  private mutating func size(in directory: ExifDirectory) -> PixelSize? {
    size(directory[.imageWidth], directory[.imageLength])
  }

  private mutating func size(_ width: ExifEntry?, _ height: ExifEntry?) -> PixelSize? {
    let pixels = 1...Int(Int32.max)
    guard let width = width?.integer(from: &file), let height = height?.integer(from: &file),
      pixels.contains(width), pixels.contains(height)
    else { return nil }
    return PixelSize(width: width, height: height)
  }
}
