internal import Glibc
internal import JSON
internal import PhotoFacts

/// Parses the values of properties, by their positions in `PhotoProperty.ofFeatures`.
///
/// The kinds are prepared in arrays, because an import looks them up millions of times. Equal texts of
/// consecutive photos share one value.
struct PropertyReader {
  /// The textual form of a value.
  private enum Form {
    case text, word, path, encodedPath, time, whole, number, list, truth
  }

  /// The values of the current record.
  private(set) var values = PropertyValues()

  private let names = PhotoProperty.ofFeatures.map(\.letters)
  private let lengths = PhotoProperty.ofFeatures.map(\.letters.utf8CodeUnitCount)
  private let forms = PhotoProperty.ofFeatures.map { Self.form($0.kind) }
  private let ranges = PhotoProperty.ofFeatures.map { Self.range($0.kind) }

  /// The texts of the last values.
  private var texts = [[UInt8]](repeating: [], count: PhotoProperty.ofFeatures.count)

  private static func form(_ kind: PhotoProperty.Kind) -> Form {
    switch kind {
    case .text: .text
    case .word: .word
    case .path: .path
    case .encodedPath: .encodedPath
    case .moment, .clock: .time
    case .integer: .whole
    case .number, .geometry: .number
    case .list: .list
    case .truth: .truth
    }
  }

  private static func range(_ kind: PhotoProperty.Kind) -> ClosedRange<Int64> {
    if case .integer(let range) = kind { range } else { Int64.min...Int64.max }
  }

  /// Begins the next record.
  mutating func begin() { values.forget() }

  /// Parses a property from text, as in CSV or a JSON string.
  mutating func read(_ text: ArraySlice<UInt8>, at position: Int) throws(InputProblem) {
    // Empty text means unknown.
    guard !text.isEmpty else { return }
    guard !texts[position].isSame(as: text) else { return values.restore(at: position) }
    guard let value = try value(text, position) else { return }
    values[at: position] = value
    texts[position] = Array(text)
  }

  /// Parses a property from a JSON number.
  mutating func read(number text: ArraySlice<UInt8>, at position: Int) throws(InputProblem) {
    switch forms[position] {
    case .whole: values[at: position] = .integer(try whole(text, position))
    case .number:
      guard let number = NumberText.double(text) else {
        throw problem(text, position, "is not a number")
      }
      values[at: position] = .number(number)
    default: throw InputProblem("\(Self.name(position)) is a number, not a text")
    }
  }

  /// Parses a property from the texts of a JSON array.
  mutating func read(list texts: [String], at position: Int) throws(InputProblem) {
    guard forms[position] == .list else {
      throw InputProblem("\(Self.name(position)) is a list, not one value")
    }
    // As text, the value of the previous photo is another.
    self.texts[position] = []
    if let list = PropertyValue(texts) { values[at: position] = list }
  }

  /// Parses a property from a truth value of JSON.
  mutating func read(truth: Bool, at position: Int) throws(InputProblem) {
    guard forms[position] == .truth else {
      throw InputProblem("\(Self.name(position)) is not true or false")
    }
    texts[position] = []
    values[at: position] = .truth(truth)
  }

  /// The words for true and false, in tables too.
  private static let truths: [(text: StaticString, truth: Bool)] = [
    ("true", true), ("false", false), ("1", true), ("0", false),
  ]

  /// Whether a property is a number.
  func isNumber(_ position: Int) -> Bool {
    forms[position] == .whole || forms[position] == .number
  }

  private func whole(_ text: ArraySlice<UInt8>, _ position: Int) throws(InputProblem) -> Int64 {
    let range = ranges[position]
    guard let number = NumberText.whole(text), range.contains(number) else {
      throw problem(text, position, "is not a whole number from \(range.lowerBound) up")
    }
    return number
  }

  private func value(_ text: ArraySlice<UInt8>, _ position: Int) throws(InputProblem)
    -> PropertyValue?
  {
    switch forms[position] {
    case .text: return .text(String(decoding: text, as: UTF8.self))
    case .word: return .word(String(decoding: text, as: UTF8.self))
    case .path: return .path(FilePath(bytes: Array(text)))
    case .time:
      guard let time = PropertyValue(time: text) else {
        throw problem(text, position, "is not a date-time such as 2024-05-01T12:00:00+02:00")
      }
      return time
    case .encodedPath:
      guard let bytes = PercentText.decode(text) else {
        throw problem(text, position, "is not percent-encoded")
      }
      return .path(FilePath(bytes: bytes))
    case .list:
      guard let texts = ListText.texts(text) else {
        throw problem(text, position, "is a list with a quotation mark that has no partner")
      }
      return PropertyValue(texts)
    case .truth:
      guard let truth = Self.truths.first(where: { text.spells($0.text) })?.truth else {
        throw problem(text, position, "is not true or false")
      }
      return .truth(truth)
    case .whole, .number: throw problem(text, position, "is not a number")
    }
  }

  private func problem(_ text: ArraySlice<UInt8>, _ position: Int, _ what: String) -> InputProblem {
    InputProblem("\(Self.name(position)) \(InputProblem.quoted(text)) \(what)")
  }

  private static func name(_ position: Int) -> String { PhotoProperty.ofFeatures[position].name }
}

extension PropertyReader {
  /// The position of a property by name; nil for properties of other programs.
  ///
  /// Starts after the previous one, because geoindex writes properties in a fixed order.
  func find(_ name: ArraySlice<UInt8>, after previous: Int?) -> Int? {
    let start = previous.map { $0 + 1 } ?? 0
    let length = name.count
    func isMatch(_ position: Int) -> Bool {
      lengths[position] == length && name.spells(names[position])
    }
    return (start..<lengths.count).first(where: isMatch) ?? (0..<start).first(where: isMatch)
  }

  /// Consumes a name if it is one of the next few; otherwise consumes nothing and returns nil.
  func take(_ reader: inout JSONReader, after previous: Int?) -> Int? {
    let start = previous.map { $0 + 1 } ?? 0
    for position in start..<min(start + 5, names.count) where reader.takeName(names[position]) {
      return position
    }
    return nil
  }
}

extension [UInt8] {
  /// Whether both are the same bytes.
  @inline(__always)
  func isSame(as other: ArraySlice<UInt8>) -> Bool {
    guard count == other.count else { return false }
    return unsafe withUnsafeBytes { ours in
      unsafe other.withUnsafeBytes { theirs in
        guard let start = ours.baseAddress, let otherStart = theirs.baseAddress else { return true }
        return unsafe memcmp(start, otherStart, ours.count) == 0
      }
    }
  }
}
