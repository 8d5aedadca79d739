internal import Geography
internal import PhotoFacts

/// The direction a photo was taken in, as its tags give it.
struct CompassDirection {
  /// Degrees clockwise from north, 0 … 360.
  let degrees: Double

  /// From which north: `T` or `M`, as written.
  let reference: String?

  /// How the two tags read, for remarks.
  let (name, referenceWording): (String, String)

  /// Degrees clockwise from true north, 0 ..< 360; nothing where they were taken from magnetic north
  /// and it is not known where that was.
  ///
  /// Phones write what their compass shows. Where it pointed is known for each place and day.
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
        remarks.append("\(name) from magnetic north: true north is not known")
        return nil
      }
      remarks.append("\(name) from magnetic north, by a declination of \(tenths(declination))°")
      return Self.wrapped(hundredths(degrees + declination))
    default:
      remarks.append("\(referenceWording): the direction is taken as from true north")
      return Self.wrapped(degrees)
    }
  }

  private static func wrapped(_ degrees: Double) -> Double {
    let turned = degrees < 0 ? degrees + 360 : degrees
    return turned >= 360 ? turned - 360 : turned
  }

  /// No compass is better than this, and a longer number would look as if it were.
  private func hundredths(_ degrees: Double) -> Double { (degrees * 100).rounded() / 100 }

  private func tenths(_ degrees: Double) -> String { shortest((degrees * 10).rounded() / 10) }
}
