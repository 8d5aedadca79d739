/// Percent-encoding: bytes other than letters, digits and `-._~/` become `%XX`.
package enum PercentText {
  /// Encodes bytes.
  package static func encode(_ bytes: [UInt8]) -> String {
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

  /// Decodes text; nil if a `%` is not followed by two hexadecimal digits.
  package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
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

extension FilePath {
  /// The percent-encoded path, if it is not UTF-8 and plain text would lose bytes.
  package var percentEncodedWhereNeeded: String? {
    if bytes.allSatisfy({ $0 < 0x80 }) { return nil }
    return String(validating: bytes, as: UTF8.self) == nil ? PercentText.encode(bytes) : nil
  }
}

/// Hexadecimal digits.
package enum Hexadecimal {
  /// The value of a digit; nil if it is not one.
  package static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
  }

  /// The digit of a value below 16.
  package static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  /// The sixteen digits of a number.
  package static func text(_ number: UInt64) -> String {
    String(
      decoding: stride(from: 60, through: 0, by: -4).map {
        digit(UInt8(number >> UInt64($0) & 15))
      },
      as: UTF8.self)
  }
}
