internal import Geography
internal import Journeys
public import JSON
public import PhotoIndex

/// A text for the diary as JSON: `{"day":"2019-06-14","text":"…"}`, or with `trip` or `longitude` and `latitude`.
public struct DiaryOrder: Sendable {
  private enum Wanted {
    case day(LocalDay)
    case trip(LocalDay)
    case place(Coordinate)
  }

  private let wanted: Wanted
  private let text: String

  /// Parses an order.
  public init(_ bytes: [UInt8]) throws(InputProblem) {
    let json = try JSONValue(parsing: bytes)
    guard let members = json.members else { throw InputProblem("it is not a JSON object") }
    let names = members.map(\.name)
    guard Set(names).count == names.count else { throw InputProblem("a member is given twice") }
    guard let text = json["text"]?.text else { throw InputProblem("text is not a text") }
    self.text = text
    switch Set(names).subtracting(["text"]) {
    case ["day"]: wanted = .day(try Self.day(json, "day"))
    case ["trip"]: wanted = .trip(try Self.day(json, "trip"))
    case ["longitude", "latitude"]:
      guard let longitude = json["longitude"]?.number, let latitude = json["latitude"]?.number,
        let place = Coordinate(latitude: latitude, longitude: longitude)
      else { throw InputProblem("longitude and latitude are not a position on Earth") }
      wanted = .place(place)
    default:
      throw InputProblem(
        "it has other members than text and either day, trip, or longitude and latitude")
    }
  }

  /// Makes an order from what a command says: a day, `trip:` and a day of it, or latitude and longitude.
  public init(about subject: String, _ text: String) throws(InputProblem) {
    self.text = text
    let numbers = subject.split(separator: ",").map { Double($0.filter { $0 != " " }) }
    if let day = LocalDay(subject) {
      wanted = .day(day)
    } else if subject.hasPrefix("trip:"), let day = LocalDay(subject.dropFirst(5)) {
      wanted = .trip(day)
    } else if numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
      let place = Coordinate(latitude: latitude, longitude: longitude)
    {
      wanted = .place(place)
    } else {
      throw InputProblem(
        "it is not a day (2019-06-14), a trip (trip:2019-06-14) or a position (48.1, 11.6)")
    }
  }

  /// The entry as acts store it; a trip is anchored at its days.
  public func stored(_ reader: IndexReader) throws -> String {
    let subject: DiaryEntry.Subject
    switch wanted {
    case .day(let day): subject = .day(day)
    case .place(let place): subject = .place(place)
    case .trip(let day):
      guard let trip = try reader.journeys().trip(on: day) else {
        throw InputProblem("there is no trip on \(day)")
      }
      subject = .trip(trip.days)
    }
    guard let entry = DiaryEntry(subject, text) else {
      throw InputProblem(
        "the text is longer than \(DiaryEntry.longest) bytes, or has control characters")
    }
    return entry.stored
  }

  private static func day(_ json: JSONValue, _ name: String) throws(InputProblem) -> LocalDay {
    guard let day = json[name]?.text.flatMap({ LocalDay($0) }) else {
      throw InputProblem("\(name) is not a date such as 2019-06-14")
    }
    return day
  }
}
