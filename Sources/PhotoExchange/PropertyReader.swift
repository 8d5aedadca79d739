internal import PhotoFacts

/// Reads the properties of photos, by their positions in `PhotoProperty.ofFeatures`.
///
/// What is asked of each property is laid out beforehand: an import asks it millions of times. Many
/// texts are the same from photo to photo, and their values are made once.
struct PropertyReader {
  /// How a value is written.
  private enum Form {
    case text, word, path, encodedPath, time, whole, number
  }

  /// What was read of the record.
  private(set) var values = PropertyValues()

  private let names = PhotoProperty.ofFeatures.map(\.letters)
  private let forms = PhotoProperty.ofFeatures.map { Self.form($0.kind) }
  private let ranges = PhotoProperty.ofFeatures.map { Self.range($0.kind) }

  /// The texts of which the values were made.
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
    }
  }

  private static func range(_ kind: PhotoProperty.Kind) -> ClosedRange<Int64> {
    if case .integer(let range) = kind { range } else { Int64.min...Int64.max }
  }

  /// Begins the next record.
  mutating func begin() { values.forget() }

  /// Reads a property from text, as CSV has it and as JSON does where it is a text.
  mutating func read(_ text: ArraySlice<UInt8>, at position: Int) throws(RecordProblem) {
    // Nothing is what an empty text says, in a table above all.
    guard !text.isEmpty else { return }
    guard !texts[position].isSame(as: text) else { return values.restore(at: position) }
    values[at: position] = try value(text, position)
    texts[position] = Array(text)
  }

  /// Reads a property from the text of a number.
  mutating func read(number text: ArraySlice<UInt8>, at position: Int) throws(RecordProblem) {
    switch forms[position] {
    case .whole: values[at: position] = .integer(try whole(text, position))
    case .number:
      guard let number = NumberText.double(text) else {
        throw problem(text, position, "is not a number")
      }
      values[at: position] = .number(number)
    default: throw RecordProblem("\(Self.name(position)) is a number, not a text")
    }
  }

  /// Whether a property is a number.
  func isNumber(_ position: Int) -> Bool {
    forms[position] == .whole || forms[position] == .number
  }

  private func whole(_ text: ArraySlice<UInt8>, _ position: Int) throws(RecordProblem) -> Int64 {
    let range = ranges[position]
    guard let number = NumberText.whole(text), range.contains(number) else {
      throw problem(text, position, "is not a whole number from \(range.lowerBound) up")
    }
    return number
  }

  private func value(_ text: ArraySlice<UInt8>, _ position: Int) throws(RecordProblem)
    -> PropertyValue
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
    case .whole, .number: throw problem(text, position, "is not a number")
    }
  }

  private func problem(_ text: ArraySlice<UInt8>, _ position: Int, _ what: String) -> RecordProblem
  {
    RecordProblem("\(Self.name(position)) \(RecordProblem.quoted(text)) \(what)")
  }

  private static func name(_ position: Int) -> String { PhotoProperty.ofFeatures[position].name }
}

extension PropertyReader {
  /// The position of the property of a name; nothing for one of another program.
  ///
  /// What we wrote comes in the order we wrote it, so the search begins behind the one before.
  func find(_ name: ArraySlice<UInt8>, after previous: Int?) -> Int? {
    let start = previous.map { $0 + 1 } ?? 0
    for step in names.indices {
      let position = start + step < names.count ? start + step : start + step - names.count
      if name.spells(names[position]) { return position }
    }
    return nil
  }

  /// Takes one of the next few names after the one before, which it is in what we wrote; nothing is
  /// taken where it is another.
  func take(_ reader: inout JSONReader, after previous: Int?) -> Int? {
    let start = previous.map { $0 + 1 } ?? 0
    for position in start..<min(start + 5, names.count) where reader.takeName(names[position]) {
      return position
    }
    return nil
  }
}
