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

  /// Its members.
  public static let shape = OrderShape("diaryOrder", into: DiaryOrder()) {
    OrderMember("day", .day, \.wanted, as: Wanted.day)
    OrderMember("trip", .day, \.wanted, as: Wanted.trip)
    OrderMember.position(\.position.longitude, \.position.latitude)
    OrderMember("text", .text, \.text)
  }

  private var wanted: Wanted?
  private var position = OrderPosition()
  private var text = ""

  private init() {}

  /// Parses an order.
  public init(_ bytes: [UInt8]) throws(InputProblem) {
    self = try Self.shape.read(bytes)
    let place = try position.coordinate.map(Wanted.place)
    guard (wanted == nil) != (place == nil) else {
      throw InputProblem("it has none or several of day, trip, and longitude and latitude")
    }
    wanted = wanted ?? place
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
    case nil: throw InputProblem("it is about nothing")
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
}
