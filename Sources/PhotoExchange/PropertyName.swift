/// The properties of a photo that go out and come in again, in the order in which they are written.
enum PropertyName: UInt8, CaseIterable {
  case path, root, filename, media, size, width, height, orientation
  case takenAt, takenAtLocal, timeSource
  case altitude, direction, accuracy, locationSource
  case cameraMake, cameraModel, lens
  case pathBytes, rootBytes

  /// The name as bytes.
  var bytes: [UInt8] { Self.names[Int(rawValue)] }

  private static let names: [[UInt8]] = allCases.map { Array("\($0)".utf8) }

  /// The property of a name; nothing for one of another program.
  ///
  /// What we wrote comes in the order we wrote it, so the search begins behind the one before.
  static func find(_ name: ArraySlice<UInt8>, after previous: PropertyName?) -> PropertyName? {
    let count = names.count
    let start = previous.map { Int($0.rawValue) + 1 } ?? 0
    for step in 0..<count {
      let index = start + step < count ? start + step : start + step - count
      if names[index].count == name.count, names[index].elementsEqual(name) {
        return PropertyName(rawValue: UInt8(index))
      }
    }
    return nil
  }
}
