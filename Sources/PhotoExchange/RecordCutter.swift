internal import JSON
/// Splits a stream into records: lines, items of a sequence, features of a collection, rows.
///
/// Holds at most one record and one piece of the stream in memory.
struct RecordCutter {
  /// A record: its range in the window, valid until the next record, and its first line.
  struct Record {
    var range: Range<Int>
    var line: Int
  }

  /// The size limit of a record; a photo takes some hundred bytes.
  static let maximumLength = 1 << 20

  private var window: InputWindow
  private var framing: any Framing
  private var scan = Scan()

  /// The line of the byte at `counted`.
  private var line = 1
  private var counted = 0
  private var lineOfTooLong = 1

  /// The bytes that contain the record.
  var bytes: [UInt8] { window.bytes }

  /// The number of bytes examined.
  var consumed: Int { window.passed + scan.position }

  init(_ window: InputWindow, _ format: PhotoFileFormat) {
    self.window = window
    scan.position = ByteMark.length(window.bytes)
    framing =
      switch format {
      case .geojsonseq: SequenceFraming()
      case .geojson: CollectionFraming()
      // Other formats cannot be imported.
      default: format.separator.map { RowFraming(separator: $0) } ?? LineFraming()
      }
  }

  /// The next record, or its problem; nil at the end.
  mutating func next() throws -> Result<Record, LocatedProblem>? {
    scan.start = scan.position
    scan.isTooLong = false
    while true {
      let found: FramingStep
      do throws(InputProblem) {
        found = try framing.look(window.bytes, &scan, isAtEnd: window.isAtEnd)
      } catch {
        throw BrokenDocument(line: lineNumber(at: scan.position), reason: error.reason)
      }
      switch found {
      case .record(let range):
        if scan.isTooLong || range.count > Self.maximumLength {
          let begin = scan.isTooLong ? lineOfTooLong : lineNumber(at: range.lowerBound)
          return .failure(
            LocatedProblem(line: begin, reason: "the record is longer than 1 MiB"))
        }
        return .success(Record(range: range, line: lineNumber(at: range.lowerBound)))
      case .more: try readOn()
      case .end: return nil
      }
    }
  }

  /// Reads more bytes.
  ///
  /// The bytes of a record that is too long are dropped; only its end is searched.
  private mutating func readOn() throws {
    if scan.position - scan.start > Self.maximumLength {
      if !scan.isTooLong { lineOfTooLong = lineNumber(at: scan.start) }
      scan.isTooLong = true
      scan.start = scan.position
    }
    let dropped = scan.start
    _ = lineNumber(at: dropped)
    guard try window.advance(droppingFirst: dropped) else { return }
    scan.position -= dropped
    scan.start = 0
    counted -= dropped
  }

  /// The line of a byte; must be called in ascending order.
  private mutating func lineNumber(at offset: Int) -> Int {
    guard offset > counted else { return line }
    while counted < offset {
      let next = window.bytes.firstIndex(of: 0x0A, from: counted)
      guard next < offset else { break }
      line += 1
      counted = next + 1
    }
    counted = offset
    return line
  }
}

/// A problem of one record, with its line.
public struct LocatedProblem: Error, Hashable, Sendable {
  /// The first line of the record, from 1.
  public var line: Int

  /// What is wrong.
  public var reason: String
}

/// A document that cannot be split into records from some point on.
public struct BrokenDocument: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line of the problem.
  public var line: Int

  /// What is wrong.
  public var reason: String

  /// The error as a sentence.
  public var description: String { "line \(line): \(reason)" }
}
