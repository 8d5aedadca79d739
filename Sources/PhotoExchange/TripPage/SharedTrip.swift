public import Geography
public import Journeys
public import PhotoFacts
public import PhotoIndex
public import Places

/// A trip as others may see it: its days, with pictures under numbers, and nothing that names a file or a home.
///
/// It is made of the photos as a guest sees them, so it has no name of a place that their positions do not tell.
public struct SharedTrip: Sendable {
  /// A day with a picture or a text.
  public struct Day: Sendable {
    /// The local date.
    public var date: LocalDay

    /// The places of the day, in order.
    public var places: [String]

    /// What the diary says about the day and its places, in Markdown.
    public var texts: [String]

    /// The pictures, by local time.
    public var pictures: [Picture]
  }

  /// A picture of the trip.
  public struct Picture: Sendable {
    /// The number by which its files are named.
    public var number: Int64

    /// The position.
    public var position: Coordinate?

    /// The local time of the day, such as `14:05`; nil if the times are not shared.
    public var time: String?

    /// A short name.
    public var title: String?

    /// A description.
    public var caption: String?

    /// The size of the whole picture.
    public var size: PixelSize?

    /// Whether it is a frame of a film.
    public var isFilm: Bool
  }

  /// The name that the owner gave, or one of the places; nil if neither is known.
  public var name: String?

  /// What the diary says about all of it, in Markdown.
  public var text: String?

  /// The days with pictures or texts, in order.
  public var days: [Day]

  /// Makes what is shared of some days.
  ///
  /// - Parameters:
  ///   - name: The name that the owner gave.
  ///   - photos: The photos as the guest may see them. Rejected ones are left out.
  ///   - days: The days that the rule for trips assigns to photos; others have the day that their camera wrote.
  ///   - showsTimes: Whether the times of the day are shared.
  ///   - homeCountry: The country of the home where a trip started; a trip in it is named by a region.
  public init(
    name given: String?, photos: [PhotoRecord], days known: [Int64: LocalDay] = [:],
    showsTimes: Bool, homeCountry: String?, language: Language
  ) {
    let dated = photos.compactMap { photo -> (LocalDay, Int64, PhotoRecord)? in
      guard photo.words.rating != -1, let time = photo.time?.shownMilliseconds else { return nil }
      return (known[photo.id] ?? Self.day(time), time, photo)
    }.sorted { ($0.0, $0.1, $0.2.id) < ($1.0, $1.1, $1.2.id) }
    days = []
    var nights: [NamedNights] = []
    for (date, milliseconds, photo) in dated {
      if days.last?.date != date {
        days.append(Day(date: date, places: [], texts: [], pictures: []))
        nights.append(NamedNights(nights: 1))
      }
      let (last, names) = (days.count - 1, photo.names)
      if let place = names?.area ?? names?.place ?? names?.region,
        !days[last].places.contains(place)
      {
        days[last].places.append(place)
      }
      // The last place of a day stands for the night.
      if let names { nights[last] = NamedNights(names) }
      days[last].pictures.append(
        // A clock that shows another day shows another time too.
        Picture(
          photo,
          time: showsTimes && Self.day(milliseconds) == date ? Self.clock(milliseconds) : nil))
    }
    // The night after the last day was spent at home.
    if nights.count > 1 { nights.removeLast() }
    name = given ?? TripName.compose(nights, homeCountry: homeCountry)?.text(in: language.tag)
  }

  /// The pictures of all days.
  public var pictures: [Picture] { days.flatMap(\.pictures) }

  /// Numbers the pictures from 1 in their order; returns their former numbers.
  public mutating func numberPictures() -> [Int64] {
    var former: [Int64] = []
    for day in days.indices {
      for picture in days[day].pictures.indices {
        former.append(days[day].pictures[picture].number)
        days[day].pictures[picture].number = Int64(former.count)
      }
    }
    return former
  }

  /// Adds what a diary says about a trip, its days, and places that are within a kilometre of their pictures.
  public mutating func add(_ diary: [DiaryEntry], ofTrip span: DaySpan) {
    var bestShare = 0
    for entry in diary {
      guard case .trip(let about) = entry.subject else {
        add(entry) { span.contains($0) }
        continue
      }
      let share = about.sharedDays(with: span)
      if share > bestShare { (bestShare, text) = (share, entry.text) }
    }
  }

  /// Adds what a diary says about the days in a period of local time, all days if it is nil; the text of a trip is
  /// before that of its first day.
  public mutating func add(_ diary: [DiaryEntry], in period: TimeSpan?) {
    func isWanted(_ day: LocalDay) -> Bool {
      let noon = Int64(day.number) * 86_400_000 + 43_200_000
      return (period?.from ?? .min) <= noon && noon <= (period?.through ?? .max)
    }
    for entry in diary { add(entry, isWanted) }
  }

  private mutating func add(_ entry: DiaryEntry, _ isWanted: (LocalDay) -> Bool) {
    switch entry.subject {
    case .day(let date):
      if isWanted(date) { days[place(of: date)].texts.append(entry.text) }
    case .trip(let span):
      if isWanted(span.lowerBound) {
        days[place(of: span.lowerBound)].texts.insert(entry.text, at: 0)
      }
    case .place(let about):
      let near = days.firstIndex { day in
        day.pictures.contains { picture in
          picture.position.map { $0.geodesic(to: about).distance < 1_000 } ?? false
        }
      }
      if let near { days[near].texts.append(entry.text) }
    }
  }

  /// The index of a day, which is added if it has no pictures.
  private mutating func place(of date: LocalDay) -> Int {
    let place = days.firstIndex { $0.date >= date } ?? days.count
    if place == days.count || days[place].date != date {
      days.insert(Day(date: date, places: [], texts: [], pictures: []), at: place)
    }
    return place
  }

  private static func day(_ milliseconds: Int64) -> LocalDay {
    LocalDay(number: Int(milliseconds.quotientRoundedDown(by: 86_400_000)))
  }

  private static func clock(_ milliseconds: Int64) -> String {
    String(Timestamp.local(milliseconds).dropFirst(11).prefix(5))
  }
}

extension SharedTrip.Picture {
  fileprivate init(_ photo: PhotoRecord, time: String?) {
    number = photo.id
    position = photo.place.location?.coordinate
    self.time = time
    (title, caption) = (photo.words.title, photo.words.caption)
    size = photo.shownSize
    isFilm = photo.format?.kind == .video
  }
}

extension NamedNights {
  fileprivate init(_ names: PlaceDescription) {
    self.init(
      country: names.country, region: names.region, place: names.place, area: names.area, nights: 1)
  }
}

extension CaptureTime {
  /// The local time, or if only the instant is known, that in UTC, as the index has it for trips.
  fileprivate var shownMilliseconds: Int64 { localMilliseconds ?? timelineMilliseconds }
}
