internal import PhotoFacts

extension ExifBlock {
  /// The camera.
  func camera(from file: inout FileWindow) -> Camera {
    Camera(
      make: (image[.make] ?? exif[.make])?.text(from: &file),
      model: (image[.model] ?? exif[.model])?.text(from: &file),
      lens: (exif[.lensModel] ?? image[.lensModel])?.text(from: &file))
  }

  /// The lens, as far as the angle of view follows from it.
  ///
  /// Values that no lens or sensor has are left out: some cameras write 0 for unknown.
  func lens(from file: inout FileWindow) -> LensView {
    var lens = LensView()
    lens.focalLength35 = number(.focalLengthIn35mmFilm, in: 1...4_000, from: &file)
    // The other values are needed only without it.
    guard lens.focalLength35 == nil,
      let focalLength = number(.focalLength, in: 0.1...4_000, from: &file),
      let resolution = number(.focalPlaneXResolution, in: 0.000_1...1_000_000, from: &file),
      let pixels = number(.pixelWidth, in: 1...1_000_000, from: &file)
    else { return lens }
    let unit =
      switch exif[.focalPlaneResolutionUnit]?.integer(from: &file) {
      case 3: 10.0
      case 4: 1.0
      case 5: 0.001
      default: 25.4
      }
    let width = pixels / resolution * unit
    guard (0.5...200).contains(width) else { return lens }
    (lens.focalLength, lens.sensorWidth) = (focalLength, width)
    return lens
  }

  private func number(
    _ tag: ExifTag, in range: ClosedRange<Double>, from file: inout FileWindow
  ) -> Double? {
    exif[tag]?.number(from: &file).flatMap { range.contains($0) ? $0 : nil }
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
