public import PhotoFacts

// What a position says of a photo.
extension Places {
  /// A capture time with the offset that clocks have at a locality, if it has none of its own.
  ///
  /// The occurrence tells whether the local time exists once there; nil if the time stays as it is.
  public func time(_ time: CaptureTime, at locality: Locality) throws(PlacesError) -> (
    time: CaptureTime, occurrence: ZoneClock.Occurrence?
  ) {
    guard time.source == .local, let local = time.localMilliseconds,
      let clock = try clock(of: locality, atLocal: local)
    else { return (time, nil) }
    let found = CaptureTime(
      localMilliseconds: local, utcOffsetMinutes: clock.offsetMinutes, source: .place)
    return (found, clock.occurrence)
  }

  /// Adds the names of the position, and the offset of the place, to what was read from a file.
  public func complete(_ facts: inout PhotoFacts, in language: Language = .english)
    throws(PlacesError)
  {
    guard let coordinate = facts.place.location?.coordinate else { return }
    let locality = try locate(coordinate)
    facts.names = try describe(locality, of: coordinate, in: language)
    if let known = facts.time { facts.time = try time(known, at: locality).time }
  }
}
