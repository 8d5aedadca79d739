import Testing
import Varints

@Suite("A varint") struct VarintTests {
  /// The powers of two and the numbers before them, which are where a number needs another byte.
  private let numbers: [UInt64] = (0..<64).flatMap { (bit: UInt64) -> [UInt64] in
    [1 << bit, (1 << bit) - 1, .max >> bit]
  }

  @Test func isReadAsItWasWritten() {
    for number in numbers {
      var bytes: [UInt8] = [7]
      bytes.append(varint: number)
      var position = 1
      #expect(bytes.varint(at: &position) == number)
      #expect(position == bytes.count)
    }
  }

  @Test func hasTheBytesOfProtocolBuffers() {
    var bytes: [UInt8] = []
    bytes.append(varint: 150)
    bytes.append(varint: 300)
    #expect(bytes == [0x96, 0x01, 0xAC, 0x02])
  }

  @Test func isNotReadIfItIsCutOff() {
    for number in numbers {
      var bytes: [UInt8] = []
      bytes.append(varint: number)
      for count in 0..<bytes.count {
        var position = 0
        #expect(bytes[..<count].varint(at: &position) == nil)
      }
    }
  }

  @Test func isNotReadIfItHasMoreThan64Bits() {
    for last: UInt8 in [0x02, 0x7F, 0x80, 0xFF] {
      var position = 0
      #expect((Array(repeating: UInt8(0xFF), count: 9) + [last]).varint(at: &position) == nil)
    }
  }

  @Test func keepsSignsInTheLowestBit() {
    #expect(([0, -1, 1, -2, 2] as [Int64]).map(\.zigzag) == [0, 1, 2, 3, 4])
    for number in [0, 1, -1, 63, -64, .max, .min] as [Int64] {
      #expect(Int64(zigzag: number.zigzag) == number)
    }
    #expect(Int32.min.zigzag == UInt32.max)
  }
}
