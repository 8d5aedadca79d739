internal import JSON
internal import PhotoFacts

/// Parses a GeoJSON feature (RFC 7946) into a draft of a photo.
struct FeatureReader {
  private static let altitude = PhotoProperty.altitude.position
  private var properties = PropertyReader()

  /// Parses the feature in a range of bytes.
  mutating func draft(_ bytes: [UInt8], _ range: Range<Int>) throws(InputProblem) -> PhotoDraft {
    var reader = JSONReader(bytes, range)
    var draft = PhotoDraft()
    properties.begin()
    var isFeature = false
    var height: Double?
    guard try reader.peek() == .object else { throw InputProblem("it is not a JSON object") }
    if try reader.open("{") {
      repeat {
        let name = try reader.name()
        switch name {
        case _ where name.spells("type"):
          isFeature = try Self.isFeature(&reader)
        case _ where name.spells("id"):
          try Self.readID(&reader, into: &draft)
        case _ where name.spells("geometry"):
          height = try Self.readGeometry(&reader, into: &draft)
        case _ where name.spells("properties"):
          try readProperties(&reader)
        default: try reader.skipValue()
        }
      } while try reader.next(in: "{")
    }
    try reader.finish()
    guard isFeature else { throw InputProblem("it is not a GeoJSON Feature") }
    draft.values = properties.values
    if let height, let altitude = Self.altitude, draft.values[at: altitude] == nil {
      draft.values[at: altitude] = .number(height)
    }
    return draft
  }

  private static func isFeature(_ reader: inout JSONReader) throws(InputProblem) -> Bool {
    guard try reader.peek() == .text else { throw InputProblem("its type is not a text") }
    return try reader.text().spells("Feature")
  }

  private static func readID(
    _ reader: inout JSONReader, into draft: inout PhotoDraft
  ) throws(InputProblem) {
    switch try reader.peek() {
    case .number:
      let text = try reader.number()
      guard NumberText.isNumber(text) else {
        throw InputProblem("id \(InputProblem.quoted(text)) is not a number")
      }
      draft.id = NumberText.whole(text)
      draft.name = Array(text)
    case .text: draft.name = Array(try reader.text())
    default: try reader.skipValue()
    }
  }

  /// Parses a point and its altitude; returns nil if the geometry is `null`.
  private static func readGeometry(
    _ reader: inout JSONReader, into draft: inout PhotoDraft
  ) throws(InputProblem) -> Double? {
    if try reader.takeNull() { return nil }
    guard try reader.peek() == .object else { throw InputProblem("its geometry is not an object") }
    var height: Double?
    var hasCoordinates = false
    if try reader.open("{") {
      repeat {
        let name = try reader.name()
        if name.spells("type"), try reader.peek() == .text {
          let type = try reader.text()
          guard type.spells("Point") else {
            throw InputProblem("its geometry is a \(InputProblem.quoted(type)), not a Point")
          }
        } else if name.spells("coordinates") {
          height = try readPosition(&reader, into: &draft)
          hasCoordinates = true
        } else {
          try reader.skipValue()
        }
      } while try reader.next(in: "{")
    }
    guard hasCoordinates else { throw InputProblem("its geometry has no coordinates") }
    return height
  }

  private static func readPosition(
    _ reader: inout JSONReader, into draft: inout PhotoDraft
  ) throws(InputProblem) -> Double? {
    guard try reader.peek() == .array else { throw InputProblem("its coordinates are not a list") }
    var count = 0
    var height: Double?
    // Some programs write an empty list for an empty point.
    guard try reader.open("[") else { return nil }
    repeat {
      guard try reader.peek() == .number else {
        throw InputProblem("its coordinates are not numbers")
      }
      let text = try reader.number()
      switch count {
      case 0: draft.longitude = try PhotoDraft.number(text, "longitude")
      case 1: draft.latitude = try PhotoDraft.number(text, "latitude")
      case 2: height = try PhotoDraft.number(text, "altitude")
      default: _ = try PhotoDraft.number(text, "coordinate")
      }
      count += 1
    } while try reader.next(in: "[")
    return height
  }

  private static func texts(_ reader: inout JSONReader, _ position: Int) throws(InputProblem)
    -> [String]
  {
    var texts: [String] = []
    guard try reader.open("[") else { return texts }
    repeat {
      guard try reader.peek() == .text else { throw problem(position, "is not a list of texts") }
      texts.append(String(decoding: try reader.text(), as: UTF8.self))
    } while try reader.next(in: "[")
    return texts
  }

  private static func problem(_ position: Int, _ what: String) -> InputProblem {
    InputProblem("\(PhotoProperty.ofFeatures[position].name) \(what)")
  }

  private mutating func readProperties(_ reader: inout JSONReader) throws(InputProblem) {
    if try reader.takeNull() { return }
    guard try reader.peek() == .object else {
      throw InputProblem("its properties are not an object")
    }
    guard try reader.open("{") else { return }
    var previous: Int?
    repeat {
      var found = properties.take(&reader, after: previous)
      if found == nil { found = properties.find(try reader.name(), after: previous) }
      guard let position = found else {
        try reader.skipValue()
        continue
      }
      previous = position
      switch try reader.peek() {
      case .text: try properties.read(try reader.text(), at: position)
      case .number: try properties.read(number: try reader.number(), at: position)
      case .array: try properties.read(list: try Self.texts(&reader, position), at: position)
      case .word where try reader.takeNull(): break
      case .word: try properties.read(truth: try reader.value().truth ?? false, at: position)
      default: throw Self.problem(position, "is an object")
      }
    } while try reader.next(in: "{")
  }
}
