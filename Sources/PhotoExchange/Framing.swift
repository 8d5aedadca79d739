internal import Glibc

/// How far a stream has been looked at.
struct Scan {
  /// Where what is being looked at begins.
  var start = 0

  /// What comes next.
  var position = 0

  /// Whether the beginning has been let go of because there was too much of it.
  var isTooLong = false
}

/// What a look at a stream has found.
enum FramingStep {
  /// A whole record; the scan stands behind it.
  case record(Range<Int>)
  /// More bytes have to come.
  case more
  /// The end.
  case end
}

/// Tells where the records of a format begin and end.
///
/// It is asked again with more bytes when it wants more, and goes on where it stopped.
protocol Framing {
  /// Looks on from `scan.position`; throws where no further record can be told apart.
  mutating func look(
    _ bytes: [UInt8], _ scan: inout Scan, isAtEnd: Bool
  ) throws(RecordProblem) -> FramingStep
}

/// A record a line; empty lines are none.
struct LineFraming: Framing {
  func look(
    _ bytes: [UInt8], _ scan: inout Scan, isAtEnd: Bool
  ) throws(RecordProblem) -> FramingStep {
    look(bytes, &scan, isAtEnd: isAtEnd, separator: 0x0A)
  }
}

/// A record after each record separator (RFC 8142); what is empty is none.
struct SequenceFraming: Framing {
  func look(
    _ bytes: [UInt8], _ scan: inout Scan, isAtEnd: Bool
  ) throws(RecordProblem) -> FramingStep {
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

/// A record a row; the end of a line between quotation marks ends none.
struct RowFraming: Framing {
  private enum Place {
    case cellStart, plain, quoted, quoteInQuoted
  }

  let separator: UInt8
  private var place = Place.cellStart

  init(separator: UInt8) { self.separator = separator }

  mutating func look(
    _ bytes: [UInt8], _ scan: inout Scan, isAtEnd: Bool
  ) throws(RecordProblem) -> FramingStep {
    while scan.position < bytes.count {
      let byte = bytes[scan.position]
      scan.position += 1
      if byte == 0x0A, place != .quoted {
        place = .cellStart
        let range = scan.start..<(scan.position - 1)
        let isBlank = range.isEmpty || range.count == 1 && bytes[range.lowerBound] == 0x0D
        if !isBlank || scan.isTooLong { return .record(range) }
        scan.start = scan.position
        continue
      }
      switch (place, byte) {
      case (.cellStart, UInt8(ascii: "\"")): place = .quoted
      case (.quoted, UInt8(ascii: "\"")): place = .quoteInQuoted
      case (.quoted, _): break
      case (.quoteInQuoted, UInt8(ascii: "\"")): place = .quoted
      case (_, separator): place = .cellStart
      default: place = .plain
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
  /// The place of the first byte of this value from `start` on, or the end.
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
