public import Geography

/// The location of a photo, or why it is unknown.
public enum Place: Hashable, Sendable {
  /// It is on the map.
  case located(Location)

  /// It is not on the map; the detail names the tag and the value if there is one.
  case unlocated(UnlocatedReason, detail: String?)

  /// The location; nil if unknown.
  ///
  /// Setting nil changes nothing, because that needs a reason.
  public var location: Location? {
    get {
      guard case .located(let location) = self else { return nil }
      return location
    }
    set { if let newValue { self = .located(newValue) } }
  }

  /// Metres above the sea at which the photo was taken; nil if unknown.
  public var metresAboveSea: Double? { location?.altitude }

  /// Why it is not on the map; nil if it is.
  public var reason: UnlocatedReason? {
    if case .unlocated(let reason, _) = self { reason } else { nil }
  }

  /// The tag and value that are the reason, if any.
  public var detail: String? {
    if case .unlocated(_, let detail) = self { detail } else { nil }
  }
}

/// A position with its recorded details.
public struct Location: Hashable, Sendable {
  /// The position.
  public var coordinate: Coordinate

  /// Metres above sea level; negative below.
  public var altitude: Double?

  /// The direction of view, in degrees clockwise from true north; 0 ..< 360.
  public var direction: Double?

  /// The horizontal error in metres.
  public var accuracy: Double?

  /// The source of the position.
  public var source: LocationSource

  /// Makes a location.
  public init(
    _ coordinate: Coordinate, altitude: Double? = nil, direction: Double? = nil,
    accuracy: Double? = nil, source: LocationSource
  ) {
    self.coordinate = coordinate
    self.altitude = altitude
    self.direction = direction
    self.accuracy = accuracy
    self.source = source
  }
}

extension Location {
  /// The same photo at another position, of which no error is known.
  public func moved(to coordinate: Coordinate, by source: LocationSource) -> Location {
    var moved = self
    (moved.coordinate, moved.accuracy, moved.source) = (coordinate, nil, source)
    return moved
  }
}

/// The sources of a position.
///
/// The numbers are stored in the index: never reuse one.
public enum LocationSource: UInt8, Sendable, CaseIterable {
  case exif = 1
  case xmp = 2
  case sidecar = 3
  case takeout = 4
  case quicktime = 5
  case gpx = 6
  case `import` = 7
  case track = 8
  case neighbour = 9
  case manual = 10

  /// The name in GeoJSON and in filters.
  public var name: String {
    switch self {
    case .exif: "exif"
    case .xmp: "xmp"
    case .sidecar: "sidecar"
    case .takeout: "takeout"
    case .quicktime: "quicktime"
    case .gpx: "gpx"
    case .import: "import"
    case .track: "track"
    case .neighbour: "neighbour"
    case .manual: "manual"
    }
  }

  /// The source of a name.
  public init?(name: some StringProtocol) {
    guard let source = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = source
  }
}

/// Why a file is not on the map.
///
/// The numbers are stored in the index: never reuse one.
public enum UnlocatedReason: UInt8, Sendable, CaseIterable {
  case noGPS = 1
  case nullIsland = 2
  case invalidGPS = 3
  case unreadable = 4
  case unsupported = 5

  /// Whether the file is a photo that only lacks a position.
  public var isPlaceable: Bool { self != .unreadable && self != .unsupported }

  /// The name in reports.
  public var name: String {
    switch self {
    case .noGPS: "no-gps"
    case .nullIsland: "null-island"
    case .invalidGPS: "invalid-gps"
    case .unreadable: "unreadable"
    case .unsupported: "unsupported"
    }
  }
}
