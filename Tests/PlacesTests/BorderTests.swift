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

  /// Further enclaves, twin towns, islands and seas.
  static let moreCases = [
    BorderCase("Baarle-Hertog", 51.4405, 4.9305, "BE", "Europe/Brussels"),
    BorderCase("Baarle-Nassau", 51.4453, 4.9283, "NL", "Europe/Amsterdam"),
    BorderCase("Nahwa", 25.2780, 56.2780, "AE", "Asia/Dubai"),
    BorderCase("Madha", 25.2850, 56.3300, "OM", "Asia/Muscat"),
    BorderCase("Ceuta", 35.8894, -5.3198, "ES", "Africa/Ceuta"),
    BorderCase("Melilla", 35.2923, -2.9381, "ES", "Africa/Ceuta"),
    BorderCase("Gibraltar", 36.1408, -5.3536, "GI", "Europe/Gibraltar"),
    BorderCase("La Línea", 36.1681, -5.3477, "ES", "Europe/Madrid"),
    BorderCase("Walvis Bay", -22.9575, 14.5053, "NA", "Africa/Windhoek"),
    BorderCase("Hyder", 55.9169, -130.0250, "US", "America/Sitka"),
    BorderCase("Stewart", 55.9370, -129.9890, "CA", "America/Vancouver"),
    BorderCase("Derby Line", 45.0045, -72.0985, "US", "America/New_York"),
    BorderCase("Stanstead", 45.0120, -72.0960, "CA", "America/Toronto"),
    BorderCase("Nakhchivan", 39.2089, 45.4122, "AZ", "Asia/Baku"),
    BorderCase("Cooch Behar", 26.3239, 89.4511, "IN", "Asia/Kolkata"),
    BorderCase("Dahagram-Angarpota", 26.3080, 88.9470, "BD", "Asia/Dhaka"),
    BorderCase("Musandam Khasab", 26.1799, 56.2477, "OM", "Asia/Muscat"),
    BorderCase("Temburong Bangar", 4.7083, 115.0722, "BN", "Asia/Brunei"),
    BorderCase("Limbang", 4.7500, 115.0000, "MY", "Asia/Kuching"),
    BorderCase("Angle Inlet", 49.3453, -95.0697, "US", "America/Chicago"),
    BorderCase("Marigot", 18.0679, -63.0822, "MF", "America/Marigot"),
    BorderCase("Philipsburg", 18.0255, -63.0450, "SX", "America/Lower_Princes"),
    BorderCase("Monaco casino", 43.7392, 7.4271, "MC", "Europe/Monaco"),
    BorderCase("Beausoleil", 43.7436, 7.4217, "FR", "Europe/Paris"),
    BorderCase("Vaduz", 47.1410, 9.5209, "LI", "Europe/Vaduz"),
    BorderCase("Buchs", 47.1660, 9.4780, "CH", "Europe/Zurich"),
    BorderCase("Andorra la Vella", 42.5063, 1.5218, "AD", "Europe/Andorra"),
    BorderCase("Geneva airport", 46.2381, 6.1090, "CH", "Europe/Zurich"),
    BorderCase("Ferney", 46.2558, 6.1081, "FR", "Europe/Paris"),
    BorderCase("Basel SBB", 47.5476, 7.5896, "CH", "Europe/Zurich"),
    BorderCase("EuroAirport", 47.5990, 7.5290, "FR", "Europe/Paris"),
    BorderCase("Weil am Rhein", 47.5930, 7.6200, "DE", "Europe/Berlin"),
    BorderCase("Konstanz", 47.6603, 9.1758, "DE", "Europe/Berlin"),
    BorderCase("Kreuzlingen", 47.6500, 9.1750, "CH", "Europe/Zurich"),
    BorderCase("Görlitz", 51.1528, 14.9870, "DE", "Europe/Berlin"),
    BorderCase("Zgorzelec", 51.1500, 15.0080, "PL", "Europe/Warsaw"),
    BorderCase("Frankfurt (Oder)", 52.3471, 14.5506, "DE", "Europe/Berlin"),
    BorderCase("Słubice", 52.3500, 14.5620, "PL", "Europe/Warsaw"),
    BorderCase("Lok Ma Chau", 22.5100, 114.0700, "HK", "Asia/Hong_Kong"),
    BorderCase("Shenzhen Luohu", 22.5431, 114.1180, "CN", "Asia/Shanghai"),
    BorderCase("Singapore Woodlands", 1.4360, 103.7860, "SG", "Asia/Singapore"),
    BorderCase("Johor Bahru", 1.4655, 103.7578, "MY", "Asia/Kuala_Lumpur"),
    BorderCase("Mitrovica north", 42.8970, 20.8660, "XK", "Europe/Belgrade"),
    BorderCase("Nicosia south", 35.1690, 33.3600, "CY", "Asia/Nicosia"),
    BorderCase("Nicosia north", 35.1850, 33.3640, "CY", "Asia/Famagusta"),
    BorderCase("Laayoune", 27.1500, -13.2000, "EH", "Africa/El_Aaiun"),
    BorderCase("Longyearbyen", 78.2232, 15.6267, "SJ", "Arctic/Longyearbyen"),
    BorderCase("Mariehamn", 60.0970, 19.9350, "AX", "Europe/Mariehamn"),
    BorderCase("Tórshavn", 62.0107, -6.7741, "FO", "Atlantic/Faroe"),
    BorderCase("Nuuk", 64.1835, -51.7216, "GL", "America/Nuuk"),
    BorderCase("Adamstown Pitcairn", -25.0660, -130.1000, "PN", "Pacific/Pitcairn"),
    BorderCase("Tristan Edinburgh", -37.0675, -12.3110, "SH", "Atlantic/St_Helena"),
    BorderCase("Port-aux-Français", -49.3500, 70.2190, "TF", "Indian/Kerguelen"),
    BorderCase("Ekofisk", 56.5500, 3.2100, nil, "Etc/GMT"),
    BorderCase("the Caspian Sea", 41.5000, 50.5000, nil, "Etc/GMT-3"),
    BorderCase("Jungholz", 47.5740, 10.4470, "AT", "Europe/Vienna"),
    BorderCase("Samnaun", 46.9440, 10.3600, "CH", "Europe/Zurich"),
    BorderCase("Livigno", 46.5360, 10.1350, "IT", "Europe/Rome"),
    BorderCase("Vorukh", 39.8700, 70.6000, "TJ", "Asia/Dushanbe"),
    BorderCase("Artsvashen", 40.6500, 45.5100, "AZ", "Asia/Baku"),
    BorderCase("Narva", 59.3770, 28.2000, "EE", "Europe/Tallinn"),
    BorderCase("Ivangorod", 59.3700, 28.2200, "RU", "Europe/Moscow"),
    BorderCase("Detroit", 42.3300, -83.0450, "US", "America/Detroit"),
    BorderCase("Windsor", 42.3150, -83.0370, "CA", "America/Toronto"),
  ]

  @Test("is that of the borders, in enclaves and corners too", arguments: cases + moreCases)
  func isThatOfTheBorders(of one: BorderCase) throws {
    let found = try PlacesFile.describe(one.latitude, one.longitude)
    #expect(found.countryCode == one.country)
    if let zone = one.zone { #expect(found.timeZone == zone) }
  }
}
