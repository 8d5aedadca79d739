public import PhotoFacts

// What the position of a photo implies.
extension Places {
  /// Adds the UTC offset of a locality to a capture time that has none.
  ///
  /// `occurrence` says whether the local time exists once there; nil if the time was not changed.
  public func time(_ time: CaptureTime, at locality: Locality) throws(PlacesError) -> (
    time: CaptureTime, occurrence: ZoneClock.Occurrence?
  ) {
    var last: SteadyClock?
    return try self.time(time, at: locality, &last)
  }

  /// The same for photos one after the other: `last` is the clock of the previous photo, and receives that of this
  /// one.
  public func time(_ time: CaptureTime, at locality: Locality, _ last: inout SteadyClock?)
    throws(PlacesError) -> (time: CaptureTime, occurrence: ZoneClock.Occurrence?)
  {
    guard time.source == .local, let local = time.localMilliseconds, let zone = locality.zone
    else { return (time, nil) }
    let clock = try clock(ofZone: zone, atLocal: local, &last)
    let found = CaptureTime(
      localMilliseconds: local, utcOffsetMinutes: clock.offsetMinutes, source: .place)
    return (found, clock.occurrence)
  }

  /// Adds the names of the position, and the UTC offset there, to the facts of a file.
  public func complete(_ facts: inout PhotoFacts, in language: Language = .english)
    throws(PlacesError)
  {
    guard let coordinate = facts.place.location?.coordinate else { return }
    let locality = try locate(coordinate)
    facts.names = try describe(locality, of: coordinate, in: language)
    if let known = facts.time { facts.time = try time(known, at: locality).time }
  }
}
