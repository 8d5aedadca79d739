internal import Geography
internal import PhotoFacts

/// The direction the camera pointed in, as the tags give it.
struct CompassDirection {
  /// Degrees clockwise from north, 0 … 360.
  let degrees: Double

  /// The kind of north as written: `T` (true) or `M` (magnetic).
  let reference: String?

  /// The wording of both tags for remarks.
  let (name, referenceWording): (String, String)

  /// Degrees clockwise from true north, 0 ..< 360.
  ///
  /// Returns nil if they are relative to magnetic north and the position is unknown. Phones write the reading of
  /// their compass; the declination is known for each place and day.
  func fromTrueNorth(
    at coordinate: Coordinate, altitude: Double?, time: CaptureTime?, remarks: inout [String]
  ) -> Double? {
    switch reference?.uppercased().first {
    case "T": return Self.wrapped(degrees)
    case "M":
      guard
        let declination = time.flatMap({ time in
          MagneticField.declination(
            at: coordinate, altitude: altitude ?? 0, milliseconds: time.timelineMilliseconds)
        })
      else {
        remarks.append("\(name) is relative to magnetic north, and the declination is unknown")
        return nil
      }
      remarks.append(
        "\(name) is relative to magnetic north; corrected by a declination of \(tenths(declination))°"
      )
      return Self.wrapped(hundredths(degrees + declination))
    default:
      remarks.append("\(referenceWording): assumed to be relative to true north")
      return Self.wrapped(degrees)
    }
  }

  private static func wrapped(_ degrees: Double) -> Double {
    let turned = degrees < 0 ? degrees + 360 : degrees
    return turned >= 360 ? turned - 360 : turned
  }

  /// Rounds to the accuracy of a good compass.
  private func hundredths(_ degrees: Double) -> Double { (degrees * 100).rounded() / 100 }

  private func tenths(_ degrees: Double) -> String { shortest((degrees * 10).rounded() / 10) }
}
