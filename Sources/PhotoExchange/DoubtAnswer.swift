internal import Geography
internal import JSON
internal import PhotoFacts
public import PhotoIndex
public import Plausibility

/// A doubt about the position of a photo as the API and the command line write it.
public struct DoubtAnswer: Answer {
  /// Its members.
  public static let shape = AnswerShape<DoubtAnswer> {
    AnswerMember("id") { Int($0.doubt.photo) }
    AnswerMember("path") { AnswerBytes($0.photo.path.bytes) }
    AnswerMember("filename") { AnswerBytes($0.photo.path.lastComponent) }
    AnswerMember.position { $0.coordinate }
    AnswerMember("reason", DoubtCounts.reason) { $0.doubt.reason.rawValue }
    AnswerMember("evidence") { $0.doubt.evidence.sentence }
    // What the sentence says, for programs that write their own.
    AnswerMember("finding", .word(Evidence.Finding.allCases.map(\.rawValue))) {
      $0.doubt.evidence.finding.rawValue
    }
    Evidence.Fact.allCases.map(fact)
    AnswerMember("suggestion", suggestion) { answer in
      answer.doubt.suggestion.map { [Degrees($0.longitudeE7), Degrees($0.latitudeE7)] }
    }
    AnswerMember("device") { $0.device }
  }

  private static let suggestion: JSONValue = [
    "type": "array", "minItems": 2, "maxItems": 2, "items": ["type": "number"],
  ]

  private let doubt: Doubt
  private let photo: PhotoRecord
  private let coordinate: Coordinate
  private let facts: [(name: Evidence.Fact, value: Evidence.Value)]
  private let device: String?

  /// Makes an answer; nil if the photo has no position.
  ///
  /// `cameras` are the names of cameras.
  public init?(_ doubt: Doubt, _ photo: PhotoRecord, _ cameras: [Int32: String]) {
    guard let coordinate = photo.place.location?.coordinate else { return nil }
    (self.doubt, self.photo, self.coordinate) = (doubt, photo, coordinate)
    facts = doubt.evidence.facts
    device = doubt.device.flatMap { cameras[$0] }
  }

  /// A value of the evidence, which depends on the finding.
  private static func fact(_ fact: Evidence.Fact) -> AnswerMember<DoubtAnswer> {
    guard let words = fact.words else {
      return AnswerMember(fact.rawValue) { answer in
        if case .whole(let number)? = answer.value(of: fact) { number } else { nil }
      }
    }
    return AnswerMember(fact.rawValue, .word(words)) { answer in
      if case .word(let word)? = answer.value(of: fact) { word } else { nil }
    }
  }

  private func value(of fact: Evidence.Fact) -> Evidence.Value? {
    facts.first { $0.name == fact }?.value
  }
}

/// Doubts, and how many there are.
public struct DoubtList: Answer {
  /// Its members.
  public static let shape = AnswerShape<DoubtList> {
    AnswerMember.all(of: DoubtCounts.shape) { $0.counts }
    AnswerMember("doubts") { $0.doubts }
  }

  private let counts: DoubtCounts

  /// The listed doubts.
  public let doubts: [DoubtAnswer]

  /// Makes a list of some of the counted doubts.
  public init(_ counts: DoubtCounts, _ doubts: [DoubtAnswer]) {
    (self.counts, self.doubts) = (counts, doubts)
  }
}

/// How many doubts there are, by reason and by camera; the most frequent first.
public struct DoubtCounts: Answer {
  /// Its members.
  public static let shape = AnswerShape<DoubtCounts> {
    AnswerMember("reasons", each: group("reason", reason)) { $0.reasons }
    AnswerMember("devices", each: group("device", String.schema)) { $0.devices }
  }

  static let reason = JSONValue.word(DoubtReason.allCases.map(\.rawValue))

  /// A reason or the name of a camera, and how many doubts have it.
  public typealias Group = (name: String, count: Int)

  /// By reason.
  public let reasons: [Group]

  /// By camera; doubts about photos of unknown cameras are in none.
  public let devices: [Group]

  /// Counts doubts.
  public init(_ doubts: [Doubt], _ cameras: [Int32: String]) {
    reasons = Self.groups(doubts.map(\.reason.rawValue))
    devices = Self.groups(doubts.compactMap { $0.device.flatMap { cameras[$0] } })
  }

  private static func group(_ name: String, _ schema: JSONValue) -> AnswerShape<Group> {
    AnswerShape {
      AnswerMember(name, schema) { $0.name }
      AnswerMember("count", .count) { $0.count }
    }
  }

  private static func groups(_ names: [String]) -> [Group] {
    let counts = names.reduce(into: [:]) { $0[$1, default: 0] += 1 } as [String: Int]
    return counts.map { (name: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }
}
