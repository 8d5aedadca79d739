internal import Geography
internal import PhotoFacts
internal import PhotoIndex

/// What one record says of a photo, as it is found, before anything is made of it.
struct PhotoDraft {
  var id: Int64?

  /// An `id` that is no number of ours.
  var name: [UInt8]?
  var longitude: Double?
  var latitude: Double?
  var path: [UInt8]?
  var root: [UInt8]?
  var filename: [UInt8]?
  var media: [UInt8]?
  var size: Int64?
  var width: Int64?
  var height: Int64?
  var orientation: Int64?
  var takenAt: Timestamp.Moment?
  var takenAtLocal: Timestamp.Moment?
  var timeSource: [UInt8]?
  var altitude: Double?
  var direction: Double?
  var accuracy: Double?
  var locationSource: [UInt8]?
  var camera = Camera()

  /// Sets a property from text, as CSV has it and as JSON does where it is a text.
  mutating func set(_ name: PropertyName, text: ArraySlice<UInt8>, _ texts: inout RecentTexts)
    throws(RecordProblem)
  {
    // Nothing is what an empty text says, in a table above all.
    guard !text.isEmpty else { return }
    switch name {
    case .path: if path == nil { path = Array(text) }
    case .root: if root == nil { root = texts.root.bytes(text) }
    case .pathBytes: path = try Self.percentDecoded(text, name)
    case .rootBytes: root = try Self.percentDecoded(text, name)
    case .filename: if path == nil { filename = Array(text) }
    case .media: media = texts.media.bytes(text)
    case .takenAt: takenAt = try Self.moment(text, name)
    case .takenAtLocal: takenAtLocal = try Self.moment(text, name)
    case .timeSource: timeSource = texts.timeSource.bytes(text)
    case .locationSource: locationSource = texts.locationSource.bytes(text)
    case .cameraMake: camera.make = texts.make.string(text)
    case .cameraModel: camera.model = texts.model.string(text)
    case .lens: camera.lens = texts.lens.string(text)
    case .size, .width, .height, .orientation, .altitude, .direction, .accuracy:
      throw RecordProblem("\(name) \(RecordProblem.quoted(text)) is not a number")
    }
  }

  /// Sets a property from the text of a number.
  mutating func set(_ name: PropertyName, number text: ArraySlice<UInt8>) throws(RecordProblem) {
    switch name {
    case .size: size = try Self.whole(text, name, in: 0...1 << 60)
    case .width: width = try Self.whole(text, name, in: 1...1 << 31)
    case .height: height = try Self.whole(text, name, in: 1...1 << 31)
    case .orientation: orientation = try Self.whole(text, name, in: 1...8)
    case .altitude: altitude = try Self.number(text, "\(name)")
    case .direction: direction = try Self.number(text, "\(name)")
    case .accuracy: accuracy = try Self.number(text, "\(name)")
    default: throw RecordProblem("\(name) is a number, not a text")
    }
  }

  /// Whether a property is a number.
  static func isNumber(_ name: PropertyName) -> Bool {
    switch name {
    case .size, .width, .height, .orientation, .altitude, .direction, .accuracy: true
    default: false
    }
  }

  static func number(
    _ text: ArraySlice<UInt8>, _ name: @autoclosure () -> String
  ) throws(RecordProblem) -> Double {
    guard let number = NumberText.double(text) else {
      throw RecordProblem("\(name()) \(RecordProblem.quoted(text)) is not a number")
    }
    return number
  }

  private static func whole(
    _ text: ArraySlice<UInt8>, _ name: PropertyName, in range: ClosedRange<Int64>
  ) throws(RecordProblem) -> Int64 {
    guard let number = NumberText.whole(text), range.contains(number) else {
      throw RecordProblem(
        "\(name) \(RecordProblem.quoted(text)) is not a whole number from \(range.lowerBound) up")
    }
    return number
  }

  private static func moment(
    _ text: ArraySlice<UInt8>, _ name: PropertyName
  ) throws(RecordProblem) -> Timestamp.Moment {
    guard let moment = Timestamp.moment(text) else {
      throw RecordProblem(
        "\(name) \(RecordProblem.quoted(text)) is not a date-time such as 2024-05-01T12:00:00+02:00"
      )
    }
    return moment
  }

  private static func percentDecoded(
    _ text: ArraySlice<UInt8>, _ name: PropertyName
  ) throws(RecordProblem) -> [UInt8] {
    guard let bytes = PercentText.decode(text) else {
      throw RecordProblem("\(name) \(RecordProblem.quoted(text)) is not percent-encoded")
    }
    return bytes
  }
}

/// The last texts of properties that are the same from photo to photo, so that each is made once.
struct RecentTexts {
  var make = Recent()
  var model = Recent()
  var lens = Recent()
  var root = RecentBytes()
  var media = RecentBytes()
  var timeSource = RecentBytes()
  var locationSource = RecentBytes()

  struct RecentBytes {
    private var made: [UInt8] = []

    mutating func bytes(_ text: ArraySlice<UInt8>) -> [UInt8] {
      if !made.isSame(as: text) { made = Array(text) }
      return made
    }
  }

  struct Recent {
    private var bytes: [UInt8] = []
    private var made = ""

    mutating func string(_ text: ArraySlice<UInt8>) -> String {
      if !bytes.isSame(as: text) {
        bytes = Array(text)
        made = String(decoding: text, as: UTF8.self)
      }
      return made
    }
  }
}

/// Bytes as text that survives everything: those that are not letters, digits or `-._~/` become `%XX`.
enum PercentText {
  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for byte in bytes {
      if isPlain(byte) {
        text.append(byte)
      } else {
        text += [UInt8(ascii: "%"), Hexadecimal.digit(byte >> 4), Hexadecimal.digit(byte & 15)]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(Hexadecimal.value),
        let low = rest.popFirst().flatMap(Hexadecimal.value)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
      || "-._~/".utf8.contains(byte)
  }
}
