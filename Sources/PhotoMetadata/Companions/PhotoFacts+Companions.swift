private import Geography
internal import PhotoFacts

extension PhotoFacts {
  /// Takes the place a sidecar gives, which counts before that in the photo.
  mutating func takeSidecarPlace(_ packet: XMPPacket, from name: String) {
    // Of two sidecars the first counts.
    if place.location?.source == .sidecar { return }
    var found: [String] = []
    let written = packet.place(at: time, remarks: &found)
    guard case .located(var location) = written else { return take(written, from: name) }
    location.source = .sidecar
    if let own = place.location, own.isSameSpot(as: location) {
      // Editors copy the position and leave the rest behind.
      location.altitude = location.altitude ?? own.altitude
      location.direction = location.direction ?? own.direction
      location.accuracy = location.accuracy ?? own.accuracy
    }
    take(.located(location), from: name, insteadOfOwn: true)
    remarks += found
  }

  /// Takes a place where there is none yet, or instead of the photo's own, and says so where the
  /// photo's own was refused.
  mutating func take(_ other: Place, from name: String, insteadOfOwn: Bool = false) {
    switch (place, other) {
    case (.located, .located):
      if insteadOfOwn { place = other }
    case (.unlocated(let reason, let detail), .located):
      if reason != .noGPS {
        remarks.append(
          "the place is from \(name), as that in the photo was refused: \(detail ?? reason.name)")
      }
      place = other
    case (_, .unlocated(.noGPS, _)): break
    case (.unlocated(.noGPS, _), .unlocated(let reason, let detail)):
      place = .unlocated(reason, detail: "\(name): \(detail ?? reason.name)")
    case (_, .unlocated(let reason, let detail)):
      remarks.append("the place in \(name) is refused: \(detail ?? reason.name)")
    }
  }

  /// Takes the time in a sidecar where the photo has none, or somebody has set it right since: the
  /// clocks of cameras are corrected in the sidecars of raw files, never in the files.
  mutating func takeSidecarTime(_ packet: XMPPacket) {
    var found: [String] = []
    guard let written = packet.time(remarks: &found) else { return }
    guard let own = time, let local = own.localMilliseconds,
      !remarks.contains(ExifBlock.editingRemark)
    else {
      time = written
      remarks.removeAll { $0 == ExifBlock.editingRemark }
      return
    }
    guard packet[.dateTimeOriginal] != nil || packet[.dateCreated] != nil,
      let corrected = written.localMilliseconds
    else { return }
    let isCorrected = abs(corrected - local) >= 1000
    if written.utcOffsetMinutes != nil, isCorrected || own.utcOffsetMinutes == nil {
      time = written
    } else if isCorrected {
      // The camera was where it was, whatever its clock showed.
      time =
        own.utcOffsetMinutes.map {
          CaptureTime(localMilliseconds: corrected, utcOffsetMinutes: $0, source: own.source)
        } ?? written
    }
  }
}

extension Location {
  /// Whether two positions differ by no more than what is lost in writing one down.
  fileprivate func isSameSpot(as other: Location) -> Bool {
    abs(coordinate.latitude - other.coordinate.latitude) < 1e-5
      && abs(coordinate.longitude - other.coordinate.longitude) < 1e-5
  }
}
