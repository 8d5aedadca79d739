/// Cuts a stream into its records: lines, items of a sequence, features of a collection, rows.
///
/// However long the stream, no more is held than one record and one piece of it.
struct RecordCutter {
  /// A record: where it lies in the window until the next is asked for, and the line it begins on.
  struct Record {
    var range: Range<Int>
    var line: Int
  }

  /// What a record may be at most: a photo takes some hundred bytes.
  static let greatestLength = 1 << 20

  private var window: InputWindow
  private var framing: any Framing
  private var scan = Scan()

  /// The line that the byte at `counted` is on.
  private var line = 1
  private var counted = 0
  private var lineOfTooLong = 1

  /// The bytes that a record lies in.
  var bytes: [UInt8] { window.bytes }

  /// How many bytes have been looked at.
  var consumed: Int { window.passed + scan.position }

  init(_ window: InputWindow, _ format: PhotoFileFormat) {
    self.window = window
    scan.position = ByteMark.length(window.bytes)
    framing =
      switch format {
      case .geojsonseq: SequenceFraming()
      case .geojson: CollectionFraming()
      // What is neither a table nor JSON does not come in.
      default: format.separator.map { RowFraming(separator: $0) } ?? LineFraming()
      }
  }

  /// The next record, or what is wrong with it; nothing at the end.
  mutating func next() throws -> Result<Record, LocatedProblem>? {
    scan.start = scan.position
    scan.isTooLong = false
    while true {
      let found: FramingStep
      do throws(RecordProblem) {
        found = try framing.look(window.bytes, &scan, isAtEnd: window.isAtEnd)
      } catch {
        throw BrokenDocument(line: lineNumber(at: scan.position), reason: error.reason)
      }
      switch found {
      case .record(let range):
        if scan.isTooLong || range.count > Self.greatestLength {
          let begin = scan.isTooLong ? lineOfTooLong : lineNumber(at: range.lowerBound)
          return .failure(
            LocatedProblem(line: begin, reason: "it is longer than a photo can be (1 MiB)"))
        }
        return .success(Record(range: range, line: lineNumber(at: range.lowerBound)))
      case .more: try readOn()
      case .end: return nil
      }
    }
  }

  /// Takes in more.
  ///
  /// What is too long is let go of as it comes: only where it ends still matters.
  private mutating func readOn() throws {
    if scan.position - scan.start > Self.greatestLength {
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

  /// The line a byte is on; asked for in ascending order.
  private mutating func lineNumber(at place: Int) -> Int {
    guard place > counted else { return line }
    while counted < place {
      let next = window.bytes.firstIndex(of: 0x0A, from: counted)
      guard next < place else { break }
      line += 1
      counted = next + 1
    }
    counted = place
    return line
  }
}

/// What is wrong with one record, and where.
public struct LocatedProblem: Error, Hashable, Sendable {
  /// The line it begins on, from 1.
  public var line: Int

  /// What is wrong with it.
  public var reason: String
}

/// A document whose records cannot be told apart from some point on.
public struct BrokenDocument: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line on which it breaks off.
  public var line: Int

  /// What is wrong there.
  public var reason: String

  /// The sentence.
  public var description: String { "line \(line): \(reason)" }
}
