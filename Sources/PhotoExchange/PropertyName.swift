/// The properties of a photo that go out and come in again, in the order in which they are written.
enum PropertyName: UInt8, CaseIterable {
  case path, root, filename, media, size, width, height, orientation
  case takenAt, takenAtLocal, timeSource
  case altitude, direction, accuracy, locationSource
  case cameraMake, cameraModel, lens
  case pathBytes, rootBytes

  /// The name as bytes.
  var bytes: [UInt8] { Array("\(self)".utf8) }

  /// The names in the order of the cases, where a comparison takes no time.
  private static let names: [StaticString] = [
    "path", "root", "filename", "media", "size", "width", "height", "orientation",
    "takenAt", "takenAtLocal", "timeSource",
    "altitude", "direction", "accuracy", "locationSource",
    "cameraMake", "cameraModel", "lens",
    "pathBytes", "rootBytes",
  ]

  /// The property of a name; nothing for one of another program.
  ///
  /// What we wrote comes in the order we wrote it, so the search begins behind the one before.
  static func find(_ name: ArraySlice<UInt8>, after previous: PropertyName?) -> PropertyName? {
    let count = names.count
    let start = previous.map { Int($0.rawValue) + 1 } ?? 0
    for step in 0..<count {
      let index = start + step < count ? start + step : start + step - count
      if name.spells(names[index]) { return PropertyName(rawValue: UInt8(index)) }
    }
    return nil
  }

  /// Takes one of the next few names after the one before, which it is in what we wrote; nothing is
  /// taken where it is another.
  static func take(_ reader: inout JSONReader, after previous: PropertyName?) -> PropertyName? {
    let start = previous.map { Int($0.rawValue) + 1 } ?? 0
    for index in start..<min(start + 5, names.count) where reader.takeName(names[index]) {
      return PropertyName(rawValue: UInt8(index))
    }
    return nil
  }
}
