public import Geography

/// Another position that is stated for a photo, by its file or by a file beside it; kept as a remark.
public struct OtherPlace: Hashable, Sendable {
  /// The position.
  public var coordinate: Coordinate

  /// The file beside the photo that states it; nil if the photo does.
  public var companion: String?

  private static let start = "the place in "
  private static let own = "the photo itself"
  private static let verb = " is "

  /// Makes one.
  public init(_ coordinate: Coordinate, in companion: String? = nil) {
    (self.coordinate, self.companion) = (coordinate, companion)
  }

  /// The remark.
  public var remark: String {
    let file = companion ?? Self.own
    return Self.start + file + Self.verb + "\(coordinate.latitude), \(coordinate.longitude)"
  }

  /// Finds it among the remarks of a photo; nil if there is none.
  ///
  /// That of the photo has precedence over those of files beside it.
  public init?(remarks: String) {
    var found: OtherPlace?
    for line in remarks.split(separator: "\n") {
      guard let place = OtherPlace(remark: line) else { continue }
      if place.companion == nil {
        self = place
        return
      }
      found = found ?? place
    }
    guard let found else { return nil }
    self = found
  }

  private init?(remark: Substring) {
    guard remark.hasPrefix(Self.start) else { return nil }
    // The name of a file may have any words, a position has none.
    var name = remark.dropFirst(Self.start.count)
    var numbers: Substring = ""
    while let space = name.lastIndex(of: " "), !name.hasSuffix(Self.verb.dropLast()) {
      numbers = remark[name.index(after: space)..<remark.endIndex]
      name = name[..<space]
    }
    let parts = numbers.split(separator: ",").compactMap { Double($0.drop { $0 == " " }) }
    guard name.hasSuffix(Self.verb.dropLast()), parts.count == 2,
      let place = Coordinate(latitude: parts[0], longitude: parts[1])
    else { return nil }
    let file = String(name.dropLast(Self.verb.count - 1))
    self.init(place, in: file == Self.own ? nil : file)
  }
}
