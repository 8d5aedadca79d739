/// The properties of a located photo that a condition can speak of, by their names in GeoJSON.
public enum PhotoProperty: String, CaseIterable, Hashable, Sendable {
  case id
  case geometry
  case path, root, filename, media, size, width, height, orientation
  case takenAt, takenAtLocal, timeSource
  case altitude, direction, accuracy, locationSource
  case cameraMake, cameraModel, lens

  /// What the values of a property are.
  public enum Kind: Hashable, Sendable {
    case text
    /// A text of which only a few are possible.
    case word
    case integer
    case number
    /// A moment on the time line.
    case moment
    /// What the camera's clock showed.
    case clock
    case geometry
  }

  /// The name in GeoJSON.
  public var name: String { rawValue }

  /// What its values are.
  public var kind: Kind {
    switch self {
    case .path, .root, .filename, .cameraMake, .cameraModel, .lens: .text
    case .media, .timeSource, .locationSource: .word
    case .id, .size, .width, .height, .orientation: .integer
    case .altitude, .direction, .accuracy: .number
    case .takenAt: .moment
    case .takenAtLocal: .clock
    case .geometry: .geometry
    }
  }
}
