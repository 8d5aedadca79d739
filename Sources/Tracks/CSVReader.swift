internal import Geography
internal import PhotoFacts

/// Reads tables with a header: time, latitude, longitude, and perhaps altitude and accuracy.
///
/// A time without a time zone is UTC only if the name of its column says so. A table of visits has the start and the end
/// of each.
struct CSVReader {
  private let separator: UInt8
  private var latitude: Int?
  private var longitude: Int?
  private var time: Int?
  private var date: Int?
  private var altitude: Int?
  private var accuracy: Int?
  private var end: Int?
  private var kind: Int?
  private var isUTC = false

  /// Whether positions are whole numbers of 1e-7 degrees.
  private var isE7 = false

  static func matches(_ head: ArraySlice<UInt8>) -> Bool {
    Lines(Array(head)).first { _ in true }.flatMap { CSVReader(header: $0) } != nil
  }

  static func track(_ bytes: [UInt8]) -> Track {
    var lines = Lines(bytes)
    var collector = FixCollector()
    guard let header = lines.next(), let reader = CSVReader(header: header) else {
      return collector.track()
    }
    for line in lines where line.count <= 4_096 {
      // The last line may be truncated within a number if it has no line end.
      guard line.endIndex < bytes.count else { break }
      reader.read(line, into: &collector)
    }
    return collector.track()
  }

  /// Finds the columns; nil if there is none for the time, the latitude or the longitude.
  private init?(header: ArraySlice<UInt8>) {
    let line = header.starts(with: [0xEF, 0xBB, 0xBF]) ? header.dropFirst(3) : header
    let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), 9]
    guard let separator = separators.first(where: { line.contains($0) }), line.count <= 4_096 else {
      return nil
    }
    self.separator = separator
    for (column, name) in fields(line).enumerated() { take(name.lowercased(), column) }
    guard latitude != nil, longitude != nil, time != nil else { return nil }
  }

  private mutating func take(_ name: String, _ column: Int) {
    let letters = name.filter { $0.isLetter }
    let saysUTC = letters.contains("utc") || letters.contains("gmt")
    switch letters.replacing("utc", with: "").replacing("gmt", with: "") {
    case "lat", "latitude", "gpslatitude", "latitudedeg", "latitudens":
      latitude = latitude ?? column
    case "lon", "lng", "long", "longitude", "gpslongitude", "longitudedeg", "longitudeew":
      longitude = longitude ?? column
    case "latitudee" where name.contains("e7"), "late" where name.contains("e7"):
      if latitude == nil { (latitude, isE7) = (column, true) }
    case "longitudee" where name.contains("e7"), "lnge" where name.contains("e7"),
      "lone" where name.contains("e7"):
      longitude = longitude ?? column
    case "endtime", "endtimestamp": end = end ?? column
    case "type": kind = kind ?? column
    case "time", "timestamp", "datetime", "isotime", "gpstime", "starttime", "starttimestamp":
      if time == nil { (time, isUTC) = (column, isUTC || saysUTC) }
    case "" where saysUTC:
      if time == nil { (time, isUTC) = (column, true) }
    case "date", "day":
      if date == nil { (date, isUTC) = (column, isUTC || saysUTC) }
    case "ele", "elevation", "alt", "altitude", "elem", "altm", "elevationm", "altitudem":
      altitude = altitude ?? column
    case "accuracy", "acc", "accuracym", "horizontalaccuracy", "hacc":
      accuracy = accuracy ?? column
    default: break
    }
  }

  private func read(_ line: ArraySlice<UInt8>, into collector: inout FixCollector) {
    let words = fields(line)
    func word(_ column: Int?) -> String? {
      column.flatMap { words.indices.contains($0) ? words[$0].trimmed : nil }
    }
    func number(_ column: Int?) -> Double? {
      guard let text = word(column) else { return nil }
      // Tables with semicolons may use decimal commas.
      return (separator == UInt8(ascii: ",") ? text : text.replacing(",", with: ".")).finiteNumber
    }
    var coordinate: Coordinate?
    if let latitude = word(latitude).flatMap({ degrees($0, "N", "S") }),
      let longitude = word(longitude).flatMap({ degrees($0, "E", "W") })
    {
      coordinate = Coordinate(latitude: latitude, longitude: longitude)
    }
    // A trip has one position, but it is unknown whether it is that of its start.
    if end != nil, let kind = word(kind), kind.lowercased() != "visit" { return collector.skip(1) }
    let accuracy = number(accuracy) ?? (end == nil ? nil : GoogleTimeline.placeAccuracy)
    for column in [time, end] where column != nil {
      collector.add(
        coordinate, at: word(column).flatMap { moment($0, on: word(date)) },
        altitude: number(altitude), accuracy: accuracy)
    }
  }

  /// Degrees from `-48.1`, `48.1S` or units of 1e-7 degrees.
  private func degrees(_ text: String, _ positive: Character, _ negative: Character) -> Double? {
    let letter = text.last?.uppercased().last
    let isNegative = letter == negative
    let digits = isNegative || letter == positive ? text.dropLast() : text[...]
    let plain = separator == UInt8(ascii: ",") ? digits : digits.replacing(",", with: ".")
    guard let number = plain.finiteNumber, !(isNegative && number < 0) else { return nil }
    let value = isNegative ? -number : number
    return isE7 ? value / Coordinate.unitsPerDegree : value
  }

  private func moment(_ time: String, on date: String?) -> PointTime? {
    if let number = time.finiteNumber { return date == nil ? PointTime(epoch: number) : nil }
    let text = date.map { $0 + "T" + time } ?? time
    // 2024/05/28 is as unambiguous as 2024-05-28; 28/05/2024 is not.
    return PointTime(text.replacing("/", with: "-"), isUTC: isUTC)
  }

  private func fields(_ line: ArraySlice<UInt8>) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    var isQuoted = false
    for byte in line {
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == separator, !isQuoted {
        words.append(String(decoding: word, as: UTF8.self))
        word.removeAll(keepingCapacity: true)
      } else {
        word.append(byte)
      }
    }
    return words + [String(decoding: word, as: UTF8.self)]
  }
}
