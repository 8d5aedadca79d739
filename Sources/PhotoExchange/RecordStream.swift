internal import JSON
/// Parses the photos of a stream in any format.
struct RecordStream {
  /// The result for one record.
  enum Item {
    case photo(DraftedPhoto, line: Int)
    case withoutPlace
    case bad(LocatedProblem)
  }

  let format: PhotoFileFormat

  /// The number of bytes read.
  var consumed: Int { cutter.consumed }

  private var cutter: RecordCutter
  private var features = FeatureReader()
  private var rows: RowReader?
  private var number = 0

  init(_ window: InputWindow, _ format: PhotoFileFormat) {
    self.format = format
    rows = format.separator.map { RowReader(separator: $0) }
    cutter = RecordCutter(window, format)
  }

  /// The next record; nil at the end.
  mutating func next() throws -> Item? {
    if rows?.hasHeader == false { try readHeader() }
    guard let found = try cutter.next() else { return nil }
    number += 1
    switch found {
    case .failure(let problem): return .bad(problem)
    case .success(let record):
      do throws(InputProblem) {
        guard let photo = try draft(record).photo(number: number) else { return .withoutPlace }
        return .photo(photo, line: record.line)
      } catch {
        return .bad(LocatedProblem(line: record.line, reason: error.reason))
      }
    }
  }

  private mutating func draft(_ record: RecordCutter.Record) throws(InputProblem) -> PhotoDraft {
    if let row = try rows?.draft(cutter.bytes, record.range) { return row }
    return try features.draft(cutter.bytes, record.range)
  }

  /// Reads the header row; a table without one cannot be imported.
  private mutating func readHeader() throws {
    switch try cutter.next() {
    case nil: throw BrokenDocument(line: 1, reason: "the file is empty")
    case .failure(let problem)?: throw BrokenDocument(line: problem.line, reason: problem.reason)
    case .success(let record)?:
      do throws(InputProblem) {
        try rows?.readHeader(cutter.bytes, record.range)
      } catch {
        throw BrokenDocument(line: record.line, reason: error.reason)
      }
    }
  }
}
