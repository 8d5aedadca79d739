internal import PhotoFacts

// How the camera looked, as drones and panoramas write it. A value of which the convention is unclear is left out.
extension XMPPacket {
  /// Pitch, roll and height above the point of take-off.
  var view: PhotoView {
    PhotoView(
      pitch: pitch,
      roll: number([.droneRoll, .parrotRoll, .panoramaRoll, .surveyRoll], in: PhotoView.rolls),
      relativeAltitude: number([.droneHeight], in: -10_000...100_000))
  }

  /// The direction of the optical axis, in degrees clockwise from true north.
  var heading: Double? {
    number([.droneYaw, .parrotYaw, .panoramaHeading, .surveyYaw], in: -360...360).map { degrees in
      let turned = degrees < 0 ? degrees + 360 : degrees
      return turned >= 360 ? turned - 360 : turned
    }
  }

  /// The part of a whole panorama that the picture shows across.
  var partOfPanorama: Double? {
    guard let whole = number([.panoramaWidth], in: 1...1e9),
      let part = number([.panoramaPart], in: 1...whole)
    else { return nil }
    return part / whole
  }

  private var pitch: Double? {
    if let pitch = number([.dronePitch, .parrotPitch, .panoramaPitch], in: -120...120) {
      return clamped(pitch)
    }
    // Here 0 is straight down and 90 the horizon. Programs that copy the numbers of drones write negative ones.
    return number([.surveyPitch], in: -20...180).map { clamped($0 - 90) }
  }

  /// Gimbals turn a little beyond straight down.
  private func clamped(_ pitch: Double) -> Double {
    min(max(pitch, PhotoView.pitches.lowerBound), PhotoView.pitches.upperBound)
  }

  /// The value of the first of these properties that the packet has; nil if it is out of range.
  private func number(_ properties: [XMPProperty], in range: ClosedRange<Double>) -> Double? {
    properties.lazy.compactMap { self[$0] }.first.flatMap(writtenNumber)
      .flatMap { range.contains($0) ? $0 : nil }
  }
}
