/// Why the places file cannot be used.
public struct PlacesError: Error, Hashable, CustomStringConvertible {
  /// What is wrong with the file, and what to do.
  public let description: String

  static func cannotOpen(_ path: [UInt8], _ reason: String) -> PlacesError {
    PlacesError(
      description:
        "the places file \(String(decoding: path, as: UTF8.self)) cannot be opened: \(reason)")
  }

  static func otherVersion(_ version: UInt32) -> PlacesError {
    PlacesError(
      description:
        "the places file has version \(version), not \(Places.version); scripts/setup makes it anew"
    )
  }

  static func unreadableBoundaries(_ path: [UInt8]) -> PlacesError {
    let name = String(decoding: path, as: UTF8.self)
    return PlacesError(
      description:
        "the boundaries file \(name) cannot be read; make it again with: geoindex places --boundaries FILE.gpkg"
    )
  }

  static func unreachableBoundaries(_ path: [UInt8], _ reason: String) -> PlacesError {
    PlacesError(
      description: "cannot read the boundaries \(String(decoding: path, as: UTF8.self)): \(reason)")
  }

  static let damaged = PlacesError(
    description: "the places file is damaged; scripts/setup makes it anew")
}
