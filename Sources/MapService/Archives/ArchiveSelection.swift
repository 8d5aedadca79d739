internal import Archives
internal import Files
internal import Grid
internal import HTTPServer
internal import PhotoFacts
internal import PhotoIndex
internal import Places
public import Query
internal import Thumbnails

/// What an archive consists of.
public struct ArchiveOrder: Sendable {
  /// The form of the photos in an archive.
  public enum Form: String, CaseIterable, Sendable {
    /// The files themselves.
    case original

    /// A JPEG of at most `previewWidth` pixels, without metadata.
    case preview
  }

  /// Which photos on the map.
  public var filter: PhotoFilter

  /// The form of the photos.
  public var form = Form.original

  /// Whether the files may tell where they were taken.
  public var hasPositions = true

  /// The language of names in the filter.
  var language = Language.english

  /// The longer side of previews.
  static let previewWidth = 1_280

  /// Orders the originals of all photos that pass a filter.
  public init(_ filter: PhotoFilter) { self.filter = filter }
}

/// The photos of an order, as a visitor may get them.
struct ArchiveSelection: Sendable {
  /// The most photos in an archive.
  static let limit = 100_000

  private static let photosAtOnce = 1_024

  let service: ServiceContext
  let library: VisibleLibrary
  let visitor: Visitor
  let order: ArchiveOrder
  var most = Self.limit

  /// How long looking at all files may take; nil if there is no limit.
  var patience: Duration?

  /// The folders of the photos, each of which is listed once and not for each of its photos.
  let folders = ListedFolders()

  /// Calls `body` with each photo as the visitor sees it, and with its file.
  ///
  /// The photos come in the order of their ids. Throws a problem if there are none or too many.
  func forEach(_ body: (_ shown: PhotoRecord, _ file: PhotoFile) throws -> Void) throws {
    let listing = try library.listing(order.filter, in: order.language)
    defer { listing.close() }
    guard listing.matched > 0 else {
      throw Problem.notFound(
        "No photo on the map matches, so there is no archive; use other filters.")
    }
    guard listing.matched <= most else {
      throw Problem.badRequest(
        "The filters select \(listing.matched) photos, and an archive has at most \(most). Choose a shorter "
          + "time or a smaller area, and make several archives, such as one of each year: datetime=2023."
      )
    }
    let end = patience.map { ContinuousClock.now + $0 }
    while let photos = try listing.next(Self.photosAtOnce) {
      let files = try library.read { try $0.files(of: photos.map(\.id)) }
      for (photo, file) in zip(photos, files) {
        if let end, ContinuousClock.now > end {
          throw Problem.unavailable(
            "Looking at the files of \(listing.matched) photos takes too long. Ask for fewer photos, or with "
              + "positions=no or form=preview, which look at no file before the archive begins.",
            retryAfter: 10)
        }
        // A photo that was removed meanwhile, or may not be seen any more, is none of this selection.
        if let file, file.photo.format != nil { try body(photo, file) }
      }
    }
  }

  /// Opens the file of a photo; says why not in a problem.
  ///
  /// Whether a JPEG tells a hidden position is found out when it is sent, because its length is known in any case; see
  /// `PlannedFile`.
  func open(_ file: PhotoFile) throws -> OpenedPhoto {
    let path = service.folder(of: file.photo)?.appending(file.photo.path.bytes)
    let found = try service.waiting(forFileAt: path ?? FilePath("")) { [self] in
      try service.open(file, for: visitor, of: library)
    }
    switch found {
    case .here(var opened, let known):
      // What is sent without positions need not be compared with them.
      guard library.privacy != nil, !opened.isMoved, order.form == .original, order.hasPositions
      else { return opened }
      let photo = opened
      opened.isMoved = try service.waiting(forFileAt: opened.photo.file) { [library, folders] in
        photo.canBeCleaned
          ? library.mayHaveHiddenNote(about: known)
          : library.mayTellHiddenPosition(photo, of: known, folders: folders)
      }
      return opened
    case .elsewhere(let distant):
      let place = visitor.isOwner ? "the machine \(distant.machine)" : "another machine"
      throw Problem.notFound(
        "The file of photo \(file.photo.id) is on \(place); fetch it by itself.")
    }
  }
}

extension ArchiveSelection {
  /// When a file that was opened is sent without its metadata, although nothing known tells a hidden position.
  func comparison(of opened: OpenedPhoto) throws -> PlannedFile.Cleaning {
    guard let privacy = library.privacy, opened.canBeCleaned, order.form == .original else {
      return .never
    }
    let path = opened.photo.file
    let mark = try service.waiting(forFileAt: path) { [folders] in folders.mark(of: path) }
    return .ifNeeded(version: [privacy.revision, mark]) { [library, folders] file in
      library.mayTellHiddenPosition(file, at: path, folders)
    }
  }
}

extension PhotoRecord {
  /// The path of the photo in an archive, as far as the visitor knows it: the path, the name of the file, or the id.
  var archivePath: String {
    guard path.bytes.isEmpty else { return path.text }
    return fileFacts.filename ?? "\(id).\((facts.format ?? .jpeg).usualEnding)"
  }

  /// The time of the photo in an archive: that of the camera's clock, or else UTC.
  var archiveTime: ZipTime {
    guard let time = facts.time else { return .first }
    return ZipTime(localMilliseconds: time.localMilliseconds ?? time.timelineMilliseconds)
  }
}

/// A list in an archive of photos of the selection whose files are not in it.
struct ListedPhotos: Sendable {
  /// The photos that are not in the archive, each with the reason.
  static let leftOut = ListedPhotos("left-out.txt", "These photos are not in this archive.")

  /// The photos that are in the archive as JPEGs, each with the name of its file.
  static let converted = ListedPhotos(
    "converted.txt",
    """
    These photos are JPEGs of at most \(Thumbnailer.largestSide) pixels, without metadata, because the position cannot \
    be removed from their files.
    """)

  /// The name of the list in the archive.
  let name: String

  private let title: String
  private var lines: [String] = []

  private init(_ name: String, _ title: String) { (self.name, self.title) = (name, title) }

  mutating func add(_ path: String, _ remark: String) {
    lines.append("\(path): \(remark)".split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  /// How many there are.
  var count: Int { lines.count }

  /// The list; nil if it is empty.
  var text: [UInt8]? {
    guard !lines.isEmpty else { return nil }
    return Array(([title, ""] + lines + [""]).joined(separator: "\n").utf8)
  }
}
