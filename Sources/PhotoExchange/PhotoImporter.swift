public import PhotoFacts
public import PhotoIndex

/// Brings photos that another index or another program describes into an index.
///
/// Records are read one by one, and stored in batches, each one transaction: however it ends, the
/// index is whole, and memory stays the same however many records there are.
public struct PhotoImporter: Sendable {
  /// How an import goes about it.
  public struct Options: Sendable {
    /// The format; found out where none is given.
    public var format: PhotoFileFormat?

    /// Whether a bad record ends the import with nothing changed.
    public var isStrict = false

    /// The folder of photos that name none.
    public var root = ImportedRoot.name(for: nil)

    /// How many records are stored together.
    ///
    /// Each batch rewrites the parts of the grid that its photos lie in; the larger, the less often.
    public var batchSize = 250_000

    /// Makes the usual options.
    public init() {}
  }

  private static let headLength = 65_536

  private let index: PhotoIndex
  private let options: Options

  /// Makes an importer for an index that is open for writing.
  public init(index: PhotoIndex, options: Options = Options()) {
    self.index = index
    self.options = options
  }

  /// Reads all records that `read` gives in pieces, an empty one being the end.
  ///
  /// `read` is called on a thread of its own, and not after this has returned or thrown.
  /// `onProgress` is called every few thousand records; when it returns false, what has been read is
  /// stored and the import ends.
  public func run(
    reading read: @escaping () throws -> [UInt8],
    onProgress: @escaping (ImportProgress) -> Bool = { _ in true }
  ) throws -> ImportReport {
    let clock = ContinuousClock()
    let start = clock.now
    var window = InputWindow(read)
    while window.bytes.count < Self.headLength, try window.advance(droppingFirst: 0) {}
    let format = options.format ?? .detect(Array(window.bytes.prefix(Self.headLength)))
    let run = try ImportRun(RecordStream(window, format), options)
    defer { run.stop() }
    run.onNews = { records, bytes in
      onProgress(
        ImportProgress(
          records: records, bytes: bytes, seconds: start.duration(to: clock.now) / .seconds(1)))
    }
    try options.isStrict ? run.storeAtOnce(in: index) : run.storeInBatches(in: index)
    run.report.seconds = start.duration(to: clock.now) / .seconds(1)
    return run.report
  }
}
