internal import Notes
public import PhotoFacts
public import PhotoIndex

/// Imports photos from an export of geoindex or of another program.
///
/// Records are read one by one and stored in batches, each in a transaction. So the index stays consistent
/// after a failure, and memory does not depend on the number of records.
public struct PhotoImporter: Sendable {
  /// The options of an import.
  public struct Options: Sendable {
    /// The format; nil detects it.
    public var format: PhotoFileFormat?

    /// Whether a bad record ends the import without any change.
    public var isStrict = false

    /// The root of photos that name none.
    public var root = ImportedRoot.name(for: nil)

    /// The number of records per transaction; it grows with the number of imported records.
    ///
    /// Each transaction rewrites the affected runs of the grid, so larger batches are faster.
    public var batchSize = 250_000

    /// Makes the default options.
    public init() {}
  }

  private static let headLength = 65_536

  /// How often a strict import begins again.
  private static let mostRepetitions = 5

  private let index: PhotoIndex
  private let options: Options

  /// Makes an importer for an index that is open for writing.
  public init(index: PhotoIndex, options: Options = Options()) {
    self.index = index
    self.options = options
  }

  /// Imports all records; `read` returns the document in pieces, an empty one at the end.
  ///
  /// `read` is called on another thread, and not after this function has returned or thrown. `onProgress` is
  /// called every few thousand records; if it returns false, the records so far are stored and the import ends.
  ///
  /// A strict import is one transaction. If another machine changes the record meanwhile, it calls `rewind`, and
  /// begins again if that returns true: then `read` returns the document from its beginning.
  public func run(
    reading read: @escaping () throws -> [UInt8], rewinding rewind: () -> Bool = { false },
    onProgress: @escaping (ImportProgress) -> Bool = { _ in true }
  ) throws -> ImportReport {
    // An act that is recorded but not shown would be taken for older words that the import states.
    try NotesWriter.catchUp(index)
    var repetitions = 0
    while true {
      do {
        return try runOnce(reading: read, onProgress: onProgress)
      } catch let error as IndexError where error.code == .overtaken {
        guard options.isStrict, repetitions < Self.mostRepetitions, rewind() else { throw error }
        repetitions += 1
      }
    }
  }

  private func runOnce(
    reading read: @escaping () throws -> [UInt8],
    onProgress: @escaping (ImportProgress) -> Bool
  ) throws -> ImportReport {
    let clock = ContinuousClock()
    let start = clock.now
    var window = InputWindow(read)
    while window.bytes.count < Self.headLength, try window.advance(droppingFirst: 0) {}
    let format = options.format ?? .detect(Array(window.bytes.prefix(Self.headLength)))
    let run = try ImportRun(RecordStream(window, format), options, index.places)
    defer { run.stop() }
    run.onProgress = { records, bytes in
      onProgress(
        ImportProgress(
          records: records, bytes: bytes, seconds: start.duration(to: clock.now) / .seconds(1)))
    }
    try options.isStrict ? run.storeAtOnce(in: index) : run.storeInBatches(in: index)
    // All records are stored: if another program writes or the disk is full, the index is only slower.
    if run.report.added >= options.batchSize { try? index.packRuns() }
    run.report.seconds = start.duration(to: clock.now) / .seconds(1)
    return run.report
  }
}
