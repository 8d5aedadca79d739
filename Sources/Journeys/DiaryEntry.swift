public import Geography

/// What a person has written about a day, a trip or a place.
///
/// Days and positions are the anchors, so an entry stays valid when photos are added or a trip becomes longer.
public struct DiaryEntry: Hashable, Sendable {
  /// What an entry is about; of each there is one text.
  public enum Subject: Hashable, Sendable {
    case day(LocalDay)
    /// The trip that has most days in common with these.
    case trip(DaySpan)
    case place(Coordinate)
  }

  /// What it is about.
  public var subject: Subject

  /// The text in Markdown; empty if a former one is removed.
  public var text: String

  /// The longest text, in bytes.
  public static let longest = 65_536

  /// The word with which the texts begin in which acts and the index store entries, and no others.
  public static let mark = "diary"

  /// Makes an entry; nil if the text is too long or has control characters besides those of lines.
  public init?(_ subject: Subject, _ text: String) {
    let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    let trimmed = String(lines.reversed().drop(while: \.isWhitespace).reversed())
    let isPlain = trimmed.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && $0.value != 0x7F || $0 == "\n" || $0 == "\t"
    }
    guard trimmed.utf8.count <= Self.longest, isPlain else { return nil }
    (self.subject, self.text) = (subject, trimmed)
  }

  /// Reads the text in which acts and the index store it; nil for that of something else.
  public init?(stored: String) {
    var fields = StoredFields(stored)
    guard fields.next() == Self.mark else { return nil }
    switch fields.next() {
    case "day":
      guard let day = fields.day() else { return nil }
      subject = .day(day)
    case "trip":
      guard let days = fields.span() else { return nil }
      subject = .trip(days)
    case "place":
      guard let place = fields.coordinate() else { return nil }
      subject = .place(place)
    default: return nil
    }
    text = fields.rest ?? ""
  }

  /// The text in which acts and the index store it.
  public var stored: String {
    let about =
      switch subject {
      case .day(let day): "day \(day)"
      case .trip(let days): "trip \(StoredFields.text(days))"
      case .place(let place): "place \(StoredFields.text(place))"
      }
    return [Self.mark, about, text].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The texts of acts without entries that later ones replace, and without those that remove one.
  public static func current(_ stored: [String]) -> [String] {
    var seen: Set<Subject> = []
    var kept: [String] = []
    for text in stored.reversed() {
      guard let entry = DiaryEntry(stored: text) else {
        kept.append(text)
        continue
      }
      if seen.insert(entry.subject).inserted, !entry.text.isEmpty { kept.append(text) }
    }
    return kept.reversed()
  }
}
