public import Geography

/// Where a photo was taken, or why that is not known.
public enum Place: Hashable, Sendable {
  /// It is on the map.
  case located(Location)

  /// It is not, for this reason; the detail names the tag and the value where there is one.
  case unlocated(UnlocatedReason, detail: String?)

  /// The location, where there is one; setting nil changes nothing, as there would be no reason.
  public var location: Location? {
    get {
      guard case .located(let location) = self else { return nil }
      return location
    }
    set { if let newValue { self = .located(newValue) } }
  }

  /// Why it is not on the map; nil if it is.
  public var reason: UnlocatedReason? {
    if case .unlocated(let reason, _) = self { reason } else { nil }
  }

  /// The tag and the value that are the reason, where there is one.
  public var detail: String? {
    if case .unlocated(_, let detail) = self { detail } else { nil }
  }
}

/// A position with everything that was recorded beside it.
public struct Location: Hashable, Sendable {
  /// Where.
  public var coordinate: Coordinate

  /// Metres above sea level; negative below.
  public var altitude: Double?

  /// Where the camera looked, in degrees clockwise from true north; 0 ..< 360.
  public var direction: Double?

  /// Radius in metres within which the position is right.
  public var accuracy: Double?

  /// Which of the places a location hides in it was read from.
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

/// The places a location hides in.
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

  /// The word used in GeoJSON and in filters.
  public var name: String {
    switch self {
    case .exif: "exif"
    case .xmp: "xmp"
    case .sidecar: "sidecar"
    case .takeout: "takeout"
    case .quicktime: "quicktime"
    case .gpx: "gpx"
    case .import: "import"
    }
  }

  /// Finds a source by its word.
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

  /// The word used in reports.
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
