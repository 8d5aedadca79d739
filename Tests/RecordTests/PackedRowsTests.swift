import PhotoIndex
@testable import Record
import Testing

@Suite("Rows of a binary COPY") struct PackedRowsTests {
  /// Two rows of two fields: a number and NULL, then a number and three bytes.
  private static let rows: [UInt8] =
    PackedRows.header + [0, 2, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 7, 0xFF, 0xFF, 0xFF, 0xFF]
    + [0, 2, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3, 1, 2, 3] + PackedRows.end

  private func read(_ bytes: [UInt8], inPiecesOf size: Int) -> (
    count: Int, isValid: Bool, isAtEnd: Bool
  ) {
    var reader = PackedRowReader()
    var count = 0
    var isValid = true
    for start in stride(from: 0, to: bytes.count, by: size) where isValid {
      let piece = Array(bytes[start..<min(start + size, bytes.count)])
      unsafe piece.withUnsafeBytes { unsafe reader.append($0) }
      isValid = reader.forEachRow(fields: 2) { _ in count += 1 }
    }
    return (count, isValid, reader.isAtEnd)
  }

  @Test("are read however they are cut", arguments: [1, 2, 3, 5, 7, 64, 1_000])
  func pieces(size: Int) {
    let found = read(Self.rows, inPiecesOf: size)
    #expect(found.count == 2)
    #expect(found.isAtEnd)
  }

  @Test("are incomplete when truncated at any byte")
  func truncated() {
    for count in 0..<Self.rows.count {
      let found = read(Array(Self.rows.prefix(count)), inPiecesOf: 9)
      #expect(!found.isAtEnd, "\(count) bytes")
    }
  }

  @Test("are refused with another number of fields, a length below -1 or another header")
  func refused() {
    var fields = Self.rows
    fields[20] = 3
    #expect(!read(fields, inPiecesOf: 100).isValid)
    var length = Self.rows
    length[21] = 0x80
    #expect(!read(length, inPiecesOf: 100).isValid)
    var header = Self.rows
    header[0] = 0
    #expect(!read(header, inPiecesOf: 100).isValid)
  }
}
