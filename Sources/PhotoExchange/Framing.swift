internal import JSON
internal import Glibc

/// The position of a framing in its stream.
struct Scan {
  /// The start of the current record.
  var start = 0

  /// The next byte to examine.
  var position = 0

  /// Whether the start of the record was dropped because the record is too long.
  var isTooLong = false
}

/// The result of examining a stream.
enum FramingStep {
  /// A complete record; the position is after it.
  case record(Range<Int>)
  /// More bytes are needed.
  case more
  /// The end of the stream.
  case end
}

/// Splits a stream into the records of a format.
///
/// If it returns `more`, it is called again with more bytes and continues where it stopped.
protocol Framing {
  /// Continues at `scan.position`; throws if no further record can be found.
  mutating func look(
    _ bytes: [UInt8], _ scan: inout Scan, isAtEnd: Bool
  ) throws(InputProblem) -> FramingStep
}

/// One record per line; empty lines are skipped.
struct LineFraming: Framing {
  func look(
    _ bytes: [UInt8], _ scan: inout Scan, isAtEnd: Bool
  ) throws(InputProblem) -> FramingStep {
    look(bytes, &scan, isAtEnd: isAtEnd, separator: 0x0A)
  }
}

/// One record after each record separator (RFC 8142); empty ones are skipped.
struct SequenceFraming: Framing {
  func look(
    _ bytes: [UInt8], _ scan: inout Scan, isAtEnd: Bool
  ) throws(InputProblem) -> FramingStep {
    LineFraming().look(bytes, &scan, isAtEnd: isAtEnd, separator: 0x1E)
  }
}

extension LineFraming {
  fileprivate func look(
    _ bytes: [UInt8], _ scan: inout Scan, isAtEnd: Bool, separator: UInt8
  ) -> FramingStep {
    while true {
      let end = bytes.firstIndex(of: separator, from: scan.position)
      guard end < bytes.count || isAtEnd else {
        scan.position = bytes.count
        return .more
      }
      let start = Self.skipSpace(bytes, scan.start..<end)
      scan.position = min(end + 1, bytes.count)
      if start < end || scan.isTooLong { return .record(start..<end) }
      if end == bytes.count { return .end }
      scan.start = scan.position
    }
  }

  private static func skipSpace(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    range.first { index in
      let byte = bytes[index]
      return byte != 0x20 && byte != 0x09 && byte != 0x0D && byte != 0x0A
    } ?? range.upperBound
  }
}

/// One record per row; line breaks inside quotation marks do not end a row.
struct RowFraming: Framing {
  private enum CellState {
    case cellStart, plain, quoted, quoteInQuoted
  }

  let separator: UInt8
  private var state = CellState.cellStart

  init(separator: UInt8) { self.separator = separator }

  mutating func look(
    _ bytes: [UInt8], _ scan: inout Scan, isAtEnd: Bool
  ) throws(InputProblem) -> FramingStep {
    while scan.position < bytes.count {
      let byte = bytes[scan.position]
      scan.position += 1
      if byte == 0x0A, state != .quoted {
        state = .cellStart
        let range = scan.start..<(scan.position - 1)
        let isBlank = range.isEmpty || range.count == 1 && bytes[range.lowerBound] == 0x0D
        if !isBlank || scan.isTooLong { return .record(range) }
        scan.start = scan.position
        continue
      }
      switch (state, byte) {
      case (.cellStart, UInt8(ascii: "\"")): state = .quoted
      case (.quoted, UInt8(ascii: "\"")): state = .quoteInQuoted
      case (.quoted, _): break
      case (.quoteInQuoted, UInt8(ascii: "\"")): state = .quoted
      case (_, separator): state = .cellStart
      default: state = .plain
      }
    }
    guard isAtEnd else { return .more }
    return scan.start < bytes.count || scan.isTooLong ? rest(bytes, &scan) : .end
  }

  private mutating func rest(_ bytes: [UInt8], _ scan: inout Scan) -> FramingStep {
    let range = scan.start..<bytes.count
    scan.start = bytes.count
    return .record(range)
  }
}

extension [UInt8] {
  /// The index of the first byte of this value from `start` on, or the end index.
  func firstIndex(of byte: UInt8, from start: Int) -> Int {
    unsafe withUnsafeBytes { bytes in
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[start...])
      guard let first = rest.baseAddress,
        let found = unsafe memchr(first, Int32(byte), rest.count)
      else { return bytes.count }
      return start + (unsafe UnsafeRawPointer(found) - first)
    }
  }
}
