internal import JSON

/// The members of a JSON object (RFC 8259).
///
/// Metadata is untrusted: an invalid document is refused as a whole, and the JSON text of a member is written anew.
struct JSONMembers {
  private var texts: [String: String] = [:]
  private var values: [String: [UInt8]] = [:]

  /// Parses a document; returns nil if it is not a valid object.
  init?(_ document: [UInt8]) {
    var walk = JSONWalk(document)
    guard walk.next() == .start, walk.isInObject else { return nil }
    var member = JSONText()
    while let event = walk.next() {
      // The document itself ends without a name.
      guard let name = walk.names.first else { continue }
      member.append(event, walk)
      // A value in a member has more names.
      guard walk.names.count == 1, event != .start else { continue }
      texts[name] = if case .value(.text(let text)) = event { text } else { nil }
      values[name] = member.bytes
      member = JSONText()
    }
    guard walk.isWhole else { return nil }
  }

  /// The JSON text of a member.
  func raw(_ name: String) -> [UInt8]? { values[name] }

  /// The value of a member that is a string.
  func text(_ name: String) -> String? { texts[name] }
}

/// Writes the events of a value as JSON.
private struct JSONText {
  private(set) var bytes: [UInt8] = []
  private var areObjects: [Bool] = []
  private var needsComma = false

  mutating func append(_ event: JSONWalk.Event, _ walk: JSONWalk) {
    switch event {
    case .start:
      begin(walk)
      areObjects.append(walk.isInObject)
      bytes.append(walk.isInObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
      needsComma = false
    case .end:
      bytes.append(areObjects.popLast() == true ? UInt8(ascii: "}") : UInt8(ascii: "]"))
      needsComma = true
    case .value(let value):
      begin(walk)
      append(value)
      needsComma = true
    }
  }

  /// Writes the comma and the name before a value.
  private mutating func begin(_ walk: JSONWalk) {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    guard areObjects.last == true, let name = walk.names.last else { return }
    append(quoted: name)
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func append(_ value: JSONWalk.Value) {
    switch value {
    case .text(let text): append(quoted: text)
    case .number(let number):
      bytes += (Int64(exactly: number)?.description ?? number.description).utf8
    // A number beyond `Double` is unknown to other readers too.
    case .word(let word): bytes += (["true", "false"].contains(word) ? word : "null").utf8
    }
  }

  private mutating func append(quoted text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20: bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
