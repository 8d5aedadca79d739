internal import Geography
internal import PhotoFacts
public import PhotoIndex
public import Plausibility

/// Doubts about positions as the API and the command line write them.
extension JSONWriter {
  /// Writes the members of a doubt; `cameras` are the names of cameras.
  public mutating func members(of doubt: Doubt, _ photo: PhotoRecord, _ cameras: [Int32: String]) {
    member("id", Int(doubt.photo))
    member("path", text: photo.path.bytes)
    member("filename", text: photo.path.lastComponent)
    if let place = photo.place.location { members(of: place.coordinate) }
    member("reason", doubt.reason.rawValue)
    member("evidence", doubt.evidence.sentence)
    members(of: doubt.evidence)
    if let suggestion = doubt.suggestion {
      values("suggestion", [suggestion.longitudeE7, suggestion.latitudeE7]) { $0.degrees($1) }
    }
    member("device", doubt.device.flatMap { cameras[$0] })
  }

  /// Writes what the sentence says, for programs that write their own.
  private mutating func members(of evidence: Evidence) {
    member("finding", evidence.finding.rawValue)
    for fact in evidence.facts {
      name(fact.name.rawValue)
      switch fact.value {
      case .whole(let number): value(number)
      case .word(let word): value(word)
      }
    }
  }

  /// Writes how many doubts there are, by reason and by camera; the most frequent first.
  public mutating func counts(of doubts: [Doubt], _ cameras: [Int32: String]) {
    let groups = DoubtCounts(doubts, cameras)
    objects("reasons", groups.reasons) { json, group in
      json.member("reason", group.name)
      json.member("count", group.count)
    }
    objects("devices", groups.devices) { json, group in
      json.member("device", group.name)
      json.member("count", group.count)
    }
  }
}

/// How many doubts there are, by reason and by camera.
public struct DoubtCounts: Sendable {
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

  private static func groups(_ names: [String]) -> [Group] {
    let counts = names.reduce(into: [:]) { $0[$1, default: 0] += 1 } as [String: Int]
    return counts.map { (name: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }
}
