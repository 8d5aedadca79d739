public import Geography

/// The position that a file states, if a sidecar beside it gives another one; kept as a remark.
public struct OtherPlace: Hashable, Sendable {
  /// The position in the file.
  public var coordinate: Coordinate

  private static let start = "the place in the photo itself is "

  /// Makes one.
  public init(_ coordinate: Coordinate) { self.coordinate = coordinate }

  /// The remark.
  public var remark: String {
    "\(Self.start)\(coordinate.latitude), \(coordinate.longitude)"
  }

  /// Finds it among the remarks of a photo; nil if there is none.
  public init?(remarks: String) {
    for line in remarks.split(separator: "\n") where line.hasPrefix(Self.start) {
      let parts = line.dropFirst(Self.start.count).split(separator: ",").compactMap {
        Double($0.drop { $0 == " " })
      }
      guard parts.count == 2, let place = Coordinate(latitude: parts[0], longitude: parts[1]) else {
        continue
      }
      coordinate = place
      return
    }
    return nil
  }
}
