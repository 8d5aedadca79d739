internal import Varints

/// Encodes the part of Protocol Buffers that a vector tile needs.
struct ProtobufWriter {
  /// The wire types of fields.
  private enum WireType: UInt64 {
    case varint = 0
    case eightBytes = 1
    case counted = 2
  }

  /// The bytes so far.
  private(set) var bytes: [UInt8] = []

  /// Writes a field that is a number.
  mutating func field(_ number: UInt64, _ value: UInt64) {
    tag(number, .varint)
    bytes.append(varint: value)
  }

  /// Writes a field that is a floating-point number.
  mutating func field(_ number: UInt64, _ value: Double) {
    tag(number, .eightBytes)
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value.bitPattern >> UInt64(shift)))
    }
  }

  /// Writes a field that is a text, a message or packed numbers: a length and bytes.
  mutating func field(_ number: UInt64, _ content: some Collection<UInt8>) {
    tag(number, .counted)
    bytes.append(varint: UInt64(content.count))
    bytes.append(contentsOf: content)
  }

  /// Writes a field of packed numbers.
  mutating func field(_ number: UInt64, packed values: [UInt32]) {
    var packed: [UInt8] = []
    for value in values { packed.append(varint: UInt64(value)) }
    field(number, packed)
  }

  private mutating func tag(_ number: UInt64, _ type: WireType) {
    bytes.append(varint: number << 3 | type.rawValue)
  }
}
