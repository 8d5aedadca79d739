/// A position in ISO 6709, as films contain it: `+51.5334-000.1255+010.0/`.
struct WrittenPosition {
  let latitude: Double
  let longitude: Double

  /// Metres above sea level.
  let altitude: Double?

  /// Makes a position.
  init(latitude: Double, longitude: Double, altitude: Double?) {
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
  }

  /// Reads a position; returns nil for other text.
  init?(_ text: String) {
    var rest = Substring(text)
    guard let latitude = Self.number(&rest), let longitude = Self.number(&rest),
      let north = latitude.degrees(whole: 2), let east = longitude.degrees(whole: 3)
    else { return nil }
    self.latitude = north
    self.longitude = east
    let altitude = Self.number(&rest)
    self.altitude = altitude.map { $0.isNegative ? -$0.value : $0.value }
    guard rest.isEmpty || rest.hasPrefix("/") || rest.hasPrefix("CRS") else { return nil }
  }

  private struct Number {
    let isNegative: Bool
    let value: Double

    /// Digits before the point, which distinguish degrees from degrees with minutes and seconds.
    let digits: Int

    func degrees(whole: Int) -> Double? {
      let degrees: Double
      switch digits {
      case ...whole: degrees = value
      case whole + 2:
        degrees = (value / 100).rounded(.down) + value.truncatingRemainder(dividingBy: 100) / 60
      case whole + 4:
        let minutes = (value / 100).rounded(.down).truncatingRemainder(dividingBy: 100)
        let seconds = value.truncatingRemainder(dividingBy: 100)
        degrees = (value / 10_000).rounded(.down) + (minutes + seconds / 60) / 60
      default: return nil
      }
      return isNegative ? -degrees : degrees
    }
  }

  private static func number(_ rest: inout Substring) -> Number? {
    guard let sign = rest.first, sign == "+" || sign == "-" else { return nil }
    let text = rest.dropFirst().prefix { $0.isASCII && ($0.isWholeNumber || $0 == ".") }
    guard let value = Double(text) else { return nil }
    rest = rest[text.endIndex...]
    return Number(
      isNegative: sign == "-", value: value, digits: text.prefix { $0 != "." }.count)
  }
}
