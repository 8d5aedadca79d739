import PhotoFacts
import Places
import Testing

/// A position and the country and zone in which it lies.
struct BorderCase: Sendable, CustomTestStringConvertible {
  var name: String
  var latitude: Double
  var longitude: Double
  var country: String?
  var zone: String?

  init(
    _ name: String, _ latitude: Double, _ longitude: Double, _ country: String?,
    _ zone: String? = nil
  ) {
    (self.name, self.latitude, self.longitude) = (name, latitude, longitude)
    (self.country, self.zone) = (country, zone)
  }

  var testDescription: String { name }
}

@Suite("The country of a position") struct BorderTests {
  static let cases = [
    BorderCase("Büsingen", 47.6967, 8.6917, "DE", "Europe/Busingen"),
    BorderCase("Campione", 45.9697, 8.9711, "IT"),
    BorderCase("Llívia", 42.4650, 1.9820, "ES"),
    BorderCase("Kaliningrad", 54.7104, 20.4522, "RU", "Europe/Kaliningrad"),
    BorderCase("Cabinda", -5.56, 12.19, "AO"),
    BorderCase("Oecusse", -9.20, 124.36, "TL"),
    BorderCase("Point Roberts", 48.985, -123.078, "US", "America/Los_Angeles"),
    BorderCase("Vatican", 41.9029, 12.4534, "VA"),
    BorderCase("San Marino", 43.9424, 12.4578, "SM"),
    BorderCase("Lesotho", -29.31, 27.48, "LS"),
    BorderCase("Macau", 22.1987, 113.5439, "MO"),
    BorderCase("Niagara Falls, east", 43.0828, -79.0700, "US"),
    BorderCase("Niagara Falls, west", 43.0790, -79.0800, "CA"),
    BorderCase("Victoria Falls, north", -17.85, 25.86, "ZM"),
    BorderCase("Victoria Falls, south", -17.9270, 25.8510, "ZW"),
    BorderCase("Haparanda", 65.8350, 24.1360, "SE"),
    BorderCase("Tornio", 65.8480, 24.1470, "FI"),
    BorderCase("a ship off Nice", 43.60, 7.30, "FR"),
    BorderCase("the Atlantic", 40, -40, nil, "Etc/GMT+3"),
    BorderCase("Fiji, west of the Date Line", -16.8, 179.97, "FJ", "Pacific/Fiji"),
    BorderCase("Fiji, east of the Date Line", -16.8, -179.97, "FJ", "Pacific/Fiji"),
    BorderCase("Big Diomede", 65.78, -169.06, "RU"),
    BorderCase("Little Diomede", 65.758, -168.953, "US"),
    BorderCase("the North Pole", 90, 0, nil),
    BorderCase("the South Pole", -90, 0, "AQ", "Antarctica/McMurdo"),
    BorderCase("the Date Line from the west", 0, 180, nil, "Etc/GMT-12"),
    BorderCase("the Date Line from the east", 0, -180, nil, "Etc/GMT+12"),
    BorderCase("Hanoi", 21.03, 105.85, "VN", "Asia/Bangkok"),
    BorderCase("Pristina", 42.66, 21.16, "XK", "Europe/Belgrade"),
    BorderCase("Belgrade", 44.81, 20.46, "RS", "Europe/Belgrade"),
    BorderCase("Hebron", 31.53, 35.10, "PS", "Asia/Hebron"),
    BorderCase("Jerusalem", 31.78, 35.22, "IL", "Asia/Jerusalem"),
    BorderCase("Hong Kong", 22.28, 114.17, "HK"),
  ]

  @Test("is that of the borders, in enclaves and corners too", arguments: cases)
  func isThatOfTheBorders(of one: BorderCase) throws {
    let found = try PlacesFile.describe(one.latitude, one.longitude)
    #expect(found.countryCode == one.country)
    if let zone = one.zone { #expect(found.timeZone == zone) }
  }
}
