internal import PhotoFacts

extension ExifBlock {
  /// The camera.
  func camera(from file: inout FileWindow) -> Camera {
    Camera(
      make: (image[.make] ?? exif[.make])?.text(from: &file),
      model: (image[.model] ?? exif[.model])?.text(from: &file),
      lens: (exif[.lensModel] ?? image[.lensModel])?.text(from: &file))
  }

  /// The orientation of the picture.
  func orientation(from file: inout FileWindow, remarks: inout [String]) -> Orientation {
    guard let entry = image[.orientation] else { return .upright }
    if let number = entry.integer(from: &file).flatMap({ UInt8(exactly: $0) }),
      let orientation = Orientation(rawValue: number)
    {
      return orientation
    }
    remarks.append("Orientation is \(entry.wording(from: &file)): assumed upright")
    return .upright
  }

  /// The range of the thumbnail in the file, if a JPEG is found there.
  func thumbnailRange(from file: inout FileWindow, remarks: inout [String]) -> ByteRange? {
    guard let offset = thumbnail[.thumbnailOffset]?.integer(from: &file),
      let length = thumbnail[.thumbnailLength]?.integer(from: &file), length > 0
    else { return nil }
    let start = extent.origin + offset
    guard start + length <= extent.end else {
      remarks.append("the thumbnail lies outside the Exif block")
      return nil
    }
    guard file.byte(at: start) == 0xFF, file.byte(at: start + 1) == 0xD8 else {
      remarks.append("the thumbnail is not a JPEG")
      return nil
    }
    return ByteRange(offset: start, count: length)
  }
}
