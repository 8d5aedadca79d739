public import PhotoFacts

extension PlaceDescription {
  /// Writes an object with the known names of a position; unknown ones are omitted.
  public func write(to json: inout JSONWriter) {
    var facts = PhotoFacts(place: .unlocated(.noGPS, detail: nil))
    facts.names = self
    json.object { json in Self.members.write(FileFacts(), facts, to: &json) }
  }

  private static let members = PropertyMembers(PhotoProperty.ofPlaces)
}
