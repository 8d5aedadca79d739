internal import Archives
internal import HTTPServer
public import PhotoIndex

/// The bytes of an archive, made piece by piece.
public struct ArchiveBody: Sendable {
  /// The most bytes that are made at once.
  public static let pieceLength = 1 << 20

  /// The name of the list of photos that are not in an archive.
  public static let listName = ListedPhotos.leftOut.name

  /// The name of the list of photos that are in an archive as JPEGs.
  public static let convertedName = ListedPhotos.converted.name

  /// A response to a client that takes longer is cut short: an hour, and what the content takes at this rate.
  private static let (longest, slowestRate) = (3_600, 65_536)

  /// The length of a preview and of a whole picture, for the time that a client may take; their true length is not known
  /// before.
  private static let (usualPreview, usualPicture) = (262_144, 8 << 20)

  /// The length, if it is known in advance; then the archive can be made from any byte on.
  public let count: Int?

  /// A strong validator of the bytes; nil if they are not known in advance.
  let etag: EntityTag?

  /// How many photos of the selection are not in the archive, as far as it was made.
  public var leftOutCount: Int { countLeftOut() }

  /// How many photos are in the archive as JPEGs instead of their files, as far as it was made.
  public var convertedCount: Int { countConverted() }

  private let seconds: Int
  private let countConverted: @Sendable () -> Int
  private let countLeftOut: @Sendable () -> Int
  private let make: @Sendable (Range<Int>, _ isWanted: () -> Bool) throws -> [UInt8]

  /// Finds the photos of a selection.
  init(_ selection: ArchiveSelection) throws {
    if let archive = try Self.pictures(selection) {
      let usual = selection.order.form == .preview ? Self.usualPreview : Self.usualPicture
      (count, etag) = (nil, nil)
      seconds = Self.longest + archive.photoCount * usual / Self.slowestRate
      make = { _, _ in try archive.next() }
      countLeftOut = { archive.leftOutCount }
      countConverted = { archive.convertedCount }
    } else {
      let plan = try ArchivePlan(selection)
      let archive = PhotoArchive(plan, selection.service)
      (count, etag) = (plan.layout.count, plan.etag)
      seconds = Self.longest + plan.layout.count / Self.slowestRate
      make = { try archive.bytes($0, isWanted: $1) }
      countLeftOut = { plan.leftOutCount }
      countConverted = { 0 }
    }
  }

  /// An archive of pictures that are made for it; nil for files, whose lengths are known.
  private static func pictures(_ selection: ArchiveSelection) throws -> PictureArchive? {
    guard selection.order.form == .preview || !selection.order.hasPositions else { return nil }
    let archive = try PictureArchive(selection)
    return selection.order.form == .preview || archive.makesPictures ? archive : nil
  }

  /// The archive for the owner of an index.
  public init(
    _ order: ArchiveOrder, of index: PhotoIndex, options: MapService.Options
  ) throws {
    try self.init(
      ArchiveSelection(
        service: ServiceContext(index: index, options: options),
        library: try VisibleLibraries(index).library(for: .owner), visitor: .owner, order: order))
  }

  /// Calls `write` with all pieces; throws if a file changes meanwhile.
  public func forEachPiece(_ write: ([UInt8]) throws -> Void) throws {
    var offset = 0
    while offset < count ?? .max {
      let piece = try make(offset..<min(count ?? .max, offset + Self.pieceLength)) { true }
      guard !piece.isEmpty else { break }
      try write(piece)
      offset += piece.count
    }
  }

  /// The archive as a response body, which holds `slot` while it is sent.
  ///
  /// Each piece is made on a thread for that, so that neither a slow disk nor the search for a checksum delays others.
  func stream(holding slot: ExportSlots.Slot) -> BodyStream {
    let end = ContinuousClock.now + .seconds(seconds)
    let source = FetchedPieces.Source(pieceLength: Self.pieceLength) {
      [make] range, isWanted, arrive in
      ArchiveThreads.pool.add(
        WorkerPool.Work(isWanted: isWanted) { fate in
          arrive(
            Result {
              guard fate == .done, ContinuousClock.now < end else { throw ClientTooSlow() }
              return try make(range, isWanted)
            })
        })
    } finished: {
      slot.leave()
    }
    guard let count else { return FetchedPieces.stream(source) }
    return FetchedPieces.stream(source, of: 0..<count)
  }
}

/// The threads that make pieces of archives; one for each archive that may run at once.
private enum ArchiveThreads {
  static let pool = WorkerPool(threads: ExportSlots.count)
}

/// An archive whose client took too long; it can continue where it was.
private struct ClientTooSlow: Error, CustomStringConvertible {
  var description: String { "the client took too long over an archive" }
}
