internal import Geography
public import PhotoFacts
package import SQLite

/// The place of a photo, and whether it is from an import.
public struct StoredPlace: Hashable, Sendable {
  /// The place, or the reason why there is none.
  public var place: Place

  /// Whether it is from an import, and the file has no position.
  public var isImported: Bool

  /// Makes a place.
  public init(_ place: Place, isImported: Bool = false) {
    self.place = place
    self.isImported = isImported
  }
}

/// The columns of a place, in the order in which all tables that store one have them.
package enum PlaceColumn: String, CaseIterable {
  case latitude, longitude, altitude, direction, accuracy, source
  case reason, detail, imported

  /// Those of a position, which come first.
  package static let ofLocations = allCases.prefix { $0 != .reason }
}

extension Collection<PlaceColumn> {
  /// The columns as a statement lists them; the prefix tells two places of a row apart.
  package func list(_ prefix: String = "") -> String {
    map { prefix + $0.rawValue }.joined(separator: ", ")
  }
}

extension StoredPlace {
  /// The values of `PlaceColumn`.
  package var columns: [(any Bindable)?] {
    place.location.columns + [
      place.reason.map { Int64($0.rawValue) }, place.detail, isImported ? 1 as Int64 : nil,
    ]
  }
}

extension Location? {
  /// The values of `PlaceColumn.ofLocations`.
  package var columns: [(any Bindable)?] {
    [
      self.map { Int64($0.coordinate.latitudeE7) }, self.map { Int64($0.coordinate.longitudeE7) },
      self?.altitude, self?.direction, self?.accuracy, self.map { Int64($0.source.rawValue) },
    ]
  }
}

extension Statement {
  /// The position in six columns of the row, from `column` on.
  package func location(from column: Int32) -> Location? {
    guard let latitude = optionalInteger(column), let longitude = optionalInteger(column + 1),
      let coordinate = Coordinate(
        latitudeE7: Int32(clamping: latitude), longitudeE7: Int32(clamping: longitude)),
      let source = LocationSource(code: integer(column + 5))
    else { return nil }
    return Location(
      coordinate, altitude: optionalDouble(column + 2), direction: optionalDouble(column + 3),
      accuracy: optionalDouble(column + 4), source: source)
  }

  /// The place in nine columns of the row, from `column` on.
  package func place(from column: Int32) -> StoredPlace {
    let reason = UnlocatedReason(code: integer(column + 6)) ?? .noGPS
    let place =
      location(from: column).map(Place.located)
      ?? .unlocated(reason, detail: text(column + 7))
    return StoredPlace(place, isImported: integer(column + 8) == 1)
  }
}

extension Row {
  /// The position in six columns: latitude, longitude, altitude, direction, accuracy and source.
  package func location(from column: Column) -> Location? {
    statement.location(from: column.rawValue)
  }

  /// The place in nine columns, in the order of `PlaceColumn`.
  package func place(from column: Column) -> StoredPlace { statement.place(from: column.rawValue) }
}
