import Geography
import Glibc
import PhotoFacts
import PhotoIndex
import TestSupport
@testable import Query

extension Gallery {
  /// Makes a random condition with a limit of nesting.
  func randomCondition(depth: Int = 3) -> PhotoCondition {
    let kind = depth == 0 ? 9 : Int.random(in: 0..<10, using: &random)
    func parts() -> [PhotoCondition] {
      (0..<Int.random(in: 0...3, using: &random)).map { _ in randomCondition(depth: depth - 1) }
    }
    switch kind {
    case 0, 1: return .all(parts())
    case 2, 3: return .any(parts())
    case 4, 5: return .not(randomCondition(depth: depth - 1))
    default: return randomQuestion()
    }
  }

  private func randomQuestion() -> PhotoCondition {
    let property = PhotoProperty.queryable.randomElement(using: &random) ?? .path
    let comparison = PhotoCondition.Comparison.allCases.randomElement(using: &random) ?? .equal
    if Int.random(in: 0..<8, using: &random) == 0 { return randomWordQuestion() }
    if Int.random(in: 0..<6, using: &random) == 0 { return .isKnown(property) }
    switch property.kind {
    case .geometry where Int.random(in: 0..<3, using: &random) == 0:
      let line = (0...Int.random(in: 0...2, using: &random)).map { _ in randomCoordinate() }
      return GeoCorridor(lines: [line], metres: .random(in: 1...20_000, using: &random))
        .map { .inCorridor($0) } ?? .any([])
    case .geometry: return .inBox(randomLatticeBox())
    case .moment where Int.random(in: 0..<3, using: &random) == 0:
      let part = ClockSet.Part.allCases.randomElement(using: &random) ?? .month
      return .onClock(ClockSet(part, part.range.filter { _ in Bool.random(using: &random) }))
    case .moment:
      let from = Int64.random(in: -1...4, using: &random) * 86_400_000
      return .taken(
        TimeSpan(
          from: Bool.random(using: &random) ? nil : from,
          through: Bool.random(using: &random) ? nil : from + 86_400_000))
    case .text, .path, .encodedPath, .word:
      switch Int.random(in: 0..<3, using: &random) {
      case 0: return .compare(property, comparison, .text(someText(property)))
      case 1: return .oneOf(property, [.text(someText(property)), .text("nothing")])
      default: return .like(property, randomPattern(someText(property)))
      }
    case .list:
      let texts = ["lake", "Zürich", "a", "b", "ab", "see", "lake"].filter { _ in
        Int.random(in: 0..<3, using: &random) == 0
      }
      return .list(
        property, PhotoCondition.ListComparison.allCases.randomElement(using: &random) ?? .equals,
        texts)
    case .truth:
      let comparison = Bool.random(using: &random) ? comparison : .equal
      return .compare(property, comparison, .integer(Int64.random(in: 0...1, using: &random)))
    case .integer, .number, .clock:
      let value = someNumber(property)
      return Int.random(in: 0..<4, using: &random) == 0
        ? .oneOf(property, [value, .integer(3)]) : .compare(property, comparison, value)
    }
  }

  /// A question that a search or a filter by a name asks.
  private func randomWordQuestion() -> PhotoCondition {
    let texts = [
      "lake", "LAKE", "zurich", "Zürich", "a", "one two", "two", "ad", "img", "1", "e",
      "water/lake",
      "Water", "lea", "lumo", "50", "off", "trips", "f2", "see", "ke", "nothing",
    ]
    let text = texts.randomElement(using: &random) ?? "a"
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      let lists: [PhotoProperty] = [.keywords, .keywords, .keywordPaths, .people]
      return .named(lists.randomElement(using: &random) ?? .people, text)
    case 1:
      let from = Int64.random(in: -1...4, using: &random) * 86_400_000
      return .takenLocally(TimeSpan(from: from, through: from + 86_399_999))
    default:
      guard let word = SearchWord(text) else { return .any([]) }
      let searched =
        Bool.random(using: &random) ? PhotoProperty.searchedWords : PhotoProperty.searchedGroups
      return .mentions(searched.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }, word)
    }
  }

  private func someText(_ property: PhotoProperty) -> String {
    photos.randomElement(using: &random)?.texts[property] ?? "image/jpeg"
  }

  private func someNumber(_ property: PhotoProperty) -> PhotoValue {
    let number = photos.randomElement(using: &random)?.numbers[property] ?? 100
    return Bool.random(using: &random) ? .number(number + 0.5) : .integer(Int64(number))
  }

  private func randomPattern(_ text: String) -> LikePattern {
    LikePattern(
      text.unicodeScalars.map { scalar in
        switch Int.random(in: 0..<8, using: &random) {
        case 0: .anySequence
        case 1: .anyCharacter
        default: .character(scalar)
        }
      })
  }

  private func randomLatticeBox() -> BoundingBox {
    let (one, other) = (randomCoordinate(), randomCoordinate())
    return BoundingBox(
      west: one.longitude, south: min(one.latitude, other.latitude), east: other.longitude,
      north: max(one.latitude, other.latitude)) ?? .world
  }
}

extension ClockSet {
  /// The number of a day of a leap year, which has 29 February in each year.
  static func date(month: Int, day: Int) -> Int {
    [0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335][month - 1] + day
  }
}

extension PhotoCondition {
  /// The result for a photo of a plain list: true, false or unknown.
  func answer(_ photo: Gallery.Photo) -> Bool? {
    switch self {
    case .all(let parts):
      let answers = parts.map { $0.answer(photo) }
      return answers.contains(false) ? false : answers.contains(nil) ? nil : true
    case .any(let parts):
      let answers = parts.map { $0.answer(photo) }
      return answers.contains(true) ? true : answers.contains(nil) ? nil : false
    case .not(let part): return part.answer(photo).map { !$0 }
    case .isKnown(.geometry): return true
    case .isKnown(.takenAt): return photo.taken != nil
    case .isKnown(let property):
      return photo.texts[property] != nil || photo.numbers[property] != nil
        || photo.lists[property] != nil
    case .taken(let span):
      return photo.taken.map { $0 >= span.from ?? .min && $0 <= span.through ?? .max }
    case .onClock(let set):
      // A photo that has only an instant counts by its time in UTC.
      return (photo.numbers[.takenAtLocal].map { Int64($0) } ?? photo.taken).map {
        set.contains(Self.number(set.part, $0))
      }
    case .list(let property, let comparison, let texts):
      return photo.lists[property].map { comparison.holds(Set($0), Set(texts)) }
    case .takenLocally(let span):
      return (photo.numbers[.takenAtLocal].map { Int64($0) } ?? photo.taken).map {
        $0 >= span.from ?? .min && $0 <= span.through ?? .max
      }
    case .named(let property, let name): return WordOracle.isNamed(photo, property, name)
    case .mentions(let properties, let word):
      return WordOracle.isMentioned(photo, properties, word.text)
    case .inBox(let box): return box.contains(photo.coordinate)
    // The corridor is tested by itself; here, that the search finds the photos in it.
    case .inCorridor(let corridor):
      return corridor.contains(
        longitudeE7: photo.coordinate.longitudeE7, latitudeE7: photo.coordinate.latitudeE7)
    // Trips, doubts and views have tests of their own.
    case .inArea, .onTrip, .doubted, .flown, .shows: return nil
    case .compare(let property, let comparison, let value):
      return order(photo, property, value).map { comparison.allows($0) }
    case .oneOf(let property, let values):
      let orders = values.map { order(photo, property, $0) }
      return orders.contains(nil) ? nil : orders.contains(0)
    case .like(let property, let pattern):
      return photo.texts[property].map {
        Self.matches(Array($0.unicodeScalars)[...], pattern.pieces[...])
      }
    }
  }

  /// The month, the day, the weekday or the hour of a local time, by the C library.
  private static func number(_ part: ClockSet.Part, _ milliseconds: Int64) -> Int {
    var seconds = Int(milliseconds / 1_000)
    var parts = unsafe tm()
    guard unsafe gmtime_r(&seconds, &parts) != nil else { return 0 }
    return switch part {
    case .month: unsafe Int(parts.tm_mon) + 1
    case .date: ClockSet.date(month: unsafe Int(parts.tm_mon) + 1, day: unsafe Int(parts.tm_mday))
    case .day: unsafe Int(parts.tm_mday)
    case .weekday: unsafe parts.tm_wday == 0 ? 7 : Int(parts.tm_wday)
    case .hour: unsafe Int(parts.tm_hour)
    }
  }

  private func order(_ photo: Gallery.Photo, _ property: PhotoProperty, _ value: PhotoValue) -> Int?
  {
    switch value {
    case .text(let text):
      return photo.texts[property].map { known in
        known.utf8.elementsEqual(text.utf8)
          ? 0 : known.utf8.lexicographicallyPrecedes(text.utf8) ? -1 : 1
      }
    case .integer(let number): return order(photo.numbers[property], Double(number))
    case .number(let number): return order(photo.numbers[property], number)
    }
  }

  private func order(_ known: Double?, _ number: Double) -> Int? {
    known.map { $0 == number ? 0 : $0 < number ? -1 : 1 }
  }

  /// Tries every length for a sequence.
  private static func matches(
    _ text: ArraySlice<Unicode.Scalar>, _ pieces: ArraySlice<LikePattern.Piece>
  ) -> Bool {
    guard let piece = pieces.first else { return text.isEmpty }
    switch piece {
    case .character(let scalar):
      return text.first == scalar && matches(text.dropFirst(), pieces.dropFirst())
    case .anyCharacter: return !text.isEmpty && matches(text.dropFirst(), pieces.dropFirst())
    case .anySequence:
      return (0...text.count).contains { matches(text.dropFirst($0), pieces.dropFirst()) }
    }
  }
}

extension PhotoCondition.ListComparison {
  fileprivate func holds(_ list: Set<String>, _ texts: Set<String>) -> Bool {
    switch self {
    case .equals: list == texts
    case .contains: list.isSuperset(of: texts)
    case .containedBy: list.isSubset(of: texts)
    case .overlaps: !list.isDisjoint(with: texts)
    }
  }
}

extension PhotoCondition.Comparison {
  fileprivate func allows(_ order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .atMost: order <= 0
    case .greater: order > 0
    case .atLeast: order >= 0
    }
  }
}
