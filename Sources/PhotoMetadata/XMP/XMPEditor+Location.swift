internal import Geography
internal import PhotoFacts

extension XMPEditor.Statement {
  /// The properties of a document that change.
  func changes(in packet: XMPPacket, isOurs: Bool) -> [XMPEditor.Change] {
    (changesOfPlace(in: packet) + changesOfWords(in: packet, isOurs: isOurs)).filter { change in
      packet.values(of: change.property) != change.values
    }
  }

  private func changesOfPlace(in packet: XMPPacket) -> [XMPEditor.Change] {
    guard let place else { return [] }
    let wanted = Self.properties(of: place.location)
    let known = XMPEditor.location(in: packet)
    return known != nil && Self.properties(of: known) == wanted ? [] : wanted
  }

  /// All properties of a position with their values, which are exact to the unit of a coordinate.
  private static func properties(of location: Location?) -> [XMPEditor.Change] {
    let (altitude, direction) = (location?.altitude, location?.direction)
    let values: [(XMPProperty, String?)] = [
      (.gpsLatitude, (location?.coordinate.latitudeE7).map { angle($0, "NS") }),
      (.gpsLongitude, (location?.coordinate.longitudeE7).map { angle($0, "EW") }),
      (.gpsAltitudeRef, altitude.map { $0 < 0 ? "1" : "0" }),
      (.gpsAltitude, altitude.map { fraction(abs($0)) }),
      (.gpsImgDirectionRef, direction.map { _ in "T" }),
      (.gpsImgDirection, direction.map(fraction)),
      (.gpsHPositioningError, location?.accuracy.map(fraction)),
      // The angles have their hemisphere.
      (.gpsLatitudeRef, nil), (.gpsLongitudeRef, nil),
    ]
    return values.map { XMPEditor.Change(property: $0, values: $1.map { [$0] } ?? []) }
  }

  /// Degrees and minutes with a hemisphere, such as `48,51.5040000N`.
  private static func angle(_ units: Int32, _ letters: String) -> String {
    let size = Int(units.magnitude)
    let minutes = size % 10_000_000 * 60
    let digits = String(minutes % 10_000_000)
    let zeros = String(repeating: "0", count: 7 - digits.count)
    let letter = letters[units < 0 ? letters.index(before: letters.endIndex) : letters.startIndex]
    return "\(size / 10_000_000),\(minutes / 10_000_000).\(zeros)\(digits)\(letter)"
  }

  /// A number as a fraction of thousandths.
  private static func fraction(_ number: Double) -> String {
    "\(Int64(min(number * 1_000, 1e15).rounded()))/1000"
  }
}

extension XMPPacket {
  /// The values of a property.
  fileprivate func values(of property: XMPProperty) -> [String] {
    property.isList ? list(property) : self[property].map { [$0] } ?? []
  }
}
