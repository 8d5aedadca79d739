private import Geography
internal import PhotoFacts

extension PhotoFacts {
  /// Takes the place of a sidecar, which has precedence over that of the photo.
  mutating func takeSidecarPlace(_ packet: XMPPacket, from name: String) {
    // The first of two sidecars has precedence.
    if place.location?.source == .sidecar { return }
    var found: [String] = []
    let written = packet.place(at: time, remarks: &found)
    guard case .located(var location) = written else { return take(written, from: name) }
    location.source = .sidecar
    if let own = place.location, own.isSameSpot(as: location) {
      // Editors copy the position but not the altitude and direction.
      location.altitude = location.altitude ?? own.altitude
      location.direction = location.direction ?? own.direction
      location.accuracy = location.accuracy ?? own.accuracy
    }
    take(.located(location), from: name, insteadOfOwn: true)
    remarks += found
  }

  /// Takes a place if there is none yet, or if `insteadOfOwn` is set.
  ///
  /// Adds a remark if the photo's own place was refused, or if both are far apart.
  mutating func take(_ other: Place, from name: String, insteadOfOwn: Bool = false) {
    switch (place, other) {
    case (.located(let own), .located(let new)):
      let isFar = own.coordinate.centralAngle(to: new.coordinate) * 6_371 > 1
      if isFar {
        let other =
          insteadOfOwn ? OtherPlace(own.coordinate) : OtherPlace(new.coordinate, in: name)
        remarks.append(other.remark)
      }
      if insteadOfOwn { place = other }
    case (.unlocated(let reason, let detail), .located):
      if reason != .noGPS {
        remarks.append(
          "the place is from \(name), because that in the photo was refused: \(detail ?? reason.name)"
        )
      }
      place = other
    case (_, .unlocated(.noGPS, _)): break
    case (.unlocated(.noGPS, _), .unlocated(let reason, let detail)):
      place = .unlocated(reason, detail: "\(name): \(detail ?? reason.name)")
    case (_, .unlocated(let reason, let detail)):
      remarks.append("the place in \(name) is refused: \(detail ?? reason.name)")
    }
  }

  /// Takes the time of a sidecar if the photo has none or the sidecar corrects it.
  ///
  /// Editors correct the clocks of cameras in the sidecars of raw files, never in the files.
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
      // A corrected clock does not change where the camera was.
      time =
        own.utcOffsetMinutes.map {
          CaptureTime(localMilliseconds: corrected, utcOffsetMinutes: $0, source: own.source)
        } ?? written
    }
  }
}

extension Location {
  /// Whether two positions differ only by rounding.
  fileprivate func isSameSpot(as other: Location) -> Bool {
    abs(coordinate.latitude - other.coordinate.latitude) < 1e-5
      && abs(coordinate.longitude - other.coordinate.longitude) < 1e-5
  }
}
