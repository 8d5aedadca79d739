internal import Geography

/// A position in the units of the places file: 1/8192 of a cell's side, from 180° west and 90° south.
struct MapUnits {
  static let columns = 1440
  static let rows = 720
  static let inCell = 8192
  static let metresPerUnit = 111_195.0 / 4 / 8192

  var x: Int
  var y: Int

  init(_ coordinate: Coordinate) {
    let units = { (degrees: Int) in degrees * 4 * Self.inCell / 10_000_000 }
    x = min(units(Int(coordinate.longitudeE7) + 1_800_000_000), Self.columns * Self.inCell - 1)
    y = min(units(Int(coordinate.latitudeE7) + 900_000_000), Self.rows * Self.inCell - 1)
  }

  var column: Int { x / Self.inCell }
  var row: Int { y / Self.inCell }
}
